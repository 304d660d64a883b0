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

  /// How gnuplot draws a line of a width, points of a size, or both.
  func drawing(width: String? = nil, size: String? = nil) -> String {
    "with \(width == nil ? "" : "lines")\(size == nil ? "" : "points")"
      + (width.map { " linewidth \($0) dashtype \(dash)" } ?? "")
      + (size.map { " pointtype \(point) pointsize \($0)" } ?? "") + " linecolor rgb \(hue)"
  }

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

/// The colours of all pictures, in roles that never change; a script names them, so that light and dark differ in its
/// head alone.
///
/// The hues are those of Okabe and Ito, which colour-blind eyes tell apart, and two more; on dark ground they are lighter.
enum Palette {
  /// By the name that scripts use.
  static let colours: [(name: String, light: String, dark: String)] = [
    ("ground", "#FFFFFF", "#0D1117"),
    ("ink", "#1F2328", "#E6EDF3"),
    ("muted", "#636C76", "#9BA5B0"),
    ("faint", "#DEE2E6", "#2A313A"),
    ("pale", "#B4BBC2", "#59626C"),
    // What memory is held for.
    ("displayed", "#0072B2", "#3C93CE"),
    ("kept", "#A6D4F2", "#1F5378"),
    ("inflight", "#E69F00", "#E5A623"),
    ("peak", "#B84A00", "#FF9152"),
    // Strategies.
    ("blue", "#0072B2", "#4BA6E4"),
    ("vermillion", "#D55E00", "#F58545"),
    ("green", "#009E73", "#2FC39B"),
    ("purple", "#B85C93", "#DE97BF"),
    ("orange", "#DB9200", "#F0B53C"),
    ("sky", "#4AA8E0", "#8FD0F7"),
    ("brown", "#86671A", "#C4A55A"),
    ("grey", "#5E6670", "#AAB3BD"),
    ("indigo", "#5B4BB3", "#A79BF2"),
    ("wine", "#8C2F4F", "#D9809D"),
  ]

  static let hues = ["blue", "vermillion", "green", "purple", "orange", "sky", "brown", "grey", "indigo", "wine"]

  /// Ends of the one ramp of heat maps, red, green and blue: the same on light and dark ground.
  static let heat = (pale: (226, 236, 245), dark: (0, 84, 140))

  static func ground(isDark: Bool) -> String { isDark ? colours[0].dark : colours[0].light }

  /// The assignments of the colours that a script uses.
  static func head(of script: String, isDark: Bool) -> String {
    let words = Set(script.split(separator: "rgb ").map { $0.prefix { $0.isLetter } })
    return colours.filter { words.contains(Substring($0.name)) }
      .map { "\($0.name) = '\(isDark ? $0.dark : $0.light)'" }.joined(separator: "\n")
  }
}
