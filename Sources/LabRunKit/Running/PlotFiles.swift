import LabPictures
import LabRecords
import LabSystem

/// Pictures on their way to a folder: scripts and data first, all of them, then gnuplot draws.
struct PlotFiles {
  let folder: String
  /// Stands at the head of each script.
  let command: String
  var format = PlotFormat.svg

  /// How many gnuplots run at once.
  private static let width = 4

  /// Writes and draws one picture after the other, and says where each is.
  ///
  /// - Parameter isDark: Light on dark; the files then end in `-dark`.
  /// - Throws: `LabError` when gnuplot is missing or fails; scripts and data are there then.
  func show(_ plots: [Plot], isDark: Bool = false) throws {
    let names = try write(Plot.distinct(plots), dark: [isDark])
    for name in names {
      do { try draw(name) } catch let missing as MissingProgram {
        let scripts = names.count == 1 ? "\(name).gp and its data were" : "\(names.count) scripts and their data were"
        throw LabError(
          "\(folder): \(scripts) written, not drawn, for \(missing); then run gnuplot \(name).gp in \(folder)")
      }
      Terminal.output(line: "\(folder)/\(name).\(format.rawValue)")
    }
  }

  /// Writes and draws a report's pictures, light and dark, several at once.
  ///
  /// - Returns: the pictures as they were drawn; nil where there is no gnuplot.
  /// - Throws: `LabError` with what gnuplot said when it failed.
  func drawn(_ pictures: [ReportPicture]) throws -> [ReportPicture]? {
    // Pictures of several settings have one name.
    let plots = Plot.distinct(pictures.map(\.plot))
    let names = try write(plots, dark: [false, true])
    do {
      let drawn = ParallelLoop.map(names.count, threads: PlotFiles.width) { index in Result { try draw(names[index]) } }
      for result in drawn { try result.get() }
    } catch is MissingProgram {
      return nil
    }
    return try zip(pictures, plots).map { picture, plot in
      var picture = picture
      picture.plot = plot
      picture.drawn = try TextFile.read("\(folder)/\(plot.name).svg")
      return picture
    }
  }

  /// - Returns: The names of the scripts, without ending.
  private func write(_ plots: [Plot], dark: [Bool]) throws -> [String] {
    try RecordStore(directory: folder).prepare()
    return try plots.flatMap { plot in
      try OutputText.write(plot.data, to: "\(folder)/\(plot.name).tsv")
      return try dark.map { isDark in
        let name = plot.fileName(isDark: isDark)
        try OutputText.write(
          plot.script(command: command, isDark: isDark, format: format), to: "\(folder)/\(name).gp")
        return name
      }
    }
  }

  /// gnuplot, the one way in which it is called: in the folder, where it finds its data and leaves its picture.
  ///
  /// - Throws: `MissingProgram`; `LabError` with what gnuplot said when it failed.
  private func draw(_ name: String) throws {
    let ran = try Command.run(
      "gnuplot", ["\(name).gp"], in: folder, missing: "apt-get install gnuplot-nox (brew install gnuplot on a Mac)")
    guard ran.code == 0 else { throw LabError("gnuplot did not draw \(folder)/\(name).gp: \(ran.ending)") }
    let picture = "\(folder)/\(name).\(format.rawValue)"
    // gnuplot does not tell of a full disk.
    let file = try? OpenFile.reading(picture)
    let size = (try? file?.state().byteCount) ?? 0
    let end = (try? file?.bytes(at: max(0, size - 16), count: Int(min(size, 16)))) ?? []
    guard String(decoding: end, as: UTF8.self).contains(format == .svg ? "</svg>" : "IEND") else {
      Paths.remove(picture)
      throw LabError("gnuplot could not write \(picture) to its end: free some space or choose another folder")
    }
  }
}
