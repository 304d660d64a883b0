import LabBase

/// Decides what a client gets, by the head of its request alone: the page, or room for a trace.
///
/// A browser that was led here by a name of somebody else's (DNS rebinding) or by a foreign page says so in Host and
/// Origin; neither comes further. Who sends needs the token, and what is sent has a bounded size.
struct Router: Sendable {
  /// What the request is for.
  enum Route: Equatable {
    case page
    /// A trace of so many bytes, to be stored by this name.
    case trace(bytes: Int, name: String)
  }

  let page: [UInt8]
  /// Of the traces.
  let folder: String
  let token: String
  let bytesMax: Int
  /// What this machine is called, in lower case.
  private let names: Set<String>

  init(page: [UInt8], folder: String, token: String, bytesMax: Int, hostName: String) {
    (self.page, self.folder, self.token, self.bytesMax) = (page, folder, token, bytesMax)
    let name = hostName.lowercased()
    // A phone finds a machine of its network by the name that mDNS gives it.
    names = ["localhost", name, (name.split(separator: ".").first.map(String.init) ?? name) + ".local"]
  }

  /// 128 bits from the system, in hexadecimal.
  static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return Fingerprint.text(random.next(), random.next())
  }

  /// - Throws: `Response` that refuses.
  func route(_ head: RequestHead) throws(Response) -> Route {
    guard let host = HostName(head.host), host.isAddress || names.contains(host.name) else {
      throw Response(421, "refused: this is not '\(head.host)'; open the address that lab-record has printed")
    }
    if let origin = head.value("origin"), origin.lowercased() != "http://\(head.host.lowercased())" {
      throw Response(403, "refused: a page of \(origin) may not send here")
    }
    switch (head.path, head.method) {
    case ("/", "GET"): return .page
    case ("/", _): throw Response(405, "refused: the page is for GET", allowed: "GET")
    case ("/trace", "POST"): return try trace(head)
    case ("/trace", _): throw Response(405, "refused: traces come by POST", allowed: "POST")
    default: throw Response(404, "refused: there is only the page, at /")
    }
  }

  private func trace(_ head: RequestHead) throws(Response) -> Route {
    guard isAllowed(head.value("authorization") ?? "") else {
      throw Response(401, "refused: open the address that lab-record has printed")
    }
    guard let length = head.contentLength, length > 0 else { throw Response(411, "refused: a trace needs a length") }
    guard length <= bytesMax else {
      throw Response(413, "refused: \(length) bytes, at most \(bytesMax) are taken (--max-mb)")
    }
    return .trace(bytes: length, name: Router.fileName(head.value("x-file-name") ?? ""))
  }

  /// Compares all of the token, so that the time taken tells nothing of it.
  private func isAllowed(_ header: String) -> Bool {
    let (given, expected) = (Array(header.utf8), Array("Bearer \(token)".utf8))
    guard given.count == expected.count else { return false }
    // In Swift | and ^ bind alike: without the inner parentheses only the last letters would count.
    return zip(given, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// A plain file name, whatever was asked for.
  private static func fileName(_ asked: String) -> String {
    let last = asked.split(separator: "/").last.map(String.init) ?? ""
    let stem = last.hasSuffix(".scrolltrace") ? String(last.dropLast(12)) : last
    let plain = stem.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.prefix(80)
    return (plain.isEmpty ? "recorded" : String(plain)) + ".scrolltrace"
  }
}

/// What a client hears; thrown where a request is refused. The connection ends with it.
struct Response: Error {
  private let status: Int
  private let type: String
  private let body: [UInt8]
  /// Methods that the path has, where another was asked for.
  private let allowed: String?

  /// A sentence as text.
  init(_ status: Int, _ text: String, allowed: String? = nil) {
    (self.status, self.allowed, type) = (status, allowed, "text/plain; charset=utf-8")
    body = Array((text + "\n").utf8)
  }

  init(page: [UInt8]) { (status, allowed, type, body) = (200, nil, "text/html; charset=utf-8", page) }

  /// As it goes over the wire.
  var bytes: [UInt8] {
    var lines = [
      "HTTP/1.1 \(status) \(Response.phrases[status] ?? "Refused")", "Content-Type: \(type)",
      "Content-Length: \(body.count)", "Connection: close", "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
    ]
    if let allowed { lines.append("Allow: \(allowed)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  private static let phrases = [
    200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 411: "Length Required", 413: "Content Too Large", 421: "Misdirected Request",
    431: "Request Header Fields Too Large", 501: "Not Implemented", 503: "Service Unavailable",
    505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}
