import CLabSystem
import Synchronization

/// A program of the system that was run to its end, and all that it wrote.
package struct ChildProcess: Sendable {
  /// The exit code; nil if a signal ended it.
  package let code: Int32?
  package let signal: Int32?
  package let output: String
  package let error: String

  package static let outputMax = 64 << 20

  private static let running = Mutex<[Int32]>([])

  /// Runs a program, a path or a name in PATH, without input, and waits for its end. After an error it has ended, too.
  ///
  /// - Parameter changes: The changed variables of its environment; nil removes one.
  package static func run(
    _ program: String, _ arguments: [String] = [], called name: String? = nil, changes: [String: String?] = [:],
    in folder: String? = nil, outputMax: Int = outputMax
  ) throws(ChildProcessError) -> ChildProcess {
    // Its input has ended.
    let input = try PipeEnd.pair(for: program).read
    let (output, error) = (try PipeEnd.pair(for: program), try PipeEnd.pair(for: program))
    let process = try start(
      program, [name ?? program] + arguments, changes, in: folder, [input, output.write, error.write])
    defer { running.withLock { $0.removeAll { $0 == process } } }
    output.write.close()
    error.write.close()
    let written = Result { () throws(ChildProcessError) in
      try read([output.read, error.read], of: program, outputMax: outputMax)
    }
    // It would go on running.
    if case .failure = written { _ = lab_send_signal(process, lab_signal_kill) }
    let end = lab_wait_for(process)
    let texts = try written.get()
    return ChildProcess(
      code: end < 0 ? nil : end, signal: end < 0 ? -end : nil, output: texts[0], error: texts[1])
  }

  package static func endAll() {
    // A process that has just ended may still be listed, and its number may be another process's.
    for process in running.withLock({ $0 }) where lab_is_child(process) {
      _ = lab_send_signal(process, lab_signal_end)
    }
  }

  package static func isRunning(_ process: Int32) -> Bool { running.withLock { $0.contains(process) } }

  /// Starts a program under the lock, so that `endAll` reaches every one.
  private static func start(
    _ program: String, _ words: [String], _ changes: [String: String?], in folder: String?, _ ends: [PipeEnd]
  ) throws(ChildProcessError) -> Int32 {
    func listed(_ texts: [String]) -> String { texts.map { $0 + "\0" }.joined() }
    let variables = changes.ordered { $0.key < $1.key }.map { key, value in value.map { "\(key)=\($0)" } ?? key }
    let process = running.withLock { running in
      let process = unsafe lab_spawn(
        program, listed(words), words.count, listed(variables), variables.count, folder, ends.map(\.descriptor))
      if process > 0 { running.append(process) }
      return process
    }
    if process > 0 { return process }
    let code = SystemError(-process)
    throw code == .noSuchFileOrDirectory ? .missing(program) : .refused(program, call: "posix_spawn", code)
  }

  /// Returns all that comes through pipes, read at once, so that none stays full.
  private static func read(
    _ ends: [PipeEnd], of program: String, outputMax: Int
  ) throws(ChildProcessError) -> [String] {
    var open = ends.map { Optional($0) }
    var texts: [[UInt8]] = ends.map { _ in [] }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while open.contains(where: { $0 != nil }) {
      var watches = open.map { lab_watch(descriptor: $0?.descriptor ?? -1, wanted: Int16(lab_can_read), found: 0) }
      let found = unsafe lab_poll(&watches, watches.count, -1)
      if found < 0 { throw .refused(program, call: "poll", SystemError(-found)) }
      for (number, end) in open.enumerated() where watches[number].found != 0 {
        guard let end else { continue }
        let count = unsafe part.withUnsafeMutableBytes { unsafe lab_read(end.descriptor, $0.baseAddress!, $0.count) }
        if count < 0 { throw .refused(program, call: "read", SystemError(Int32(-count))) }
        if count == 0 { open[number] = nil }
        texts[number] += part[..<Int(count)]
        if texts[number].count > outputMax { throw .tooMuchOutput(program, bytesMax: outputMax) }
      }
    }
    return texts.map { String(decoding: $0, as: UTF8.self) }
  }
}

private final class PipeEnd {
  private(set) var descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  func close() {
    if descriptor >= 0 { lab_close(descriptor) }
    descriptor = -1
  }

  static func pair(for program: String) throws(ChildProcessError) -> (read: PipeEnd, write: PipeEnd) {
    var ends: [Int32] = [-1, -1]
    let code = unsafe lab_pipe(&ends)
    if code < 0 { throw .refused(program, call: "pipe", SystemError(-code)) }
    return (PipeEnd(ends[0]), PipeEnd(ends[1]))
  }
}

package enum ChildProcessError: Error, CustomStringConvertible {
  case missing(String)
  case refused(String, call: String, SystemError)
  case tooMuchOutput(String, bytesMax: Int)

  package var description: String {
    switch self {
    case .missing(let program): "there is no program \(program); check the path"
    case .refused(let program, let call, let code): "\(program) cannot be run (\(call): \(code.withCure))"
    case .tooMuchOutput(let program, let bytesMax):
      "\(program) wrote more than \(bytesMax) bytes and was ended; run it by hand to see why"
    }
  }
}
