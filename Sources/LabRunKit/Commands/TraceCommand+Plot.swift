import ArgumentParser
import CacheLab
import Subprocess
import SystemPackage

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

    @Argument(help: "Names or paths of traces, or 'all'.", completion: .file(extensions: ["scrolltrace"]))
    var traces: [String]

    @Option(help: ArgumentHelp("Folder to write to.", valueName: "dir"), completion: .directory)
    var out = "plots"

    func run() async throws {
      var isDrawn = true
      try RecordStore(directory: out).prepare()
      for path in try TracePaths.find(traces) {
        let name = PreparedRun.name(ofTrace: path)
        let plot = TracePlot(try Trace.load(path: path), name: name)
        let base = "\(out)/\(TracePlot.fileName(name))"
        try OutputText.write(plot.data, to: base + ".tsv")
        try OutputText.write(plot.script, to: base + ".gp")
        if isDrawn { isDrawn = try await draw(base) }
        Terminal.output("\(base).\(isDrawn ? "svg" : "gp")\n")
      }
      if !isDrawn { Terminal.error("gnuplot is not installed: no picture was drawn; run it on the .gp later") }
    }

    /// False when there is no gnuplot.
    private func draw(_ base: String) async throws -> Bool {
      let script = base.split(separator: "/").last.map(String.init) ?? base
      let ran = try? await Subprocess.run(
        .name("gnuplot"), arguments: ["\(script).gp"], workingDirectory: FilePath(out), input: .none,
        output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
      guard let ran else { return false }
      guard ran.terminationStatus.isSuccess else {
        throw LabError("gnuplot could not draw \(base).gp: \(ran.standardError)")
      }
      return true
    }
  }
}
