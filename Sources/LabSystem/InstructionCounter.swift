import CLabSystem

/// Counts the instructions that the calling thread executes between `begin` and `end`, any number of times.
///
/// Callgrind executes the process, one instruction after the other, and writes what it counted, with what each function
/// executed, to a file at `finish`.
public struct InstructionCounter: Sendable {
  /// Creates a counter; nil unless valgrind executes this process.
  public init?() { if !lab_is_simulated() { return nil } }

  /// Begins to count. To be called when set-up is over: before, callgrind executes the program faster.
  public func prepare() { lab_callgrind_start() }

  /// Forgets what was counted.
  public func restart() { lab_callgrind_zero() }

  public func begin() { lab_callgrind_toggle() }

  public func end() { lab_callgrind_toggle() }

  /// Writes what was counted since `restart` to a file that holds `name`.
  public func finish(_ name: String) { unsafe lab_callgrind_dump(name) }
}
