import ArgumentParser
import CacheLab
import LabBase
import LabPictures
import LabRecords

extension TraceCommand {
  /// `lab-run trace plot`
  struct Plot: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draw traces with gnuplot.",
      discussion: """
        Writes trace-NAME.gp and .tsv, and the .svg where gnuplot is installed. The
        same trace makes the same script and data.

        EXAMPLES
          lab-run trace plot hunt ios-hunt
          lab-run trace plot all --out pictures
        """
    )

    @Argument(help: "Names or paths of traces; 'people', 'stress' or 'all'.", completion: NameCompletion.traces)
    var traces: [String]

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Folder to write to.", valueName: "DIR"), completion: .directory)
    var out = "plots"

    func run() async throws {
      let plots = try TracePaths.find(traces).map { path in
        LabPictures.Plot.trace(try Trace.load(path: path), name: PreparedRun.name(ofTrace: path))
      }
      let command = ShellWords.line([ToolName.current, "trace", "plot"] + traces)
      try await PlotFiles(folder: out).write(plots, command: command)
    }
  }
}
