import LabBase

extension Plot {
  /// A row of the key beside series: how one is drawn, what it is called, and its figures.
  struct Series {
    var name: String
    var style: StrategyStyle
    var figures: [String] = []
    /// Drawn as points, no line.
    var isPoints = false
    var isPale = false

    var hue: String { isPale ? "pale" : style.hue }
  }

  /// Series over common axes, and beside them a key with a row for each: its look, its name and columns of figures.
  ///
  /// - Parameters:
  ///   - key: Of the series, in the order of its rows.
  ///   - headings: Of their figures, three at most; above the names stands what the figures are.
  ///   - height: Of the picture; more where the key needs it.
  ///   - margins: Points beside and below the axes.
  ///   - axes: The script's lines that describe them.
  static func series(
    name: String, title: String, subtitle: String, note: String? = nil, data: PlotData, key: [Series],
    headings: (names: String, figures: [String]) = ("", []), height: Int = 560,
    margins: (left: Int, bottom: Int) = (95, 74), axes: String, drawings: [String]
  ) -> Plot {
    let height = max(height, 200 + 20 * key.count)
    let end = sharedEnd(key.map(\.name))
    var key = key
    for row in key.indices { key[row].name.removeLast(end.count) }
    return Plot(
      name: name, title: title, subtitle: end.isEmpty ? subtitle : "\(subtitle); each with \(end)", note: note,
      height: height, data: data,
      body: """
        set key off
        set lmargin at screen \(share(margins.left, 1000))
        set rmargin at screen 0.64
        set tmargin at screen \(share(from: 78, height))
        set bmargin at screen \(share(margins.bottom, height))
        \(rows(key, headings, height))
        \(axes)
        \(drawn(drawings))
        """)
  }

  /// What all of these names end in, from a plus sign on: names have little room, so it is said once.
  static func sharedEnd(_ names: [String]) -> Substring {
    guard let first = names.first, names.count > 1 else { return "" }
    let ends = first.indices.filter { first[$0] == "+" }.map { first[$0...] }
    return ends.first { end in names.allSatisfy { $0.hasSuffix(end) } } ?? ""
  }

  private static func rows(_ key: [Series], _ headings: (names: String, figures: [String]), _ height: Int) -> String {
    func label(_ words: String, _ x: Double, _ row: Int, _ look: String) -> String {
      "set label \(quoted(words)) at screen \(NumberText.fixed(x, decimals: 3)), screen \(y(row)) \(look)"
    }
    func y(_ row: Int) -> String { share(from: 92 + 20 * row, height) }
    let muted = "noenhanced font small textcolor rgb muted"
    let ends = headings.figures.indices.map { 0.98 - 0.05 * Double(headings.figures.count - 1 - $0) }
    var lines = zip(headings.figures, ends).map { label($0, $1, 0, "right \(muted)") }
    if !headings.names.isEmpty { lines.append(label(headings.names, 0.665, 0, "left \(muted)")) }
    let names = shortened(key.map(\.name), to: 38 - 6 * ends.count)
    for (row, (series, name)) in zip(1..., zip(key, names)) {
      // gnuplot's SVG joins lines of one colour and width, and draws all of them with the dashes of the last.
      let width = row % 2 == 0 ? "3" : "3.01"
      let style = series.isPale ? muted : "noenhanced font small textcolor rgb ink"
      lines.append(
        series.isPoints
          ? "set label '' at screen 0.677, screen \(y(row)) point pointtype \(series.style.point) linecolor rgb \(series.hue)"
          : "set arrow from screen 0.665, screen \(y(row)) to screen 0.69, screen \(y(row)) nohead linewidth \(width) "
            + "dashtype \(series.style.dash) linecolor rgb \(series.hue)")
      lines.append(label(name, 0.697, row, "left \(style)"))
      lines += zip(series.figures, ends).map { label($0, $1, row, "right \(style)") }
    }
    return lines.joined(separator: "\n")
  }
}
