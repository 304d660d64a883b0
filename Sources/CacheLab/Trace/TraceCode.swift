/// What a line of a trace other than a sample says.
public enum TraceCode: String, CaseIterable, Sendable {
  case down, drag, up, decel, bounce, idle, jump, top, scrub, layout, insert, remove, access
  case memoryWarning = "memory-warning"
  case background, foreground, mark, end

  /// The code of a name: most are short enough to be compared as a number, where an initialiser from a raw value compares
  /// one text after the other.
  init?(named name: String) {
    let letters = name.utf8
    if letters.count > 8 {
      self.init(rawValue: name)
    } else {
      self.init(key: letters.reduce(0, TraceCode.key), count: letters.count)
    }
  }

  /// The code of at most eight letters.
  ///
  /// - Parameter key: What `key` makes of them.
  init?(key: UInt64, count: Int) {
    let keyed = TraceCode.keyed
    // By index: an iterator would hold the list.
    guard let index = keyed.indices.first(where: { keyed[$0].key == key && keyed[$0].count == count }) else {
      return nil
    }
    self = keyed[index].code
  }

  private static let keyed = allCases.map { code in
    (key: code.rawValue.utf8.reduce(0, TraceCode.key), count: code.rawValue.utf8.count, code: code)
  }

  /// A key with one letter more; the first one's is 0.
  @inline(__always)
  static func key(_ key: UInt64, _ letter: UInt8) -> UInt64 { key << 8 | UInt64(letter) }
}
