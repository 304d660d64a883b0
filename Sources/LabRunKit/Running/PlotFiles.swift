/// Writes pictures to a folder: first all scripts and data, then the output of gnuplot.
struct PlotFiles {
  let folder: String
  let command: String
  var format = PlotFormat.svg

  /// Writes and draws pictures one after the other, and prints their paths; without gnuplot scripts and data remain.
  func show(_ plots: [Plot], isDark: Bool = false) throws {
    let scratch = try ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let names = try write(Plot.distinct(plots), dark: [isDark], scratch)
    for name in names {
      do { _ = try draw(name, scratch) } catch let missing as MissingProgram {
        let scripts = names.count == 1 ? "\(name).gp and its data were" : "\(names.count) scripts and their data were"
        throw LabError(
          "\(folder): \(scripts) written, not drawn, for \(missing); then run gnuplot \(name).gp in \(folder)")
      }
      Terminal.output(line: "\(folder)/\(name).\(format.rawValue)")
    }
  }

  /// Returns a report's pictures, light and dark, drawn several at once, or nil if there is no gnuplot.
  func drawn(_ pictures: [ReportPicture]) throws -> [ReportPicture]? {
    // Pictures of different settings may have the same name.
    let plots = Plot.distinct(pictures.map(\.plot))
    let scratch = try ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let names = try write(plots, dark: [false, true], scratch)
    let drawn = ParallelLoop.map(names.count, threads: 4) { index in
      Result { try draw(names[index], scratch) }
    }
    do {
      let texts = try drawn.map { String(decoding: try $0.get(), as: UTF8.self) }
      return zip(pictures, plots).enumerated().map { index, pair in
        var (picture, plot) = pair
        picture.plot = plot
        picture.drawn = (texts[2 * index], texts[2 * index + 1])
        return picture
      }
    } catch is MissingProgram {
      return nil
    }
  }

  /// Writes scripts and data to the folder, and to the scratch folder of gnuplot.
  private func write(_ plots: [Plot], dark: [Bool], _ scratch: ScratchFolder) throws -> [String] {
    try ResultFile.prepare(folder)
    func write(_ text: String, _ name: String) throws {
      try OutputText.write(text, to: "\(folder)/\(name)")
      try OpenFile("\(scratch.path)/\(name)", [.writeOnly, .create, .truncate]).write(Array(text.utf8))
    }
    return try plots.flatMap { plot in
      try write(plot.data, "\(plot.name).tsv")
      return try dark.map { isDark in
        let name = plot.fileName(isDark: isDark)
        try write(plot.script(command: command, isDark: isDark, format: format), "\(name).gp")
        return name
      }
    }
  }

  /// Draws a picture in another folder, so that it appears complete or not at all.
  private func draw(_ name: String, _ scratch: ScratchFolder) throws -> [UInt8] {
    let ran = try Command.run(
      "gnuplot", ["\(name).gp"], in: scratch.path,
      missing: "apt-get install gnuplot-nox (brew install gnuplot on a Mac)")
    guard ran.code == 0 else { throw LabError("gnuplot did not draw \(folder)/\(name).gp: \(ran.ending)") }
    let picture = "\(name).\(format.rawValue)"
    let bytes = try OpenFile.reading("\(scratch.path)/\(picture)").readToEnd(bytesMax: 64 << 20) ?? []
    // gnuplot does not report a full disk.
    guard String(decoding: bytes.suffix(16), as: UTF8.self).contains(format == .svg ? "</svg>" : "IEND") else {
      throw LabError("gnuplot could not write \(picture) to its end; free some space, or set TMPDIR")
    }
    try ResultFile.write(bytes, to: "\(folder)/\(picture)")
    return bytes
  }
}
