import NIOCore
import NIOHTTP1

/// Decides what a client gets, by the head of its request alone: the page, or room for a trace.
///
/// A browser that was led here by a name of somebody else's (DNS rebinding) or by a foreign page says so in Host and
/// Origin; neither comes further. Who sends needs the token, and what is sent has a bounded size.
struct Router: Sendable {
  let page: Response
  /// Of the traces.
  let folder: String
  let bytesMax: Int
  /// For a head, for the end of an exchange after its answer, and for each megabyte of a trace.
  let patience: TimeAmount
  /// What this machine is called.
  let hostName: String
  /// 128 bits from the system, in hexadecimal.
  var token = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()

  /// - Returns: How many bytes the trace has and the name to store it by; nil where the page is asked for.
  /// - Throws: `Response` that refuses.
  func trace(_ head: HTTPRequestHead) throws(Response) -> (bytes: Int, name: String)? {
    let (hosts, headers) = (head.headers["host"], head.headers)
    guard hosts.count == 1, !hosts[0].isEmpty else { throw Response(.badRequest, "refused: a request needs one Host") }
    guard isOurs(hosts[0].lowercased()) else {
      let words = "refused: this is not '\(hosts[0])'; open the address that lab-record has printed"
      throw Response(.misdirectedRequest, words)
    }
    if let origin = headers.first(name: "origin"), origin.lowercased() != "http://\(hosts[0].lowercased())" {
      throw Response(.forbidden, "refused: a page of \(origin) may not send here")
    }
    switch (head.uri.prefix { $0 != "?" }, head.method) {
    case ("/", .GET): return nil
    case ("/", _): throw Response(.methodNotAllowed, "refused: the page is for GET", allowed: "GET")
    case ("/trace", .POST): break
    case ("/trace", _): throw Response(.methodNotAllowed, "refused: traces come by POST", allowed: "POST")
    default: throw Response(.notFound, "refused: there is only the page, at /")
    }
    guard isAllowed(headers.first(name: "authorization") ?? "") else {
      throw Response(.unauthorized, "refused: open the address that lab-record has printed")
    }
    if headers.contains(name: "transfer-encoding") {
      throw Response(.notImplemented, "refused: Transfer-Encoding is not taken, a trace needs a Content-Length")
    }
    guard let length = headers.first(name: "content-length").flatMap({ Int($0) }), length > 0 else {
      throw Response(.lengthRequired, "refused: a trace needs a length")
    }
    guard length <= bytesMax else {
      throw Response(.payloadTooLarge, "refused: \(length) bytes, at most \(bytesMax) are taken (--max-mb)")
    }
    return (length, Router.fileName(headers.first(name: "x-file-name") ?? ""))
  }

  /// Whether a Host field, in lower case, has a name of this machine's, or an address in digits, which nobody can make
  /// point elsewhere.
  private func isOurs(_ host: String) -> Bool {
    guard let parts = host.wholeMatch(of: /(?:\[([0-9a-f:.]+)\]|([^:\[\]]+))(?::([0-9]+))?/),
      parts.3.map({ UInt16($0) != nil }) ?? true, let name = (parts.1 ?? parts.2).map(String.init)
    else { return false }
    let own = hostName.lowercased()
    // A phone finds a machine of its network by the name that mDNS gives it.
    return ["localhost", own, own.prefix { $0 != "." } + ".local"].contains(name)
      || (try? SocketAddress(ipAddress: name, port: 0)) != nil
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
    let last = asked.split(separator: "/").last ?? ""
    let stem = last.hasSuffix(Upload.ending) ? last.dropLast(Upload.ending.count) : last
    let plain = stem.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.prefix(80)
    return (plain.isEmpty ? "recorded" : plain) + Upload.ending
  }
}

/// What a client hears; thrown where a request is refused. The connection ends with it.
struct Response: Error {
  private(set) var head: HTTPResponseHead
  let body: ByteBuffer

  init(_ status: HTTPResponseStatus, type: String = "text/plain", bytes: [UInt8]) {
    body = ByteBuffer(bytes: bytes)
    let headers: HTTPHeaders = [
      "Content-Type": "\(type); charset=utf-8", "Content-Length": "\(bytes.count)", "Connection": "close",
      "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    ]
    head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
  }

  /// - Parameter allowed: The method that the path has, where another was asked for.
  init(_ status: HTTPResponseStatus, _ sentence: String, allowed: String? = nil) {
    self.init(status, bytes: Array("\(sentence)\n".utf8))
    if let allowed { head.headers.add(name: "Allow", value: allowed) }
  }
}
