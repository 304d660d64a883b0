/// The look of a strategy, the same in every picture and on every page, whatever else is in it.
public struct StrategyStyle: Hashable, Sendable {
  /// Colours on light and on dark ground, as in CSS: seven that lie far apart for all eyes, those that do not tell red
  /// from green among them.
  public static let hues: [(name: String, light: String, dark: String)] = [
    ("blue", "#0948F2", "#1954FB"), ("orange", "#FC761C", "#E8702C"), ("green", "#32B082", "#2DF596"),
    ("grey", "#25272A", "#6E7378"), ("purple", "#66087D", "#BC6ED6"), ("amber", "#593F06", "#FFF04A"),
    ("sky", "#2FA6FD", "#BFDEF1"),
  ]

  private let colour: Int
  /// Tells strategies of one colour apart; 0 is a solid line.
  public private(set) var pattern: Int

  /// The lengths of a line's parts and gaps in turn, in widths of the line; empty for a solid one.
  public static let dashes: [[Int]] = [[], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4]]

  public var hue: (name: String, light: String, dark: String) { StrategyStyle.hues[colour] }

  public var dash: [Int] { StrategyStyle.dashes[pattern] }

  /// The strategies of the lab, a row a pattern, a column a colour. Those often seen together differ in colour.
  private static let known: [[String]] = [
    ["preheat2x", "budget-priority", "windowed-lead", "none", "fixed-window", "lru", "per-row-window"],
    ["uikit-prefetch", "deadline-lookahead", "texture-ranges", "clairvoyant", "displayport", "arc", "nuke-prefetch"],
    ["flashlist", "scroll-aware", "skewport", "lru-by-size", "glide-preloader", "sieve", "clock"],
    ["", "", "", "", "", "s3-fifo", ""],
  ]

  /// - Parameter strategy: The name as in tables. A strategy that is not the lab's own, has parameters or is joined of
  ///   several gets its colour and pattern from the letters of its name.
  public init(_ strategy: String) {
    let strategy = StrategyStyle.withoutDelivery(strategy)
    for (pattern, names) in StrategyStyle.known.enumerated() {
      guard let place = names.firstIndex(of: strategy), !strategy.isEmpty else { continue }
      (colour, self.pattern) = (place, pattern)
      return
    }
    // FNV-1a: the same on every machine, which Swift's own hashes are not.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in strategy.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let number = Int((hash ^ hash >> 29) % UInt64(StrategyStyle.hues.count * StrategyStyle.dashes.count))
    (colour, pattern) = (number % StrategyStyle.hues.count, number / StrategyStyle.hues.count)
  }

  /// Returns the name without the delivery behind it: thumbnails first or not, a strategy is the same one.
  public static func withoutDelivery(_ strategy: String) -> String {
    let delivery = "+opportunistic"
    return strategy.hasSuffix(delivery) ? String(strategy.dropLast(delivery.count)) : strategy
  }

  /// Returns the styles of strategies that stand together; of two that look the same the later gets another pattern.
  public static func of(_ strategies: [String]) -> [StrategyStyle] {
    var styles: [StrategyStyle] = []
    for strategy in strategies {
      var style = StrategyStyle(strategy)
      for _ in dashes where styles.contains(style) { style.pattern = (style.pattern + 1) % dashes.count }
      styles.append(style)
    }
    return styles
  }
}
