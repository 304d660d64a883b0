public import ArgumentParser
public import LabRecords

/// The options of replays: strategies, traces and all settings.
struct ReplayOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Strategy, id[:key=value,...], 'all' or 'oracles'; repeat for several. See \(ToolName.current) list.",
      valueName: "strategy"),
    completion: NameCompletion.strategies("all", "oracles"))
  var strategy: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Name or path of a trace; \(TracePaths.setsInWords); repeat for several.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: [String] = []

  @OptionGroup var replay: SettingFlags<ReplayGroup>
  @OptionGroup(title: "Library") var library: LibraryOptions
  @OptionGroup(title: "Screen") var screen: ScreenOptions

  var settings: RunSettings {
    RunSettings(replay.given.merging(library.given) { $1 }.merging(screen.given) { $1 })
  }

  var words: [String] {
    strategy.flatMap { ShellWords.option("strategy", $0) } + trace.flatMap { ShellWords.option("trace", $0) }
      + settings.words
  }

  var request: RunRequest {
    RunRequest(strategies: strategy, traces: trace, settings: settings)
  }

  /// Checks that a strategy and a trace are given. In `validate()` this would come before the check of unknown options.
  ///
  /// - Parameter trace: The example in the message.
  func requireNames(trace example: String) throws {
    guard strategy.isEmpty || trace.isEmpty else { return }
    let words = strategy.isEmpty ? "strategy: --strategy preheat2x" : "trace: --trace \(example)"
    throw UsageError("name a \(words) (\(ToolName.current) list shows all)")
  }
}

/// The options of runs, which may decode images.
struct RunOptions: ParsableArguments {
  @OptionGroup var replays: ReplayOptions

  @Option(help: "Decode for real and measure, or only count: real or none.")
  var decode = DecodeMode.real

  @OptionGroup var quiet: QuietOption

  var request: RunRequest {
    var request = replays.request
    request.decodes = decode == .real
    return request
  }
}

struct QuietOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "No progress.")
  var quiet = false

  func validate() {
    if quiet { Terminal.silence() }
  }
}

enum DecodeMode: String, ExpressibleByArgument, CaseIterable, Sendable {
  case real, none
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case table, json, csv, markdown
}

extension ByteCount: ExpressibleByArgument {
  public init?(argument: String) {
    guard let count = ByteCount(argument) else { return nil }
    self = count
  }
}
