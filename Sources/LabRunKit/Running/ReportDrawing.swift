import LabPictures
import LabRecords

/// Has gnuplot draw a report's pictures, light and dark, several at once.
struct ReportDrawing {
  /// Where scripts, data and pictures go.
  let folder: String
  /// The same as the report names it.
  let link: String
  /// Stands at the head of each script.
  let command: String

  /// How many gnuplots run at once.
  private static let width = 4

  /// - Returns: the pictures; none, and what to install, where there is no gnuplot.
  /// - Throws: `LabError` with what gnuplot said when it failed.
  func draw(_ plots: [ReportPlot]) async throws -> (pictures: [ReportPicture], missing: String?) {
    var names: Set<String> = []
    for plot in plots {
      guard names.insert(plot.plot.name).inserted else {
        throw LabError("two pictures would be called \(plot.plot.name): give traces names that differ in letters")
      }
      try OutputText.write(plot.plot.data, to: "\(folder)/\(plot.plot.name).tsv")
      for isDark in [false, true] {
        try OutputText.write(plot.plot.script(command: command, isDark: isDark), to: path(plot, isDark) + ".gp")
      }
    }
    guard try await drawAll(plots.flatMap { [name($0, false), name($0, true)] }) else {
      return (
        [],
        "gnuplot is not installed, so pictures are missing here; apt-get install gnuplot-nox, then make the report again. "
          + "Their scripts and data are in \(link)."
      )
    }
    let pictures = try plots.map { plot in
      ReportPicture(
        plot, light: try text(path(plot, false)), dark: try text(path(plot, true)), path: "\(link)/\(plot.plot.name)")
    }
    return (pictures, nil)
  }

  private func name(_ plot: ReportPlot, _ isDark: Bool) -> String { plot.plot.name + (isDark ? "-dark" : "") }

  private func path(_ plot: ReportPlot, _ isDark: Bool) -> String { "\(folder)/\(name(plot, isDark))" }

  private func text(_ path: String) throws -> String {
    guard let text = try TextFile.read(path + ".svg") else { throw LabError("gnuplot drew no \(path).svg") }
    return text
  }

  /// False when there is no gnuplot.
  private func drawAll(_ names: [String]) async throws -> Bool {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        var rest = names[...]
        func next() {
          if let name = rest.popFirst() { group.addTask { try await Gnuplot.draw("\(name).gp", in: folder) } }
        }
        for _ in 0..<ReportDrawing.width { next() }
        while try await group.next() != nil { next() }
      }
      return true
    } catch is MissingProgram {
      return false
    }
  }
}
