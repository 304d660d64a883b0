import CacheLab
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Writes a picture's script and data and has gnuplot draw it.
struct PlotFiles {
  let plot: Plot
  let folder: String

  func write(script: String, format: PlotFormat) async throws {
    try RecordStore(directory: folder).prepare()
    try write(plot.data, "tsv")
    try write(script, "gp")
    do {
      let result = try await Subprocess.run(
        .name("gnuplot"), arguments: ["\(plot.name).gp"], workingDirectory: FilePath(folder), input: .none,
        output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
      guard result.terminationStatus.isSuccess else {
        throw LabError("gnuplot did not draw \(folder)/\(plot.name).gp: \(result.standardError)")
      }
    } catch is SubprocessError {
      throw LabError(
        "gnuplot is not there, so \(folder)/\(plot.name).gp and .tsv were written and not drawn: "
          + "apt-get install gnuplot-nox, then gnuplot \(plot.name).gp in \(folder)")
    }
    Terminal.output("\(folder)/\(plot.name).\(format.rawValue)\n")
  }

  private func write(_ text: String, _ ending: String) throws {
    var file = try ResultFile(path: "\(folder)/\(plot.name).\(ending)")
    try file.write(text)
    _ = try file.commit(exclusively: false)
  }
}
