/// A picture before it is drawn: a gnuplot script and the data that it reads.
public struct Plot: Sendable {
  /// Name of all its files, without ending.
  public let name: String
  /// Tab-separated, one head line with units.
  public let data: String
  /// What follows the head that every script has.
  let body: String
  let width: Int
  let height: Int

  init(name: String, width: Int = 1000, height: Int, data: String, body: String) {
    self.name = String(
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "-" }.prefix(120))
    self.data = data
    self.body = body
    self.width = width
    self.height = height
  }

  /// The script: runnable by hand with plain gnuplot in its folder, `gnuplot NAME.gp`.
  ///
  /// - Parameters:
  ///   - command: the command that made it, for its head.
  ///   - isDark: light on dark.
  ///   - format: what it draws.
  public func script(command: String, isDark: Bool = false, format: PlotFormat = .svg) -> String {
    let (ink, faint, ground) = isDark ? ("#E8E8E8", "#4A4A4A", "#161616") : ("#222222", "#D8D8D8", "#FFFFFF")
    let terminal =
      switch format {
      case .svg: "svg size \(width),\(height) dynamic font 'DejaVu Sans,14' background '\(ground)'"
      case .png:
        "pngcairo size \(width * 2),\(height * 2) fontscale 2 linewidth 2 font 'DejaVu Sans,10' background '\(ground)'"
      }
    return """
      # \(command)
      # Data: \(name).tsv. Draw it again, here: gnuplot \(name).gp
      set terminal \(terminal)
      set output '\(name).\(format.rawValue)'
      set encoding utf8
      set datafile separator "\\t"
      data = '\(name).tsv'
      ink = '\(ink)'
      set border 3 linecolor rgb '\(ink)' linewidth 1
      set tics nomirror textcolor rgb '\(ink)'
      set xlabel textcolor rgb '\(ink)'
      set ylabel textcolor rgb '\(ink)'
      set title textcolor rgb '\(ink)'
      set key textcolor rgb '\(ink)'
      set grid ytics linecolor rgb '\(faint)' linewidth 1 linetype 1
      \(body)

      """
  }

  /// A text as gnuplot takes it between single quotes, with nothing in it that enhanced text would read.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''").replacing("_", with: "\\_").replacing("{", with: "\\{") + "' noenhanced"
  }

  /// The same where `noenhanced` is no option.
  static func plain(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}

/// What a script draws.
public enum PlotFormat: String, CaseIterable, Sendable {
  case svg, png
}
