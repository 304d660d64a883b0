import CInstructionCount

/// How instructions are counted.
public enum InstructionWay: String, CaseIterable, Sendable {
  /// By the processor, as fast as the program runs.
  case counter
  /// By callgrind, which executes the program some fifty times slower, and knows which function executed what.
  case callgrind
}

/// Counts the instructions that the calling thread executes in user space between `begin` and `end`, any number of times.
///
/// The processor's counter says here what it counted. Callgrind, in whose process this one then runs, writes it to a file
/// at `finish`, with what each function executed.
///
/// Three words, so that an observer that holds one is called without memory of its own.
public struct InstructionCounter: Sendable {
  /// Of the processor's counter; -1 under callgrind.
  private let descriptor: Int32
  /// How often it was begun and ended.
  private var pairs: Int32 = 0
  private var began: Int64 = 0
  /// -1 where the counter could not be read.
  private var sum: Int64 = 0

  /// - Throws: Why this process cannot count in this way, in a few words.
  public init(_ way: InstructionWay) throws(InstructionCounterError) {
    switch way {
    case .callgrind:
      guard is_simulated() != 0 else {
        throw InstructionCounterError(reason: "this process does not run under valgrind")
      }
      descriptor = -1
    case .counter:
      descriptor = instruction_counter_open()
      guard descriptor >= 0 else {
        throw InstructionCounterError(
          reason: "perf_event_open lends no counter (\(SystemText.message(ofError: -descriptor)))")
      }
    }
  }

  public var way: InstructionWay { descriptor < 0 ? .callgrind : .counter }

  /// To be called when set-up is over: callgrind executes it faster than what it may have to count.
  public func prepare() { if descriptor < 0 { callgrind_start_instrumentation() } }

  public mutating func restart() {
    (pairs, sum) = (0, 0)
    if descriptor < 0 { callgrind_zero_stats() }
  }

  public mutating func begin() {
    if descriptor < 0 { callgrind_toggle_collect() } else { began = instruction_counter_read(descriptor) }
  }

  public mutating func end() {
    if descriptor < 0 { return callgrind_toggle_collect() }
    let now = instruction_counter_read(descriptor)
    pairs += 1
    sum = began < 0 || now < 0 || sum < 0 ? -1 : sum + now - began
  }

  /// What was counted since `restart`, less what counting itself executes; 0 under callgrind, which writes it to a file
  /// under this name.
  ///
  /// - Throws: When the system took the counter away meanwhile.
  public func finish(_ name: String) throws(InstructionCounterError) -> Int64 {
    if descriptor < 0 {
      unsafe callgrind_dump_stats(name)
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

/// Why instructions cannot be counted.
public struct InstructionCounterError: Error, Hashable, Sendable, CustomStringConvertible {
  public let reason: String

  public init(reason: String) { self.reason = reason }

  public var description: String { "instructions cannot be counted: \(reason)" }
}
