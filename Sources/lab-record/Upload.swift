import CacheLab
import LabSystem
import StrategyKit

/// A trace on its way: a half-written file while it comes, then checked and given its name by whoever calls `check`.
/// None of it stays in memory.
final class Upload: Sendable {
  typealias Outcome = (response: Response, stored: StoredTrace?)

  private struct State: ~Copyable {
    /// Nil once it is checked.
    var file: AtomicFile?
    var count = 0
    var outcome: Outcome?
  }

  private let name: String
  private let folder: String
  private let state: Monitor<State>

  /// - Parameter name: Of the file; another is taken where there is one of this name.
  /// - Throws: `Response` when no file can be begun in the folder.
  init(_ name: String, folder: String) throws(Response) {
    (self.name, self.folder) = (name, folder)
    do throws(FileError) { state = Monitor(State(file: try AtomicFile("\(folder)/\(name)"))) } catch {
      throw Upload.refusal(of: error)
    }
  }

  /// Bytes that have come.
  var count: Int { state.withLock { $0.count } }

  /// What came of the check; nil until then.
  var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Appends bytes.
  func write(_ bytes: ArraySlice<UInt8>) throws(Response) {
    let problem = state.withLock { state -> FileError? in
      do throws(FileError) { try state.file?.write(Array(bytes)) } catch { return error }
      state.count += bytes.count
      return nil
    }
    if let problem { throw Upload.refusal(of: problem) }
  }

  /// Checks the trace and stores it. Once there is an outcome, nothing is left of a trace that was refused.
  func check() {
    guard let file = state.withLock({ $0.file.take() }) else { return }
    let outcome = judged(file)
    state.withLock { $0.outcome = outcome }
  }

  private func judged(_ file: consuming AtomicFile) -> Outcome {
    do {
      let (trace, samples) = try Trace.check(try file.bytes(count), name: name)
      let path = try store(file)
      let stored = StoredTrace(
        path: path, samples: samples, seconds: Double(trace.end.rawValue) / 1e9, warnings: trace.warningCount)
      return (Response(200, "The lab has it: \(path.split(separator: "/").last ?? "")"), stored)
    } catch {
      return (Response(400, "refused: \(error)"), nil)
    }
  }

  /// Never over a file that is there.
  private func store(_ file: borrowing AtomicFile) throws -> String {
    let stem = name.dropLast(12)
    for number in 1...1000 {
      let path = "\(folder)/\(number == 1 ? "\(stem)" : "\(stem)-\(number)").scrolltrace"
      if try file.commit(as: path) { return path }
    }
    throw RecordError("there are 1,000 traces of the name \(name): move some away")
  }

  private static func refusal(of error: FileError) -> Response {
    Response(507, "refused: it cannot be stored: \(error.reason)")
  }
}

/// A trace that was taken, checked and stored.
struct StoredTrace: Sendable {
  var path: String
  var samples: Int
  var seconds: Double
  var warnings: Int
}
