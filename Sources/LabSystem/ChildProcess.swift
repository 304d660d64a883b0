import CLabSystem
import Synchronization
package import SystemPackage

/// A program of the system that was run to its end, and all that it wrote.
package struct ChildProcess: Sendable {
  /// The exit code; nil if a signal ended it.
  package let code: Int32?
  package let signal: Int32?
  package let output: String
  package let error: String

  package static let outputMax = 64 << 20

  private static let running = Mutex<[Int32]>([])

  /// Runs a program without input, and waits for its end.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is looked for in PATH.
  ///   - name: The name that it is called by, if it differs from `program`.
  ///   - changes: The changed variables of its environment; nil removes one.
  /// - Throws: `ChildProcessError`. The process has ended in every case.
  package static func run(
    _ program: String, _ arguments: [String] = [], called name: String? = nil, changes: [String: String?] = [:],
    in folder: String? = nil, outputMax: Int = outputMax
  ) throws(ChildProcessError) -> ChildProcess {
    var talk = try Talk(program, outputMax: outputMax)
    let process = try start(program, [name ?? program] + arguments, changes, in: folder, talk.theirs)
    talk.theirs = []
    defer { running.withLock { $0.removeAll { $0 == process } } }
    do throws(ChildProcessError) { try talk.finish() } catch {
      // It would go on running.
      _ = lab_send_signal(process, lab_signal_kill)
      _ = lab_wait_for(process)
      throw error
    }
    let end = lab_wait_for(process)
    return ChildProcess(
      code: end < 0 ? nil : end, signal: end < 0 ? -end : nil, output: String(decoding: talk.texts[0], as: UTF8.self),
      error: String(decoding: talk.texts[1], as: UTF8.self))
  }

  /// Asks all running processes to end.
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
    let variables = changes.sorted { $0.key < $1.key }.map { key, value in value.map { "\(key)=\($0)" } ?? key }
    let process = running.withLock { running in
      let process = unsafe program.withCString { program in
        unsafe listed(words).withCString { listedWords in
          unsafe listed(variables).withCString { listedVariables in
            func spawn(_ folder: UnsafePointer<CChar>?) -> Int32 {
              var told = unsafe lab_program(
                name: program, words: listedWords, word_count: words.count, changes: listedVariables,
                change_count: variables.count, folder: folder,
                descriptors: (ends[0].descriptor, ends[1].descriptor, ends[2].descriptor))
              return unsafe lab_spawn(&told)
            }
            return if let folder { unsafe folder.withCString { unsafe spawn($0) } } else { spawn(nil) }
          }
        }
      }
      if process > 0 { running.append(process) }
      return process
    }
    if process > 0 { return process }
    let code = Errno(rawValue: -process)
    throw code == .noSuchFileOrDirectory ? .missing(program) : .refused(program, call: "posix_spawn", code)
  }
}

private final class PipeEnd {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { lab_close(descriptor) }

  static func pair(for program: String) throws(ChildProcessError) -> (read: PipeEnd, write: PipeEnd) {
    var ends: [Int32] = [-1, -1]
    let code = unsafe lab_pipe(&ends)
    if code < 0 { throw .refused(program, call: "pipe", Errno(rawValue: -code)) }
    return (PipeEnd(ends[0]), PipeEnd(ends[1]))
  }
}

/// The outputs of a program: both pipes at once, so that none stays full.
private struct Talk {
  /// The program's ends, by the number of the descriptor that each becomes; released once it runs.
  var theirs: [PipeEnd]
  private(set) var texts: [[UInt8]] = [[], []]

  private let program: String
  private let outputMax: Int
  private var own: [PipeEnd?]
  private var part = [UInt8](repeating: 0, count: 1 << 16)

  init(_ program: String, outputMax: Int) throws(ChildProcessError) {
    let (out, error) = (try PipeEnd.pair(for: program), try PipeEnd.pair(for: program))
    (self.program, self.outputMax) = (program, outputMax)
    // Its input has ended.
    theirs = [try PipeEnd.pair(for: program).read, out.write, error.write]
    own = [out.read, error.read]
  }

  mutating func finish() throws(ChildProcessError) {
    while own[0] != nil || own[1] != nil {
      var watches = own.map { lab_watch(descriptor: $0?.descriptor ?? -1, wanted: Int16(lab_can_read), found: 0) }
      let found = unsafe lab_poll(&watches, watches.count, -1)
      if found < 0, Errno(rawValue: -found) != .interrupted {
        throw .refused(program, call: "poll", Errno(rawValue: -found))
      }
      guard found > 0 else { continue }
      for number in 0...1 where watches[number].found != 0 { try read(number) }
    }
  }

  private mutating func read(_ number: Int) throws(ChildProcessError) {
    guard let end = own[number] else { return }
    let count = unsafe part.withUnsafeMutableBytes { unsafe lab_read(end.descriptor, $0.baseAddress!, $0.count) }
    if count < 0 { throw .refused(program, call: "read", Errno(rawValue: Int32(-count))) }
    if count == 0 { own[number] = nil }
    texts[number] += part[..<Int(count)]
    if texts[number].count > outputMax { throw .tooMuchOutput(program, bytesMax: outputMax) }
  }
}

/// A failure to run a program, with its cure.
package enum ChildProcessError: Error, CustomStringConvertible {
  case missing(String)
  case refused(String, call: String, Errno)
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

extension Errno {
  /// The system's message, with the cure if something has run out.
  package var withCure: String {
    switch self {
    case .tooManyOpenFiles: "\(self); ulimit -n 256 lets more files be open"
    case .resourceTemporarilyUnavailable:
      "\(self); raise the limit on processes, ulimit -u or pids.max of a container"
    default: description
    }
  }
}
