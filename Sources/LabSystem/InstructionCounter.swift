import CLabSystem

/// Counts the instructions that the calling thread executes between `begin` and `end`, any number of times.
///
/// Callgrind executes the process and writes its counts, in all and by function, to a file at `finish`.
public struct InstructionCounter: Sendable {
  /// Creates a counter, or nil unless valgrind executes this process.
  public init?() { if !lab_is_simulated() { return nil } }

  /// Begins to count. Call it after set-up, which callgrind executes faster until then.
  public func prepare() { lab_callgrind_start() }

  /// Resets the counts.
  public func restart() { lab_callgrind_zero() }

  public func begin() { lab_callgrind_toggle() }

  public func end() { lab_callgrind_toggle() }

  /// Writes the counts since `restart` to a file that contains `name`.
  public func finish(_ name: String) { unsafe lab_callgrind_dump(name) }
}
