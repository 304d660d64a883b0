/// A drawing by gnuplot made part of a page: its two colourings in one, without what only a file of its own needs.
enum PictureSVG {
  /// The element; nil for what is no drawing.
  ///
  /// - Parameters:
  ///   - light: gnuplot's file, dark on light.
  ///   - dark: the same light on dark: its lines differ in colours alone. One that differed in more would be drawn as it
  ///     is in `light`.
  ///   - id: begins the ids in it, which must not meet those of another picture.
  ///   - alt: what it shows, for whoever cannot see it.
  ///   - colors: the page's.
  static func element(
    light: String, dark: String, id: String, alt: String, colors: inout PictureColors
  ) -> String? {
    guard let day = body(of: light), let night = body(of: dark) else { return nil }
    let lines =
      day.lines.count == night.lines.count
      ? zip(day.lines, night.lines).map { merged($0, $1, &colors) } : day.lines
    var text = lines.joined(separator: "\n").replacing("xlink:href", with: "href")
    for mark in ["id='", "id=\"", "href='#", "href=\"#", "url(#"] { text = text.replacing(mark, with: mark + id) }
    let alt = HTMLText.escaped(alt)
    return "<svg viewBox=\"\(HTMLText.escaped(day.viewBox))\" role=\"img\" aria-label=\"\(alt)\">"
      + "<title>\(alt)</title>\n\(text)</svg>"
  }

  private static func body(of text: String) -> (viewBox: String, lines: [String])? {
    guard let start = text.firstRange(of: "<svg"), let head = text[start.upperBound...].firstIndex(of: ">"),
      let end = text.ranges(of: "</svg>").last, let box = text[..<head].firstRange(of: "viewBox=\""),
      let quote = text[box.upperBound..<head].firstIndex(of: "\""), text.firstRange(of: "<script") == nil
    else { return nil }
    let inside = text[text.index(after: head)..<end.lowerBound]
    let lines = inside.split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("<title>") && !$0.hasPrefix("<desc>")
    }
    return (String(text[box.upperBound..<quote]), lines)
  }

  /// A line that has both colours wherever the two differ.
  private static func merged(_ light: String, _ dark: String, _ colors: inout PictureColors) -> String {
    if light == dark { return light }
    let (day, night) = (cut(light), cut(dark))
    guard day.rest == night.rest else { return light }
    return zip(day.colors, night.colors).enumerated().reduce(into: day.rest[0]) { line, pair in
      line += colors.word(light: pair.element.0, dark: pair.element.1) + day.rest[pair.offset + 1]
    }
  }

  /// A line's colours, and what stands before, between and behind them.
  private static func cut(_ line: String) -> (rest: [String], colors: [String]) {
    var (rest, colors): ([String], [String]) = ([], [])
    var from = line.startIndex
    for match in line.matches(of: /#[0-9A-Fa-f]{6}|rgb\([0-9, ]+\)/) {
      rest.append(String(line[from..<match.range.lowerBound]))
      colors.append(String(match.output.filter { $0 != " " }))
      from = match.range.upperBound
    }
    return (rest + [String(line[from...])], colors)
  }
}

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

  var style: String {
    if pairs.isEmpty { return "" }
    func list(_ colors: [String]) -> String {
      colors.enumerated().map { "--p\($0.offset):\($0.element)" }.joined(separator: ";")
    }
    return ":root{\(list(pairs.map(\.light)))}\n"
      + "@media (prefers-color-scheme: dark){:root{\(list(pairs.map(\.dark)))}}\n"
  }
}
