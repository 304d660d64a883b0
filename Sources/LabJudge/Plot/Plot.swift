/// A picture before it is drawn: a gnuplot script and the data that it reads.
public struct Plot: Sendable {
  /// The name of all its files, without extension.
  public private(set) var name: String
  /// The data, tab-separated, with one head line that has units.
  public let data: String
  /// The question that the picture answers.
  public let title: String
  /// The runs that it shows.
  public let subtitle: String
  /// The runs that are left out, or nil if there are none.
  public let note: String?
  let values: String
  let templates: [Resource]
  let width: Int
  let height: Int

  /// - Parameter height: The height with a title and a subtitle of one line each; more lines make the picture higher.
  @inline(never) init(
    name: String, title: String, subtitle: String, note: String? = nil, width: Int = 1000, height: Int,
    data: [[String]],
    styles: [(style: StrategyStyle, isPale: Bool)] = [], values: [String], templates: Resource...
  ) {
    self.name = Plot.fileName(name)
    (self.title, self.subtitle, self.note) = (title, subtitle, note)
    self.data = Plot.text(data)
    // As many letters as fit in the wide font of a bare Debian.
    let titles = title.wrapped(width: (width - 28) * 10 / 112)
    let below = [subtitle, note].compactMap(\.self).flatMap { $0.wrapped(width: (width - 28) * 10 / 83) }
    let first = 78 + 24 * (titles.count - 1) + 20 * (below.count - 1)
    self.width = width
    self.height = height + first - 78
    let own = [
      Plot.assign("width", width), Plot.assign("height", self.height), Plot.assign("first", first),
      Plot.assign("lines", below.count), Plot.assign("title", Plot.escaped(titles.joined(separator: "\n"))),
      Plot.assign("below", below.joined(separator: "\n")),
    ]
    let lines = styles.enumerated().map { $1.style.line($0 + 1, isPale: $1.isPale) }
    self.values = (own + values + lines).joined(separator: "\n")
    self.templates = [.head] + templates
  }

  /// Returns the pictures with those of one name numbered, so that none is written over another.
  public static func distinct(_ plots: [Plot]) -> [Plot] {
    var taken: Set<String> = []
    return plots.map { plot in
      var (name, number) = (plot.name, 1)
      // Some file systems take letters of both cases for the same.
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = "\(plot.name)-\(number)"
      }
      var plot = plot
      plot.name = Plot.fileName(name)
      return plot
    }
  }

  static func fileName(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" }.prefix(120))
  }

  /// Returns the name of its script and its picture, without extension.
  public func fileName(isDark: Bool) -> String { name + (isDark ? "-dark" : "") }

  /// Returns the script, which plain gnuplot runs in its folder: `gnuplot NAME.gp`. Its head names the command that made it.
  public func script(command: String, isDark: Bool = false, format: PlotFormat = .svg) -> String {
    let picture = fileName(isDark: isDark)
    let body = templates.map(\.text).joined()
    return """
      # \(command.visible)
      # data: \(name).tsv; to draw it again, here: gnuplot \(picture).gp
      \(terminal(format)) background '\(Palette.ground(isDark: isDark))'
      \(fonts(format))
      \(Palette.head(of: values + body, isDark: isDark))
      set output '\(picture).\(format.rawValue)'
      data = '\(name).tsv'
      \(values)
      \(body)
      """
  }

  private func terminal(_ format: PlotFormat) -> String {
    switch format {
    case .svg: "set terminal svg size \(width),\(height) dynamic font 'sans-serif,14'"
    case .png:
      "set terminal pngcairo size \(width * 2),\(height * 2) fontscale 2 linewidth 2 pointscale 2 "
        + "font 'sans-serif,10.5'"
    }
  }

  // Letters of a picture of points are counted in 1/72 inch at 96 points an inch.
  private func fonts(_ format: PlotFormat) -> String {
    let (large, small) = format == .svg ? ("17.00", "13.00") : ("12.75", "9.75")
    return """
      bold = 'sans-serif:Bold,\(large)'
      strong = 'sans-serif:Bold,\(small)'
      small = 'sans-serif,\(small)'
      """
  }

  /// Returns a text for gnuplot's enhanced mode, without which nothing is bold in an SVG.
  static func escaped(_ text: String) -> String {
    let marks = "_^{}@&~\\".unicodeScalars
    return text.unicodeScalars.reduce(into: "") { $0 += marks.contains($1) ? "\\\($1)" : "\($1)" }
  }

  /// Returns a name on lines of at most `count` letters if it allows that: it is broken at a plus sign, a comma, a colon or
  /// a slash, and never within a word.
  static func lines(of name: String, to count: Int = 34) -> [String] {
    var lines = [""]
    var word = ""
    func end(_ lines: inout [String]) {
      if lines[lines.count - 1].count + word.count > count && lines[lines.count - 1] != "" { lines.append("") }
      lines[lines.count - 1] += word
      word = ""
    }
    for character in name.visible {
      // What a name is joined by begins the next line.
      if character == "+" { end(&lines) }
      word.append(character)
      if ",:/ ".contains(character) { end(&lines) }
    }
    end(&lines)
    return lines.map { $0.count > 120 ? $0.prefix(119) + "…" : $0 }
  }

  /// Returns the end that all names share, from a plus sign on: names have little room, so a picture shows it once.
  static func sharedEnd(_ names: [String]) -> Substring {
    guard let first = names.first, names.count > 1 else { return "" }
    let ends = first.indices.filter { first[$0] == "+" }.map { first[$0...] }
    return ends.first { end in names.allSatisfy { $0.hasSuffix(end) } } ?? ""
  }

  /// Returns the points that the widest of these names, each on its lines, takes.
  static func room(for names: [[String]]) -> Int {
    8 * (names.joined().map(\.count).max() ?? 10)
  }

  /// Returns a round distance of tics, so that a span has a few of them.
  static func tic(_ span: Double) -> Double {
    // gnuplot draws an axis of no length from -1 to 1.
    if span <= 0 { return 1 }
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
    return steps.first { span / $0 < 4 } ?? span
  }
}

