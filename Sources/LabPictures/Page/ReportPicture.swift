/// A picture as gnuplot drew it.
public struct ReportPicture: Sendable {
  let plot: ReportPlot
  let light: String
  let dark: String
  /// Its files' path from the report, without ending: `report-pictures/pareto-fastscroll`.
  let path: String

  /// - Parameters:
  ///   - light: the text of the SVG.
  ///   - dark: the same light on dark.
  ///   - path: without ending; the dark one's ends in `-dark`.
  public init(_ plot: ReportPlot, light: String, dark: String, path: String) {
    self.plot = plot
    self.light = light
    self.dark = dark
    self.path = path
  }
}
