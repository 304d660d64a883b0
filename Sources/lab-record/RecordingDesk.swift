import CacheLab
import FlyingFox
import FlyingSocks
import Foundation
import Strategies

/// Takes traces: who sends needs the token, what is sent must be a trace of a bounded size.
struct RecordingDesk: Sendable {
  let folder: String
  let token: String
  let bytesMax: Int

  /// 128 bits from the system, in hexadecimal.
  static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  static func port(of address: Socket.Address) -> UInt16 {
    switch address {
    case .ip4(_, let port), .ip6(_, let port): port
    case .unix: 0
    }
  }

  /// Checks a request and stores its trace.
  func take(_ request: HTTPRequest) async -> (HTTPResponse, Arrival?) {
    guard isAllowed(request.headers[.authorization] ?? "") else {
      return (answer(.unauthorized, "refused: open the address that lab-record has printed"), nil)
    }
    guard let length = request.headers[.contentLength].flatMap(Int.init), length > 0 else {
      return (answer(HTTPStatusCode(411, phrase: "Length Required"), "refused: a trace needs a length"), nil)
    }
    guard length <= bytesMax else {
      let limit = "refused: \(length) bytes, at most \(bytesMax) are taken (--max-mb)"
      return (answer(HTTPStatusCode(413, phrase: "Content Too Large"), limit), nil)
    }
    do {
      let bytes = [UInt8](try await request.bodyData)
      guard bytes.count == length else { return (answer(.badRequest, "refused: the trace was cut on its way"), nil) }
      let name = RecordingDesk.fileName(request.headers[HTTPHeader("X-File-Name")] ?? "")
      let trace = try Trace.parse(bytes, name: name)
      let path = try store(bytes, name: name)
      let arrival = Arrival(
        path: path, samples: trace.sampleCount, seconds: Double(trace.end.rawValue) / 1e9,
        warnings: trace.warningCount)
      return (answer(.ok, "The lab has it: \(path.split(separator: "/").last ?? "")"), arrival)
    } catch {
      return (answer(.badRequest, "refused: \(error)"), nil)
    }
  }

  /// Compares all of the token, so that the time taken tells nothing of it.
  private func isAllowed(_ header: String) -> Bool {
    let (given, expected) = (Array(header.utf8), Array("Bearer \(token)".utf8))
    guard given.count == expected.count else { return false }
    // In Swift | and ^ bind alike: without the inner parentheses only the last letters would count.
    return zip(given, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// A plain file name in the desk's folder, whatever was asked for.
  static func fileName(_ asked: String) -> String {
    let last = asked.split(separator: "/").last.map(String.init) ?? ""
    let stem = last.hasSuffix(".scrolltrace") ? String(last.dropLast(12)) : last
    let plain = stem.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.prefix(80)
    return (plain.isEmpty ? "recorded" : String(plain)) + ".scrolltrace"
  }

  /// Never over a file that is there.
  private func store(_ bytes: [UInt8], name: String) throws -> String {
    let stem = name.dropLast(12)
    for number in 1...1000 {
      let path = "\(folder)/\(number == 1 ? "\(stem)" : "\(stem)-\(number)").scrolltrace"
      var file = try ResultFile(path: path)
      try file.write(bytes)
      if try file.commit(exclusively: true) { return path }
    }
    throw RecordError("there are 1,000 traces of the name \(name): move some away")
  }

  private func answer(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: [.contentType: "text/plain; charset=utf-8"], body: Data((text + "\n").utf8))
  }
}
