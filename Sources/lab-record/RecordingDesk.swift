import CacheLab
import LabRecords
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

  /// How many bytes a trace has that may come.
  ///
  /// - Throws: `Answer` that refuses: without the token, without a length, or too large.
  func admit(_ head: RequestHead) throws(Answer) -> Int {
    guard isAllowed(head.value("authorization") ?? "") else {
      throw Answer(401, "refused: open the address that lab-record has printed")
    }
    guard let length = head.contentLength, length > 0 else { throw Answer(411, "refused: a trace needs a length") }
    guard length <= bytesMax else {
      throw Answer(413, "refused: \(length) bytes, at most \(bytesMax) are taken (--max-mb)")
    }
    return length
  }

  /// Checks a trace that has come and stores it.
  func take(_ bytes: [UInt8], of head: RequestHead) -> (Answer, Arrival?) {
    do {
      let name = RecordingDesk.fileName(head.value("x-file-name") ?? "")
      let trace = try Trace.parse(bytes, name: name)
      let path = try store(bytes, name: name)
      let arrival = Arrival(
        path: path, samples: trace.sampleCount, seconds: Double(trace.end.rawValue) / 1e9,
        warnings: trace.warningCount)
      return (Answer(200, "The lab has it: \(path.split(separator: "/").last ?? "")"), arrival)
    } catch {
      return (Answer(400, "refused: \(error)"), nil)
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
}
