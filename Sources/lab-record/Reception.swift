/// Decides what a visitor gets, by the head of the request alone: the page, or the desk.
///
/// A browser that was led here by a name of somebody else's (DNS rebinding) or by a foreign page says so in Host and
/// Origin; neither comes further.
struct Reception: Sendable {
  /// What the request is for.
  enum Welcome: Equatable {
    case page
    /// A trace of so many bytes.
    case trace(bytes: Int)
  }

  let page: [UInt8]
  let desk: RecordingDesk
  /// What this machine is called, in lower case.
  let names: Set<String>

  init(page: [UInt8], desk: RecordingDesk, hostName: String) {
    self.page = page
    self.desk = desk
    let name = hostName.lowercased()
    // A phone finds a machine of its network by the name that mDNS gives it.
    names = ["localhost", name, (name.split(separator: ".").first.map(String.init) ?? name) + ".local"]
  }

  /// - Throws: `Answer` that refuses.
  func welcome(_ head: RequestHead) throws(Answer) -> Welcome {
    guard let host = HostName(head.host), host.isAddress || names.contains(host.name) else {
      throw Answer(421, "refused: this is not '\(head.host)'; open the address that lab-record has printed")
    }
    if let origin = head.value("origin"), origin.lowercased() != "http://\(head.host.lowercased())" {
      throw Answer(403, "refused: a page of \(origin) may not send here")
    }
    switch (head.path, head.method) {
    case ("/", "GET"): return .page
    case ("/", _): throw Answer(405, "refused: the page is for GET", allowed: "GET")
    case ("/trace", "POST"): return .trace(bytes: try desk.admit(head))
    case ("/trace", _): throw Answer(405, "refused: traces come by POST", allowed: "POST")
    default: throw Answer(404, "refused: there is only the page, at /")
    }
  }
}
