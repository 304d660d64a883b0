import CacheLab
import LabBase
import LabSystem
import NIOCore
import NIOHTTP1
import StrategyKit
import Synchronization

/// A trace on its way: a half-written file while it comes, then checked and given its name by whoever calls `check`.
/// None of it stays in memory.
final class Upload: Sendable {
  /// Of a trace's file name.
  static let ending = ".scrolltrace"

  private let name: String
  private let folder: String
  /// Nil once it is checked.
  private let file: Mutex<AtomicFile?>

  /// - Parameter name: Of the file; another is taken where there is one of this name.
  init(_ name: String, folder: String) throws(FileError) {
    (self.name, self.folder) = (name, folder)
    file = Mutex(try AtomicFile("\(folder)/\(name)"))
  }

  /// Appends bytes.
  func write(_ bytes: ByteBuffer) throws { try file.withLock { try $0?.write(Array(bytes.readableBytesView)) } }

  /// Checks the trace, so many bytes, and stores it. Nothing is left of one that is refused.
  ///
  /// - Returns: What the sender hears, and what the terminal says of a trace that is stored.
  func check(_ count: Int) -> (response: Response, news: String?) {
    guard let file = file.withLock({ $0.take() }) else { preconditionFailure("a trace is checked once") }
    do {
      let (trace, samples) = try Trace.check(try file.bytes(count), name: name)
      let path = try store(file)
      let seconds = NumberText.fixed(Double(trace.end.rawValue) / 1e9, decimals: 1)
      let news = """
        \(path): \(NumberText.count(samples, "sample")), \(seconds) s, \(NumberText.count(trace.warningCount, "warning"))
          lab-run trace plot \(path)
          lab-run --strategy preheat2x --trace \(path)
        """
      return (Response(.ok, "The lab has it: \(path.split(separator: "/").last ?? "")"), news)
    } catch {
      return (Response(.badRequest, "refused: \(error)"), nil)
    }
  }

  /// Never over a file that is there.
  private func store(_ file: borrowing AtomicFile) throws -> String {
    let stem = "\(folder)/\(name.dropLast(Upload.ending.count))"
    for path in [stem + Upload.ending] + (2...1000).map({ "\(stem)-\($0)\(Upload.ending)" })
    where try file.commit(as: path) {
      return path
    }
    throw RecordError(description: "there are 1,000 traces of the name \(name): move some away")
  }
}
