/// How a strategy looks: the same in every picture, whatever else is in it.
struct StrategyStyle: Hashable, Sendable {
  /// A colour of `Palette.hues`.
  var hue: String
  /// Tells strategies of one colour apart: 0 is a solid line.
  var pattern: Int

  /// gnuplot's dash type.
  var dash: String { ["1", "(6,3)", "(2,2)", "(8,3,2,3)", "(12,4)"][pattern % 5] }
  /// gnuplot's filled point types.
  var point: Int { [7, 5, 9, 13, 11][pattern % 5] }

  /// Those of the lab. Who is often seen together has different colours.
  private static let known: [[String]] = [
    [
      "preheat2x", "budget-priority", "fixed-window", "lru", "windowed-lead", "per-row-window", "uikit-prefetch",
      "none",
      "texture-ranges", "displayport",
    ],
    ["deadline-lookahead", "nuke-prefetch", "flashlist", "", "scroll-aware", "skewport", "glide-preloader"],
    ["arc", "sieve", "clock", "", "s3-fifo", "", "", "", "lru-by-size"],
  ]

  /// - Parameter strategy: As tables show it. All that is not the lab's own, parameters and joined ones among it, gets
  ///   its colour and dashes from the letters of its name.
  init(_ strategy: String) {
    for (pattern, names) in StrategyStyle.known.enumerated() {
      guard let place = names.firstIndex(of: strategy), !strategy.isEmpty else { continue }
      (hue, self.pattern) = (Palette.hues[place], pattern)
      return
    }
    // FNV-1a: the same on every machine, which Swift's own hashes are not.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in strategy.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let number = Int((hash ^ hash >> 29) % UInt64(Palette.hues.count * 4))
    (hue, pattern) = (Palette.hues[number % Palette.hues.count], number / Palette.hues.count)
  }

  /// The styles of strategies that stand in one picture: where two would look the same, the later one gets other dashes.
  static func of(_ strategies: [String]) -> [StrategyStyle] {
    var styles: [StrategyStyle] = []
    for strategy in strategies {
      var style = StrategyStyle(strategy)
      for _ in 0..<4 where styles.contains(style) { style.pattern = (style.pattern + 1) % 5 }
      styles.append(style)
    }
    return styles
  }
}
