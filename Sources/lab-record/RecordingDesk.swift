import LabSystem

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

  /// Begins to take the trace that follows a head which was admitted.
  ///
  /// - Throws: `Answer` when no file can be begun.
  func begin(_ head: RequestHead) throws(Answer) -> Delivery {
    do throws(FileError) {
      return try Delivery(RecordingDesk.fileName(head.value("x-file-name") ?? ""), folder: folder)
    } catch {
      throw RecordingDesk.refusal(of: error)
    }
  }

  /// What a sender hears of a file that cannot be written.
  static func refusal(of error: FileError) -> Answer { Answer(507, "refused: it cannot be stored: \(error.reason)") }

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
}
