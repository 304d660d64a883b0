import CShippedFiles
import FoundationEssentials
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

/// `traces/recorder/index.html`: of $CACHELAB_HOME or of the current folder, else the one that is part of the program.
enum RecorderPage {
  private static let path = "traces/recorder/index.html"

  /// - Throws: `RecordError` when it is nowhere.
  static func load() throws -> [UInt8] {
    let home = ProcessInfo.processInfo.environment["CACHELAB_HOME"] ?? "."
    if let page = FileManager.default.contents(atPath: "\(home)/\(path)") { return [UInt8](page) }
    var number = 0
    while let file = unsafe cachelab_shipped_file(number) {
      if unsafe String(cString: file.pointee.path) == path {
        return unsafe [UInt8](UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size))
      }
      number += 1
    }
    throw RecordError("\(path) is not here: run in the project's folder, or set CACHELAB_HOME")
  }
}

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
