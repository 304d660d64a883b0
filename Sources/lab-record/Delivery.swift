import CacheLab
import LabSystem
import StrategyKit

/// A trace on its way: a half-written file while it comes, then checked and given its name by whoever calls `check`.
/// None of it stays in memory.
final class Delivery: Sendable {
  typealias Outcome = (answer: Answer, arrival: Arrival?)

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
  /// - Throws: `FileError` when no file can be begun in the folder.
  init(_ name: String, folder: String) throws(FileError) {
    (self.name, self.folder) = (name, folder)
    state = Monitor(State(file: try AtomicFile("\(folder)/\(name)")))
  }

  /// Bytes that have come.
  var count: Int { state.withLock { $0.count } }

  /// What came of the check; nil until then.
  var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Appends bytes.
  func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
    let problem = state.withLock { state -> FileError? in
      do throws(FileError) { try state.file?.write(Array(bytes)) } catch { return error }
      state.count += bytes.count
      return nil
    }
    if let problem { throw problem }
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
      let arrival = Arrival(
        path: path, bytes: count, samples: samples, seconds: Double(trace.end.rawValue) / 1e9,
        warnings: trace.warningCount)
      return (Answer(200, "The lab has it: \(path.split(separator: "/").last ?? "")"), arrival)
    } catch {
      return (Answer(400, "refused: \(error)"), nil)
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
}

/// Checks deliveries one after the other, in a thread of its own: a large trace keeps nobody waiting.
struct DeliveryClerk {
  private let queue = Monitor<[Delivery]>([])

  /// - Parameter checked: Called in that thread after each check.
  /// - Throws: `SystemThread.Refused` where the system gives no thread.
  init(checked: @escaping () -> Void) throws(SystemThread.Refused) {
    let queue = queue
    _ = try SystemThread {
      while true {
        queue.wait { $0.isEmpty ? nil : $0.removeFirst() }.check()
        checked()
      }
    }
  }

  func take(_ delivery: Delivery) { queue.withLock { $0.append(delivery) } }
}

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
