import CLabSystem

/// Counts the instructions that the calling thread executes between `begin` and `end`, any number of times.
///
/// Callgrind executes the process and writes its counts, in all and by function, to a file at `finish`.
public struct InstructionCounter: Sendable {
  /// Creates a counter, or nil unless valgrind executes this process.
  public init?() { if !lab_is_simulated() { return nil } }

  /// Resets the counts, and begins to count. Callgrind executes what comes before the first call faster.
  public func restart() {
    lab_callgrind_start()
    lab_callgrind_zero()
  }

  public func begin() { lab_callgrind_toggle() }

  public func end() { lab_callgrind_toggle() }

  /// Writes the counts since `restart` to a file that contains `name`.
  public func finish(_ name: String) { unsafe lab_callgrind_dump(name) }
}

package enum SwiftSymbol {
  /// Returns `CacheLab.Replay.run(...)` for the linker's `$s8CacheLab...`, without suffixes that the compiler made and the
  /// file of a private function, and any other name unchanged.
  package static func short(_ name: String) -> String {
    var name = name
    if name.hasPrefix("$s"), let text = unsafe SystemText.taking(lab_demangled(name, name.utf8.count)) { name = text }
    if let of = name.ranges(of: "> of ").last { name = String(name[of.upperBound...]) }
    while let mark = name.firstRange(of: " in _") {
      let end = name[mark.upperBound...].firstIndex { !$0.isHexDigit } ?? name.endIndex
      // `(frame in _3CB6)` is called `frame`.
      name.removeSubrange(mark.lowerBound..<end)
    }
    return name
  }
}
