import ArgumentParser
import LabBase
import StrategyKit

/// `lab-run list`: what there is to run and to measure.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List strategies, traces, devices, screens, libraries and metrics.",
    discussion: """
      EXAMPLES
        lab-run list
        lab-run list strategies
        lab-run list metrics --format json
      """
  )

  enum Topic: String, ExpressibleByArgument, CaseIterable, Sendable {
    case all, strategies, bounds, traces, devices, screens, libraries, metrics
  }

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, json
  }

  @Argument(help: "What to list: all, strategies, bounds, traces, devices, screens, libraries or metrics.")
  var topic = Topic.all

  @Option(help: "table or json.")
  var format = Format.table

  func run() throws {
    // Traces that come with the program need a folder for their copies; a list is no reason to fail without one.
    let listing = Listing(registry: KnownStrategies.all, traces: (try? TracePaths.find(["all"])) ?? [])
    switch format {
    case .json: Terminal.output(listing.json(topic).prettyText)
    case .table: Terminal.output(listing.text(topic))
    }
  }
}
