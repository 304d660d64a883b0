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
    let names = plots.map { $0.name + (isDark ? "-dark" : "") }
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
