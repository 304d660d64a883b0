import ArgumentParser

/// `make bench`: the lab's own figures, each beside its limit; ratios from one run on this machine.
@main
struct LabBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-bench",
    abstract: "Measures the lab itself and prints each figure beside its limit.",
    discussion: """
      Run it from the project's folder, on an otherwise idle machine, with lab-run built for release beside it.
      Replays and frames have limits in instructions, with times beside them. Other times that have a limit are
      multiples of a reference that is timed beside them, a loop over whole numbers or the plain C decode. So a
      slower machine says the same.
      Exit code 2 when a figure passes its limit.

      EXAMPLES
        lab-bench
        lab-bench decode replay
        lab-bench thumbnail-cost
        lab-bench decode-in
      """)

  enum Topic: String, ExpressibleByArgument, CaseIterable, Sendable {
    case reference, decode, memory, replay, sweep, validate, gate, strategies, bounds, instructions, fleet
    case thumbnailCost = "thumbnail-cost"
    case decodeIn = "decode-in"
  }

  @Argument(help: "Which figures (default: all but validate, bounds, gate and decode-in, which take minutes).")
  var topics: [Topic] = []

  @Option(help: "For gate: comparisons that share no process; 300 take half an hour.")
  var windows = 10

  @Option(help: "For gate: decodes a process; fewer make more noise and take less time.")
  var armDecodes = 30

  @Flag(help: "For gate: the comparisons only.")
  var poolOnly = false

  func run() async throws {
    let byName: [Topic] = [.validate, .gate, .bounds, .decodeIn]
    let chosen = topics.isEmpty ? Topic.allCases.filter { !byName.contains($0) } : topics
    var figures: [Figure] = []
    for topic in chosen {
      let made = try await measure(topic)
      for figure in made { print(figure.line) }
      figures += made
    }
    if figures.contains(where: { !$0.holds }) { throw ExitCode(2) }
  }

  private func measure(_ topic: Topic) async throws -> [Figure] {
    switch topic {
    case .reference: try Reference.measure()
    case .decode: try DecodeBench.measure()
    case .memory: try await MemoryBench.measure()
    case .replay: try await ReplayBench.measure()
    case .sweep: try SweepBench.measure()
    case .validate: try await ValidateBench.measure()
    case .fleet: try FleetBench.measure()
    case .bounds: try BoundsBench.measure()
    case .strategies: try await StrategyBench.measure()
    case .instructions: try await InstructionBench.measure()
    case .thumbnailCost: try ThumbnailCostBench.measure()
    case .decodeIn: try await DecodeInBench.measure()
    case .gate: try await GateBench.measure(windows: max(1, windows), decodes: max(1, armDecodes), poolOnly: poolOnly)
    }
  }
}
