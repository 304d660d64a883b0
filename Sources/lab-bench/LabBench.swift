import ArgumentParser
@_exported public import LabJudge
@_exported public import LabLibrary
@_exported public import Strategies

/// `make bench`: the lab's own figures, each beside its limit; ratios from one run on this machine.
@main
struct LabBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-bench",
    abstract: "Measures the lab itself and prints each figure beside its limit.",
    discussion: """
      Run it from the project's folder, on an otherwise idle machine, with lab-run built for release beside it.
      Requests and frames have limits in instructions, with times beside them: these are judged, for they are the
      same on any machine. Other times that have a limit are ratios to what runs beside them, such as the plain C
      decode: these are shown, and marked where they are over it.
      Exit code 2 when a figure that is judged passes its limit.

      EXAMPLES
        lab-bench
        lab-bench decode strategies
        lab-bench thumbnail-cost
      """)

  enum Topic: String, ExpressibleByArgument, CaseIterable, Sendable {
    case decode, strategies, fleet, peer
    case thumbnailCost = "thumbnail-cost"
  }

  @Argument(help: "Benchmarks to run (default: all).")
  var topics: [Topic] = []

  func run() throws {
    var isHeld = true
    for topic in topics.isEmpty ? Topic.allCases : topics {
      let figures = try measure(topic)
      for figure in figures { print(figure.line) }
      isHeld = isHeld && figures.allSatisfy(\.isHeld)
    }
    if !isHeld { throw ExitCode(2) }
  }

  private func measure(_ topic: Topic) throws -> [Figure] {
    switch topic {
    case .decode: try DecodeBench.measure()
    case .thumbnailCost: try DecodeBench.thumbnails()
    case .strategies: try StrategyBench.measure()
    case .fleet: try FleetBench.measure()
    case .peer: try PeerBench.measure()
    }
  }
}
