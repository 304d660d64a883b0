/// The colours of a page's pictures: each pair of a light and a dark one is a variable of the page's style.
struct PictureColors {
  private var pairs: [(light: String, dark: String)] = []

  /// What stands for a colour in a picture.
  mutating func word(light: String, dark: String) -> String {
    if light == dark { return light }
    let index = pairs.firstIndex { $0 == (light, dark) } ?? pairs.count
    if index == pairs.count { pairs.append((light, dark)) }
    return "var(--p\(index))"
  }

  /// The same for text, made darker or lighter until it can be read on the picture's ground (4.5 : 1). A colour that is
  /// almost the ground's is meant for text on a patch of another colour and stays.
  mutating func textWord(light: String, dark: String) -> String {
    word(light: PictureColors.readable(light, on: 1), dark: PictureColors.readable(dark, on: 0.006))
  }

  /// - Parameter ground: its luminance: white, or that of `Palette.ground` when dark.
  static func readable(_ color: String, on ground: Double) -> String {
    guard var parts = parts(of: color) else { return color }
    func contrast(_ parts: [Double]) -> Double {
      let luminance = luminance(of: parts)
      return (max(luminance, ground) + 0.05) / (min(luminance, ground) + 0.05)
    }
    guard contrast(parts) > 1.3 && contrast(parts) < 4.6 else { return color }
    while contrast(parts) < 4.65 {
      parts = parts.map { ground > 0.5 ? $0 * 0.97 : min(255, $0 * 1.03 + 1) }
    }
    return "rgb(" + parts.map { "\(Int($0))" }.joined(separator: ",") + ")"
  }

  /// Red, green and blue, 0 to 255.
  private static func parts(of color: String) -> [Double]? {
    if color.hasPrefix("#"), let number = Int(color.dropFirst(), radix: 16) {
      return [number >> 16 & 255, number >> 8 & 255, number & 255].map(Double.init)
    }
    let numbers = color.split { !$0.isNumber }.compactMap { Double($0) }
    return numbers.count == 3 ? numbers : nil
  }

  /// As WCAG 2 defines it, the power of 2.4 taken by a square and a cube: within 0.003.
  private static func luminance(of parts: [Double]) -> Double {
    let linear = parts.map { part -> Double in
      let value = part / 255
      return value * value * (0.28 * value + 0.72)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  var style: String {
    if pairs.isEmpty { return "" }
    func list(_ colors: [String]) -> String {
      colors.enumerated().map { "--p\($0.offset):\($0.element)" }.joined(separator: ";")
    }
    return ":root{\(list(pairs.map(\.light)))}\n"
      + "@media (prefers-color-scheme: dark){:root{\(list(pairs.map(\.dark)))}}\n"
  }
}
