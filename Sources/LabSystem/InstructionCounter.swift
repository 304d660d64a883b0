import CLabSystem
import SystemPackage

/// A way to count instructions.
public enum InstructionWay: String, CaseIterable, Sendable {
  /// The processor's counter, at full speed.
  case counter
  /// Callgrind, which executes the program some fifty times slower, and knows which function executed what.
  case callgrind
}

/// Counts the instructions that the calling thread executes between `begin` and `end`, any number of times.
///
/// The processor's counter returns its count here. Callgrind, in whose process this one then runs, writes it to a file
/// at `finish`, with the count of each function.
///
/// Three words, so that an observer that holds one is called without memory of its own.
public struct InstructionCounter: Sendable {
  /// The descriptor of the processor's counter; -1 under callgrind.
  private let descriptor: Int32
  /// The number of times that it was begun and ended.
  private var pairs: Int32 = 0
  private var began: Int64 = 0
  /// The sum of counts; -1 if the counter could not be read.
  private var sum: Int64 = 0

  /// - Throws: The reason why this process cannot count in this way, in a few words.
  public init(_ way: InstructionWay) throws(InstructionCounterError) {
    switch way {
    case .callgrind:
      guard lab_is_simulated() else {
        throw InstructionCounterError(reason: "this process does not run under valgrind")
      }
      descriptor = -1
    case .counter:
      descriptor = lab_open_counter()
      guard descriptor >= 0 else {
        throw InstructionCounterError(
          reason:
            "\(unsafe String(cString: lab_counter_source())) lends no counter (\(Errno(rawValue: -descriptor)))"
        )
      }
    }
  }

  /// The account that the processor's counter has, as records name it: `counter` on Linux, of the calling thread in
  /// user space, and `proc_pid_rusage` on macOS, of this process and the kernel's work for it. Counts of the two are
  /// not compared.
  package static var account: String { unsafe String(cString: lab_counter_account()) }

  public var way: InstructionWay { descriptor < 0 ? .callgrind : .counter }

  /// Ends the set-up: callgrind executes it faster than the part that it may have to count.
  public func prepare() { if descriptor < 0 { lab_callgrind_start() } }

  public mutating func restart() {
    (pairs, sum) = (0, 0)
    if descriptor < 0 { lab_callgrind_zero() }
  }

  public mutating func begin() {
    if descriptor < 0 { lab_callgrind_toggle() } else { began = lab_read_counter(descriptor) }
  }

  public mutating func end() {
    if descriptor < 0 { return lab_callgrind_toggle() }
    let now = lab_read_counter(descriptor)
    pairs += 1
    sum = began < 0 || now < 0 || sum < 0 ? -1 : sum + now - began
  }

  /// Returns the count since `restart`, less that of counting itself. Under callgrind returns 0 and writes the count to
  /// a file of this name.
  ///
  /// - Throws: If the system took the counter away meanwhile.
  public func finish(_ name: String) throws(InstructionCounterError) -> Int64 {
    if descriptor < 0 {
      unsafe lab_callgrind_dump(name)
      return 0
    }
    if sum < 0 { throw InstructionCounterError(reason: "another program took the processor's counter meanwhile") }
    var empty = self
    let overhead =
      (0..<16).map { _ -> Int64 in
        empty.restart()
        empty.begin()
        empty.end()
        return empty.sum
      }.min() ?? 0
    return max(0, sum - overhead * Int64(pairs))
  }
}

/// The reason why instructions cannot be counted.
public struct InstructionCounterError: Error, Hashable, Sendable, CustomStringConvertible {
  public let reason: String

  public init(reason: String) { self.reason = reason }

  public var description: String { "instructions cannot be counted: \(reason)" }
}
