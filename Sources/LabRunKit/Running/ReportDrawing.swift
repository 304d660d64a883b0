import CacheLab
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

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
      for isDark in [false, true] { try OutputText.write(script(plot.plot, isDark), to: path(plot, isDark) + ".gp") }
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

  private func script(_ plot: Plot, _ isDark: Bool) -> String {
    let script = plot.script(command: command, isDark: isDark)
    return isDark
      ? script.replacing("set output '\(plot.name).svg'", with: "set output '\(plot.name)-dark.svg'") : script
  }

  private func text(_ path: String) throws -> String {
    guard let text = try TextFile.read(path + ".svg") else { throw LabError("gnuplot drew no \(path).svg") }
    return text
  }

  /// False when there is no gnuplot.
  private func drawAll(_ names: [String]) async throws -> Bool {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      var rest = names[...]
      for _ in 0..<ReportDrawing.width { if let name = rest.popFirst() { group.addTask { try await draw(name) } } }
      while let isDrawn = try await group.next() {
        guard isDrawn else {
          group.cancelAll()
          return false
        }
        if let name = rest.popFirst() { group.addTask { try await draw(name) } }
      }
      return true
    }
  }

  private func draw(_ name: String) async throws -> Bool {
    do {
      let result = try await Subprocess.run(
        .name("gnuplot"), arguments: ["\(name).gp"], workingDirectory: FilePath(folder), input: .none,
        output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
      guard result.terminationStatus.isSuccess else {
        throw LabError("gnuplot did not draw \(folder)/\(name).gp: \(result.standardError)")
      }
      return true
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return false
    }
  }
}
