import LabPictures
import LabRecords

/// Pictures on their way to a folder: scripts and data first, all of them, then gnuplot draws one by one.
struct PlotFiles {
  let folder: String
  /// Light on dark; the files then end in `-dark`.
  var isDark = false
  var format = PlotFormat.svg

  /// Writes and draws, and says where each picture is.
  ///
  /// - Parameter command: Stands at the head of each script.
  /// - Throws: `LabError` when gnuplot is missing or fails; scripts and data are there then.
  func write(_ plots: [Plot], command: String) async throws {
    try RecordStore(directory: folder).prepare()
    let plots = Plot.distinct(plots)
    let names = plots.map { $0.fileName(isDark: isDark) }
    for (plot, name) in zip(plots, names) {
      try OutputText.write(plot.data, to: "\(folder)/\(plot.name).tsv")
      try OutputText.write(
        plot.script(command: command, isDark: isDark, format: format), to: "\(folder)/\(name).gp")
    }
    for name in names {
      do {
        try await Gnuplot.draw("\(name).gp", in: folder)
      } catch let missing as MissingProgram {
        let scripts = names.count == 1 ? "\(name).gp and its data were" : "\(names.count) scripts and their data were"
        throw LabError(
          "\(folder): \(scripts) written, not drawn, for \(missing); then run gnuplot \(name).gp in \(folder)")
      }
      Terminal.output("\(folder)/\(name).\(format.rawValue)\n")
    }
  }
}

/// gnuplot, the one way in which it is called.
enum Gnuplot {
  /// Draws a script that lies in a folder, where it finds its data and leaves its picture.
  ///
  /// - Parameter script: The script's name.
  /// - Throws: `MissingProgram`; `LabError` with what gnuplot said when it failed.
  static func draw(_ script: String, in folder: String) async throws {
    let ran = try await Command.run(
      "gnuplot", [script], in: folder, missing: "apt-get install gnuplot-nox (brew install gnuplot on a Mac)")
    guard ran.code == 0 else { throw LabError("gnuplot did not draw \(folder)/\(script): \(ran.ending)") }
  }
}

/// Has gnuplot draw a report's pictures, light and dark, several at once.
struct ReportDrawing {
  /// Where scripts, data and pictures go.
  let folder: String
  /// Stands at the head of each script.
  let command: String

  /// How many gnuplots run at once.
  private static let width = 4

  /// - Returns: the pictures as they were drawn; nil where there is no gnuplot.
  /// - Throws: `LabError` with what gnuplot said when it failed.
  func draw(_ pictures: [ReportPicture]) async throws -> [ReportPicture]? {
    let pictures = ReportPicture.distinct(pictures)
    for plot in pictures.map(\.plot) {
      try OutputText.write(plot.data, to: "\(folder)/\(plot.name).tsv")
      for isDark in [false, true] {
        let name = plot.fileName(isDark: isDark)
        try OutputText.write(plot.script(command: command, isDark: isDark), to: "\(folder)/\(name).gp")
      }
    }
    do {
      try await drawAll(pictures.flatMap { [$0.plot.fileName(isDark: false), $0.plot.fileName(isDark: true)] })
    } catch is MissingProgram {
      return nil
    }
    return try pictures.map { picture in
      var picture = picture
      picture.drawn = (try text(picture.plot.fileName(isDark: false)), try text(picture.plot.fileName(isDark: true)))
      return picture
    }
  }

  private func text(_ name: String) throws -> String {
    let path = "\(folder)/\(name).svg"
    guard let text = try TextFile.read(path) else { throw LabError("gnuplot drew no \(path)") }
    return text
  }

  private func drawAll(_ names: [String]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var rest = names[...]
      func next() {
        if let name = rest.popFirst() { group.addTask { try await Gnuplot.draw("\(name).gp", in: folder) } }
      }
      for _ in 0..<ReportDrawing.width { next() }
      while try await group.next() != nil { next() }
    }
  }
}
