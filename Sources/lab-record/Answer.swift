/// What a visitor hears; thrown where a request is refused. The connection ends with it.
struct Answer: Error, Equatable {
  var status: Int
  var type = "text/plain; charset=utf-8"
  var body: [UInt8]
  /// Methods that the path has, where another was asked for.
  var allowed: String?

  /// A sentence as text.
  init(_ status: Int, _ text: String, allowed: String? = nil) {
    self.status = status
    self.allowed = allowed
    body = Array((text + "\n").utf8)
  }

  /// A page.
  init(page: [UInt8]) {
    status = 200
    type = "text/html; charset=utf-8"
    body = page
  }

  /// As it goes over the wire.
  var bytes: [UInt8] {
    var lines = [
      "HTTP/1.1 \(status) \(Answer.phrases[status] ?? "Refused")", "Content-Type: \(type)",
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