/// The format of a drawn picture.
public enum PlotFormat: String, CaseIterable, Sendable {
  case svg, png
}

extension Plot {
  static func assign(_ name: String, _ value: Double) -> String { "\(name) = \(number(value))" }

  static func assign(_ name: String, _ value: Int) -> String { "\(name) = \(value)" }

  static func assign(_ name: String, _ isSet: Bool) -> String { "\(name) = \(isSet ? 1 : 0)" }

  static func assign(_ name: String, _ text: String) -> String { "\(name) = \(quoted(text))" }

  static func assign(_ name: String, _ values: [Double]) -> String { array(name, values.map(number)) }

  static func assign(_ name: String, _ texts: [String]) -> String { array(name, texts.map(quoted)) }

  /// Returns names for an axis, where `%` begins the format of a number.
  static func tics(_ names: [String]) -> [String] { names.map { $0.replacing(each: "%", with: "%%") } }

  // gnuplot has no empty arrays.
  private static func array(_ name: String, _ values: [String]) -> String {
    "array \(name)[\(max(1, values.count))] = [\(values.isEmpty ? "0" : values.joined(separator: ", "))]"
  }

  // gnuplot counts and chooses by whole numbers alone, which have no point.
  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? NumberText.fixed(value, decimals: 5)
  }

  static func quoted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "'" + String($0).visible.replacing(each: "'", with: "''") + "'" }.joined(separator: ".\"\\n\".")
  }

  /// The rows between blocks, which gnuplot counts from 0 as `index`.
  static let blockEnd: [[String]] = [[], []]

  static func data(_ head: String..., blocks: [[[String]]]) -> [[String]] {
    [head] + Array(blocks.joined(separator: blockEnd))
  }

  static func text(_ rows: [[String]]) -> String {
    rows.map { row in
      let cells = row.map { cell in String(cell.map { $0 == "\t" || $0.isNewline || $0 == "\"" ? " " : $0 }) }
      return cells.joined(separator: "\t") + "\n"
    }.joined()
  }
}

/// The colours of all pictures by their roles. A script names them, so that light and dark differ in its head alone.
enum Palette {
  static let colours: [(name: String, light: String, dark: String)] =
    [
      ("ground", "#FFFFFF", "#0D1117"), ("ink", "#1F2328", "#E6EDF3"), ("muted", "#636C76", "#9BA5B0"),
      ("faint", "#DEE2E6", "#2A313A"), ("pale", "#B4BBC2", "#59626C"),
      // The purposes of memory.
      ("displayed", "#0072B2", "#3C93CE"), ("kept", "#A6D4F2", "#1F5378"), ("inflight", "#E69F00", "#E5A623"),
      ("peak", "#B84A00", "#FF9152"),
    ] + StrategyStyle.hues

  static func ground(isDark: Bool) -> String { isDark ? colours[0].dark : colours[0].light }

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
