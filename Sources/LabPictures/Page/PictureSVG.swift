/// A drawing by gnuplot made part of a page: its two colourings in one, without what only a file of its own needs.
enum PictureSVG {
  /// The element; nil for what is no drawing. Where the lines of the two differ in more than colours, it is two elements.
  ///
  /// - Parameters:
  ///   - light: gnuplot's file, dark on light.
  ///   - dark: the same light on dark.
  ///   - id: begins the ids in it, which must not meet those of another picture.
  ///   - alt: what it shows, for whoever cannot see it.
  ///   - colors: the page's.
  static func element(
    light: String, dark: String, id: String, alt: String, colors: inout PictureColors
  ) -> String? {
    guard let day = body(of: light), let night = body(of: dark) else { return nil }
    let alt = HTMLText.escaped(alt)
    func wrap(_ body: String, _ name: String) -> String {
      "<svg viewBox=\"\(HTMLText.escaped(day.viewBox))\" role=\"img\" aria-label=\"\(alt)\"\(name)><title>\(alt)</title>\n"
        + "\(packed(renamed(body, id)))</svg>"
    }
    if let both = merged(day.lines, night.lines, &colors) { return wrap(both, "") }
    return wrap(day.lines.joined(separator: "\n"), " class=\"day\"")
      + wrap(night.lines.joined(separator: "\n").replacing("gp", with: "gq"), " class=\"night\"")
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

  /// One drawing that has both colours wherever the two differ; nil when they differ in more.
  private static func merged(_ day: [String], _ night: [String], _ colors: inout PictureColors) -> String? {
    guard day.count == night.count else { return nil }
    var lines: [String] = []
    for (light, dark) in zip(day, night) {
      if light == dark {
        lines.append(light)
        continue
      }
      let (one, other) = (cut(light), cut(dark))
      guard one.rest == other.rest else { return nil }
      var line = one.rest[0]
      for (index, color) in one.colors.enumerated() {
        line += colors.word(light: color, dark: other.colors[index]) + one.rest[index + 1]
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
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

  private static func renamed(_ body: String, _ id: String) -> String {
    var text = body.replacing("xlink:href", with: "href")
    for mark in ["id='", "id=\"", "href='#", "href=\"#", "url(#"] { text = text.replacing(mark, with: mark + id) }
    return text
  }

  /// Without needless space, and with one decimal in paths: a picture is a thousand units wide.
  private static func packed(_ body: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(body.utf8.count)
    var quote: UInt8 = 0
    var decimals = -1
    for byte in body.utf8 {
      if quote == 0 {
        let opens = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
        if opens && (result.ends(with: " d=".utf8) || result.ends(with: " points = ".utf8)) {
          quote = byte
          decimals = -1
        }
        if byte == UInt8(ascii: "\t") { continue }
      } else if byte == quote {
        if result.last == UInt8(ascii: " ") { result.removeLast() }
        quote = 0
      } else if byte == UInt8(ascii: ".") {
        decimals = 0
      } else if decimals >= 0 && byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
        decimals += 1
        if decimals > 1 { continue }
      } else {
        decimals = -1
        if byte == UInt8(ascii: " ") && result.last == byte { continue }
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate func ends(with other: String.UTF8View) -> Bool {
    count >= other.count && suffix(other.count).elementsEqual(other)
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
