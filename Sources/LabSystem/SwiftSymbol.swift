import CLabSystem

/// Names of functions in the form of the linker.
package enum SwiftSymbol {
  /// Returns `CacheLab.Replay.run(...)` for `$s8CacheLab...`, and any other name unchanged.
  package static func demangled(_ name: String) -> String {
    guard name.hasPrefix("$s"), let text = unsafe SystemText.taking(lab_demangled(name, name.utf8.count)) else {
      return name
    }
    return text
  }

  /// Returns a demangled name without compiler-made suffixes and the file of a private function.
  package static func short(_ name: String) -> String {
    var name = demangled(name)
    if let of = name.range(of: "> of ", last: true) { name = String(name[of.upperBound...]) }
    while let mark = name.range(of: " in _", last: false) {
      let end = name[mark.upperBound...].firstIndex { !$0.isHexDigit } ?? name.endIndex
      // `(frame in _3CB6)` is called `frame`.
      name.removeSubrange(mark.lowerBound..<end)
    }
    return name
  }
}

extension String {
  /// Returns the first or the last place of a text.
  fileprivate func range(of text: String, last: Bool) -> Range<Index>? {
    last ? ranges(of: text).last : firstRange(of: text)
  }
}
