import CacheLab
import FoundationEssentials
import LabRecords
import Strategies
import Testing

/// Oracles on the command line: they run when they are named, and are told apart everywhere.
@Suite(.serialized) struct BoundsCommandTests {
  private let scratch = Scratch()

  private func run(_ words: [String]) async throws -> Tool.Outcome {
    try await Tool.run(words + ["--decode", "none", "--quiet", "--out", scratch.path + "/out"] + Tool.tiny)
  }

  @Test func aTableMarksThemAndDoesNotChooseThem() async throws {
    let ran = try await run(
      ["-s", "none", "-s", "preheat2x", "-s", "clairvoyant:budget=peak(preheat2x)", "-t", "ios-overscroll"])
      .succeeding()
    #expect(ran.output.contains(" *"))
    #expect(ran.words.contains("* knows the trace or has no budget: an oracle, not to ship; waits noticed: "))
    #expect(ran.output.contains("\n> preheat2x") && !ran.output.contains("> clairvoyant"), "\(ran.output)")
    for line in ran.output.split(separator: "\n") where !line.contains(scratch.path) {
      #expect(line.count <= 100, "\(line)")
    }
  }

  @Test func aComparisonThatAsksHasTheBounds() async throws {
    let words =
      ["sweep", "-s", "none", "-s", "preheat2x", "-s", "clairvoyant:budget=peak(preheat2x)", "-t", "zoom", "--quiet"]
      + ["--against", "preheat2x", "--out", scratch.path + "/s.tsv"] + Tool.tiny
    let asked = try await Tool.run(words + ["--bounds", "--format", "json"]).json().array ?? []
    let hits = asked.compactMap { $0["table"]?.array }.first?.compactMap { $0["hit"]?.number } ?? []
    let said = asked.compactMap { $0["text"]?.string }.joined()
    let bound = try #require(
      said.firstMatch(of: /more hits than ([0-9.]+) or less blank than [0-9.]+ %, means over 1 case\./), "\(said)")
    let most = try #require(Double(bound.1))
    #expect(hits.count == 3 && hits[1] <= hits[2] && hits[2] <= most && most < 1)
    let silent = try await Tool.run(words + ["--format", "json"])
    #expect(silent.code == 0 && !silent.output.contains("The bound"))
    let none = try await Tool.run(words + ["--bounds", "--cloud", "30"])
    #expect(none.words.contains("No bound holds where photos are in the cloud"), "\(none.words)")
  }

  @Test func allLeavesThemOutAndBoundsNamesThem() async throws {
    let bounds = try await run(["-s", "oracles", "-t", "zoom", "--format", "csv"])
    let names = bounds.output.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "," }) }
    #expect(names == StrategyRegistry.all.oracleDescriptors.map(\.id), "\(bounds.error)")
    let list = try await Tool.run(["list", "oracles"]).output
    for id in names { #expect(list.contains("\n\(id) ")) }
    #expect(!(try await Tool.run(["list", "strategies"]).output.contains("clairvoyant")))
  }

  @Test(arguments: [
    (["validate", "-s", "clairvoyant", "-t", "zoom"], "'clairvoyant' knows the trace"),
    (["-s", "lru:budget=peak(preheat2x", "-t", "zoom"], "opens a parenthesis; write budget=peak(preheat2x)"),
    (["-s", "lru:budget=peak(preheet2x)", "-t", "zoom"], "did you mean 'preheat2x'?"),
    (["plot", "memory", "-s", "lru:budget=peak(none)", "-t", "zoom"], "which lab-run run does; write bytes here"),
    (["sweep", "-s", "none", "-t", "zoom", "--bounds"], "--bounds is for a comparison of traces; add --against"),
    (["-s", "clairvoyant+lru", "-t", "zoom"], "'clairvoyant' keeps and evicts by itself; leave out '+lru'"),
  ])
  func whatCannotBeIsSaidWithItsCure(_ words: [String], _ says: String) async throws {
    let ran = try await Tool.run(words)
    #expect(ran.code == 64 || ran.code == 1)
    #expect(ran.error.contains(says), "\(ran.error)")
  }
}
