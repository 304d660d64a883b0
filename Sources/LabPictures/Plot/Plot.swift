import LabBase

/// A picture before it is drawn: a gnuplot script and the data that it reads.
public struct Plot: Sendable {
  /// Name of all its files, without ending.
  public private(set) var name: String
  /// Tab-separated, one head line with units.
  public let data: String
  /// The question that the picture answers.
  public let title: String
  /// What was looked at.
  public let subtitle: String
  /// A second line below the title, for what is left out; nil for none.
  public let note: String?
  /// What follows the head that every script has.
  let body: String
  let width: Int
  let height: Int

  init(
    name: String, title: String, subtitle: String, note: String? = nil, width: Int = 1000, height: Int, data: PlotData,
    body: String
  ) {
    self.name = Plot.fileName(name)
    self.title = title
    self.subtitle = subtitle
    self.note = note
    self.data = data.text
    self.body = body
    self.width = width
    self.height = height
  }

  /// The pictures, those of one name numbered, so that none is written over another.
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

  /// A name that every file system takes.
  static func fileName(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" }.prefix(120))
  }

  /// What its script and its picture are called, without an extension.
  public func fileName(isDark: Bool) -> String { name + (isDark ? "-dark" : "") }

  /// The script: runnable by hand with plain gnuplot in its folder, `gnuplot NAME.gp`.
  ///
  /// - Parameters:
  ///   - command: the command that made it, for its head.
  ///   - isDark: light on dark; the picture's name then ends in `-dark`.
  ///   - format: what it draws.
  public func script(command: String, isDark: Bool = false, format: PlotFormat = .svg) -> String {
    let picture = fileName(isDark: isDark)
    // One label, so that whatever takes the headline away takes both lines.
    let below = Plot.quoted(subtitle) + (note.map { ".\"\\n\"." + Plot.quoted($0) } ?? "")
    let left = Plot.share(14, width)
    let headline = """
      set label 1 \(Plot.escaped(title)) at screen \(left), screen \(Plot.share(from: 24, height)) left font bold textcolor rgb ink
      set label 2 \(below) at screen \(left), screen \(Plot.share(from: 46, height)) left noenhanced font small textcolor rgb muted
      set border 3 linecolor rgb pale linewidth 1
      set tics nomirror out scale 0.5 textcolor rgb muted font small
      set xlabel textcolor rgb muted font small
      set ylabel textcolor rgb muted font small offset 1,0
      set key textcolor rgb ink font small
      set grid ytics linecolor rgb faint linewidth 1 linetype 1
      """
    return """
      # \(command.visible)
      # data: \(name).tsv; to draw it again, here: gnuplot \(picture).gp
      \(terminal(format)) background '\(Palette.ground(isDark: isDark))'
      \(fonts(format))
      \(Palette.head(of: headline + body, isDark: isDark))
      set output '\(picture).\(format.rawValue)'
      set encoding utf8
      set datafile separator "\\t"
      set datafile commentschars ''
      data = '\(name).tsv'
      \(headline)
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

  /// Letters of a picture of points are counted in 1/72 inch at 96 points an inch.
  private func fonts(_ format: PlotFormat) -> String {
    let (large, small) = format == .svg ? ("17.00", "13.00") : ("12.75", "9.75")
    return """
      bold = 'sans-serif:Bold,\(large)'
      strong = 'sans-serif:Bold,\(small)'
      small = 'sans-serif,\(small)'
      """
  }

  /// Takes the headline away, for the second drawing of several in one picture.
  static let withoutHeadline = "unset label 1\nunset label 2"

  /// So many points as a share of a picture's width or height.
  static func share(_ points: Int, _ whole: Int) -> String {
    NumberText.fixed(Double(points) / Double(whole), decimals: 4)
  }

  /// The same, counted from the top.
  static func share(from points: Int, _ height: Int) -> String {
    NumberText.fixed(1 - Double(points) / Double(height), decimals: 4)
  }

  /// A text as gnuplot takes it between single quotes, to be followed by `noenhanced`.
  static func quoted(_ text: String) -> String {
    "'" + text.filter { !$0.isNewline }.visible.replacing(each: "'", with: "''") + "'"
  }

  /// A text between single quotes without a meaning for enhanced text. (What is not enhanced is never bold in an SVG.)
  static func escaped(_ text: String) -> String {
    let marks = "_^{}@&~\\".unicodeScalars
    return quoted(text.unicodeScalars.reduce(into: "") { $0 += marks.contains($1) ? "\\\($1)" : "\($1)" })
  }

  /// A text that would run into what stands beside it, cut.
  static func shortened(_ text: String, to count: Int) -> String {
    text.count <= count ? text : text.prefix(count - 1) + "…"
  }

  /// Names that stand together: those that would look alike are cut in the middle, and numbered if they still do.
  static func shortened(_ names: [String], to count: Int) -> [String] {
    func alike(_ cut: (String) -> String) -> [String] {
      names.unique.grouped(by: cut).filter { $0.members.count > 1 }.flatMap(\.members)
    }
    let beginAlike = alike { shortened($0, to: count) }
    func cut(_ name: String, to count: Int) -> String {
      if name.count <= count || !beginAlike.contains(name) { return shortened(name, to: count) }
      return name.prefix(count / 2) + "…" + name.suffix((count - 1) / 2)
    }
    let numbered = alike { cut($0, to: count) }
    return names.map { name in
      guard let place = numbered.firstIndex(of: name) else { return cut(name, to: count) }
      let number = " (\(place + 1))"
      return cut(name, to: count - number.count) + number
    }
  }

  /// Names along an axis, at 0, 1, 2 and so on, or of every so many one.
  static func tics(_ names: [String], to count: Int = .max, every step: Int = 1) -> String {
    let tics = shortened(names, to: count).enumerated().filter { $0.offset % step == 0 }
      // In a tic `%` begins the format of its number.
      .map { "\(quoted($0.element).replacing(each: "%", with: "%%")) \($0.offset)" }
    return "(\(tics.joined(separator: ", ")))"
  }

  /// A round distance of tics, so that there are a few of them over a span.
  static func tic(_ span: Double) -> String {
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
    return NumberText.fixed(steps.first { span / $0 < 4 } ?? span, decimals: 3)
  }

  /// Several drawings in one pair of axes.
  static func drawn(_ drawings: [String]) -> String { "plot " + drawings.joined(separator: ", \\\n") }

  /// Two drawings over one time axis, whose numbers stand below the lower one. Above the upper one stands a key of what has a
  /// `title`.
  ///
  /// - Parameters:
  ///   - end: Of the axis, seconds.
  ///   - edges: Top and bottom of the upper drawing, then of the lower one, in shares of the picture's height.
  static func overTime(end: String, edges: [Double], upper: String, lower: String) -> String {
    """
    set multiplot
    set key at screen 0.075, screen 0.88 left horizontal Left reverse samplen 0.7 width 1 maxrows 1
    set lmargin at screen 0.075
    set rmargin at screen 0.975
    set xrange [0:\(end)]
    set tmargin at screen \(edges[0])
    set bmargin at screen \(edges[1])
    set format x ''
    \(upper)
    \(withoutHeadline)
    set key off
    set tmargin at screen \(edges[2])
    set bmargin at screen \(edges[3])
    set format x '%g'
    set xlabel 'time, s'
    \(lower)
    unset multiplot
    """
  }
}

/// What a script draws.
public enum PlotFormat: String, CaseIterable, Sendable {
  case svg, png
}

/// The rows of a picture's data: tab-separated, one head line with units.
struct PlotData {
  private(set) var text: String

  init(_ columns: [String]) { text = columns.joined(separator: "\t") + "\n" }

  init(_ columns: String...) { self.init(columns) }

  /// A block of rows for each of `groups`; gnuplot counts them from 0 as `index`.
  init<Group>(_ columns: String..., blocks groups: some Sequence<Group>, rows: (Group) -> [[String]]) {
    self.init(columns)
    for (index, group) in groups.enumerated() {
      if index > 0 { endBlock() }
      for row in rows(group) { append(row) }
    }
  }

  /// A row; names are cut of what would be read as more than one.
  mutating func append(_ cells: [String]) { text += cells.map(PlotData.cell).joined(separator: "\t") + "\n" }

  mutating func append(_ values: Double..., decimals: Int) {
    append(values.map { NumberText.fixed($0, decimals: decimals) })
  }

  /// Other rows behind these, under a head of their own.
  mutating func append(_ other: PlotData) { text += other.text }

  /// Ends a block.
  mutating func endBlock() { text += "\n\n" }

  /// A gap in a curve.
  mutating func gap() { text += "\n" }

  /// A name as a cell, without what would be read as more than one.
  static func cell(_ text: String) -> String {
    String(text.map { $0 == "\t" || $0.isNewline || $0 == "\"" ? " " : $0 })
  }
}
