/// The colours of all pictures: those of Okabe and Ito, which colour-blind eyes tell apart, in roles that never change.
enum Palette {
  static let displayed = "#0072B2"
  static let kept = "#56B4E9"
  static let inFlight = "#E69F00"
  static let hit = "#009E73"
  static let late = "#E69F00"
  static let miss = "#D55E00"
  static let offset = "#767676"
  static let peak = "#D55E00"

  private static let hues = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C6D1F", "#5E5E5E"]
  /// Strategies that have a colour of their own in every picture, in order.
  private static let known = ["preheat2x", "none", "fixed-window", "lru", "budget-priority"]

  /// A strategy's line: its colour is the same in all pictures that it is in with the same others; beyond eight, dashes
  /// tell lines of one colour apart.
  static func style(of strategy: String, among all: [String]) -> (color: String, dash: Int, point: Int) {
    let others = all.filter { !known.contains($0) }.sorted()
    let index = known.firstIndex(of: strategy) ?? known.count + (others.firstIndex(of: strategy) ?? 0)
    return (hues[index % hues.count], index / hues.count + 1, [7, 5, 9, 11, 13][index / hues.count % 5])
  }
}
