import CacheLab

/// The colours of all pictures by their roles. A script names them, so that light and dark differ in its head alone.
enum Palette {
  static let colours: [(name: String, light: String, dark: String)] =
    [
      ("ground", "#FFFFFF", "#0D1117"), ("ink", "#1F2328", "#E6EDF3"), ("muted", "#636C76", "#9BA5B0"),
      ("faint", "#DEE2E6", "#2A313A"), ("pale", "#B4BBC2", "#59626C"),
      // The purposes of memory.
      ("displayed", "#0072B2", "#3C93CE"), ("kept", "#A6D4F2", "#1F5378"), ("inflight", "#E69F00", "#E5A623"),
      ("peak", "#B84A00", "#FF9152"),
    ] + StrategyStyle.Hue.all.map { ($0.name, $0.light, $0.dark) }

  static func ground(isDark: Bool) -> String { isDark ? colours[0].dark : colours[0].light }

  /// Returns assignments of the colours that a script uses.
  static func head(of script: String, isDark: Bool) -> String {
    let words = Set(script.split { !$0.isLetter }.map(String.init))
    return colours.filter { words.contains($0.name) }
      .map { "\($0.name) = '\(isDark ? $0.dark : $0.light)'" }.joined(separator: "\n")
  }
}

extension StrategyStyle {
  /// Returns gnuplot's line type for the series of a number.
  func line(_ number: Int, isPale: Bool = false) -> String {
    let parts = dash.isEmpty ? "1" : "(\(dash.map { "\($0)" }.joined(separator: ",")))"
    let points = [7, 5, 9, 13, 11]
    return "set linetype \(number) linecolor rgb \(isPale ? "pale" : hue.name) dashtype \(parts) "
      + "pointtype \(points[pattern])"
  }
}
