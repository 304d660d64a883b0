import ArgumentParser
import LabJudge

/// The folder of the baselines, and the runs that are compared with them.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Folder of baselines (default: results/baseline).", valueName: "DIR"), completion: .directory)
  var baseline: String?

  @OptionGroup var options: RunOptions

  var store: BaselineStore { BaselineStore(directory: baseline ?? GateOptions.defaultFolder) }

  /// Returns the command line of a `baseline` command on the same folder.
  func command(_ words: String...) -> String {
    let folder = baseline.map { ShellWords.option("baseline", $0) } ?? []
    return ShellWords.line([ToolName.current, "baseline"] + words + folder)
  }

  static var defaultFolder: String { "\(Places.results)/baseline" }

  /// A request, and the path of the baseline that it repeats; nil if it comes from options.
  typealias Part = (request: RunRequest, path: String?)

  /// - Throws: `LabError` if a baseline's command does not run the case of that baseline.
  func measure(_ part: Part) throws -> [GateRun] {
    let cells = try GateRun.measure(part.request)
    if let path = part.path, try cells.map({ try $0.path(in: store) }) != [path] {
      throw LabError(
        "\(path): its command does not run the case of this file; restore it, or remove it and run "
          + "\(command("record")) with its --strategy and --trace", exitCode: 5)
    }
    return cells
  }

  /// Returns the named strategies and traces, or every baseline of the folder if there are none.
  func parts() throws -> [Part] {
    let request = options.request
    if !options.replays.strategy.isEmpty && !options.replays.trace.isEmpty { return [(request, nil)] }
    if !options.replays.strategy.isEmpty || !options.replays.trace.isEmpty {
      throw UsageError("name strategies and traces, or neither: without them every baseline is looked at")
    }
    if let word = request.settings.words.first {
      throw UsageError("every baseline brings its own settings; leave out \(word), or name strategies and traces too")
    }
    let directory = store.directory
    if try Paths.exists(directory) && !Paths.isFolder(directory) {
      throw LabError("\(directory) is not a folder; name the folder of the baselines")
    }
    let known = try store.all()
    if known.isEmpty {
      throw LabError(
        "there is no baseline in \(directory): "
          + "\(command("record", "--strategy", "preheat2x", "--trace", "fastscroll")) makes one", exitCode: 5)
    }
    return try known.map { path, baseline in
      do {
        return (try RunOptions.parse(baseline.words + ["--decode", options.decode.rawValue]).request, path)
      } catch {
        throw LabError(
          "\(path): its command cannot be run (\(RunOptions.message(for: error))); run "
            + "\(command("accept")) for this strategy and trace")
      }
    }
  }
}

/// A destination of a gate's verdicts: `junit=gate.xml`, or `github`.
struct GateOutput: ExpressibleByArgument {
  enum Kind: String, CaseIterable {
    case markdown, junit, json, benchmark, github
  }

  let kind: Kind
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard let kind = parts.first.flatMap({ Kind(rawValue: String($0)) }), (parts.count == 2) == (kind != .github) else {
      return nil
    }
    (self.kind, path) = (kind, parts.count == 2 ? String(parts[1]) : "-")
  }

  func write(_ report: GateReport) throws {
    switch kind {
    case .markdown: try OutputText.write(report.markdown, to: path)
    case .junit: try OutputText.write(report.junit, to: path)
    case .json: try OutputText.write(report.json.prettyText, to: path)
    case .benchmark: try OutputText.write(report.benchmarkJSON.prettyText, to: path)
    case .github: try GateOutput.annotate(report)
    }
  }

  private static func annotate(_ report: GateReport) throws {
    Terminal.output(commands: report.annotations)
    guard let path = ThisProcess.variable("GITHUB_STEP_SUMMARY") else { return }
    do {
      try OpenFile(path, .writeOnly, [.create, .append]).write(Array(report.markdown.visibleLines.utf8))
    } catch {
      throw LabError("the job's summary \(path) cannot be written: is $GITHUB_STEP_SUMMARY right, or the disk full?")
    }
  }
}
