import CacheLab

extension Plot {
  /// A row of the key beside series: a style, a name and figures.
  struct Series {
    var name: String
    var style: StrategyStyle
    var figures: [String] = []
    var isPale = false
  }

  /// Returns series over common axes, and beside them a key with a row for each, in the same order: its style, its name and
  /// columns of figures. A picture is as wide as the names need.
  ///
  /// - Parameters:
  ///   - data: A block of rows for each of `series`.
  ///   - headings: The headings of their names and figures.
  ///   - hasDots: True if series are points, and not lines.
  ///   - height: The least height; a long key makes the picture higher.
  ///   - margins: The points beside and below the axes.
  static func series(
    _ template: [UInt8], name: String, title: String, subtitle: String, note: String? = nil, data: PlotData,
    series: [Series], headings: (names: String, figures: [String]) = ("", []), hasDots: Bool = false,
    height: Int = 560, margins: (left: Int, bottom: Int) = (95, 74), values: [(name: String, value: PlotValue)]
  ) -> Plot {
    let end = sharedEnd(series.map(\.name))
    let names = series.map { lines(of: String($0.name.dropLast(end.count))) }
    // Rows begin a line below what stands above the names.
    var rows: [Double] = []
    var next = headings.names.isEmpty && headings.figures.isEmpty ? 0 : 20
    for name in names {
      rows.append(Double(next))
      next += 20 * name.count
    }
    let room = room(for: series.map { String($0.name.dropLast(end.count)) } + [headings.names])
    let own: [(name: String, value: PlotValue)] = [
      ("left", .number(Double(margins.left))), ("bottom", .number(Double(margins.bottom))),
      ("series", .number(Double(series.count))), ("dots", .flag(hasDots)), ("about", .text(headings.names)),
      ("columns", .number(Double(headings.figures.count))), ("headings", .texts(headings.figures)),
      ("names", .texts(names.map { $0.joined(separator: "\n") })), ("rows", .numbers(rows)),
      ("faded", .numbers(series.map { $0.isPale ? 1 : 0 })), ("figures", .texts(series.flatMap(\.figures))),
    ]
    return Plot(
      name: name, title: title, subtitle: end.isEmpty ? subtitle : "\(subtitle); each with \(end)", note: note,
      width: max(1000, 697 + room + 52 * headings.figures.count + 20), height: max(height, 130 + next), data: data,
      styles: series.map { ($0.style, $0.isPale) }, values: own + values, templates: PackageResources.key_gp, template)
  }
}
