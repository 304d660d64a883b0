import ArgumentParser
import CacheLab

/// `lab-run trace`: checks and describes traces.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Check, describe and make traces.",
    subcommands: [Check.self, Info.self, Synth.self]
  )

  /// `lab-run trace check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read traces and say what is wrong with them.",
      discussion: """
        Errors are printed with file, line, value and cure, and end in exit code 1. Warnings are printed and kept.

        EXAMPLES
          lab-run trace check fastscroll
          lab-run trace check my.scrolltrace other.scrolltrace
        """
    )

    @Argument(help: "Names or paths of traces, or 'all'.", completion: .file(extensions: ["scrolltrace"]))
    var traces: [String]

    func run() throws {
      var failed = 0
      for path in try TracePaths.find(traces) {
        do {
          let trace = try Trace.load(path: path)
          let counts = [
            NumberText.count(trace.sampleCount, "sample"), NumberText.count(trace.layouts.count - 1, "layout change"),
            NumberText.count(trace.warningCount, "warning"),
          ]
          Terminal.output("\(path): \(counts.joined(separator: ", "))\n")
          for warning in trace.warnings { Terminal.output("  \(warning)\n") }
        } catch {
          failed += 1
          Terminal.error("\(error)")
        }
      }
      if failed > 0 { throw ExitCode(1) }
    }
  }

  /// `lab-run trace info`
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Describe traces: length, speed, distance, layouts, origin.",
      discussion: """
        Speeds and distances are in screens (viewport heights). Peak speed leaves out jumps and layout changes.

        EXAMPLES
          lab-run trace info fastscroll
          lab-run trace info all --format json
        """
    )

    @Argument(help: "Names or paths of traces, or 'all'.", completion: .file(extensions: ["scrolltrace"]))
    var traces: [String]

    @Option(help: "table or json.")
    var format = ListCommand.Format.table

    func run() throws {
      let infos = try TracePaths.find(traces).map { path in
        (name: PreparedRun.name(ofTrace: path), trace: try Trace.load(path: path))
      }
      switch format {
      case .table: Terminal.output(TraceInfo.table(infos))
      case .json: Terminal.output(JSON.array(infos.map { TraceInfo($0.trace).json(name: $0.name) }).prettyText)
      }
    }
  }
}
