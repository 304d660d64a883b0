import FoundationEssentials
import LabBase
import Testing

/// `lab-run recommend` as a person runs it.
@Suite struct RecommendCommandTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func recommend(_ words: [String]) async throws -> Tool.Outcome {
    try await Tool.run(["recommend"] + words + Tool.tiny)
  }

  @Test func theAnswerStaysWithinTheBudgetOnEveryTrace() async throws {
    let ran = try await recommend(["--budget", "30MB", "-t", "flicks", "-t", "ios-flicks", "--format", "json"])
    #expect(ran.code == 0, "\(ran.error)")
    let json = try ran.json()
    let peaks = try #require(json["traces"]?.array).compactMap { $0["answer"]?["peak-bitmap-bytes-worst"]?.number }
    #expect(peaks.count == 2 && peaks.allSatisfy { 0 < $0 && $0 <= 30_000_000 })
    let hits = try #require(json["answer"]?["means"]?["warm-hit-rate"]?.number)
    #expect(hits > 0.5, "\(ran.output)")
    // A single run has the same numbers.
    let strategy = try #require(json["answer"]?["canonical"]?.string)
    let single = try await Tool.run(
      ["-s", strategy, "-t", "flicks", "--decode", "none", "--format", "json", "--out", scratch.path] + Tool.tiny)
    let metrics = try single.json()["deterministic"]?["metrics"]
    #expect(
      json["traces"]?.array?.first?["answer"]?["warm-blank-ratio"]?.number
        == metrics?["warm-blank-ratio"]?["value"]?.number)
    #expect(metrics?["peak-bitmap-bytes"]?.number == peaks.first)
  }

  @Test func nothingThatFitsIsExitCode1WithTheSmallestBudget() async throws {
    let ran = try await recommend(["--budget", "100kB", "-t", "flicks", "-s", "none", "-s", "lru"])
    #expect(ran.code == 1 && ran.output.hasPrefix("Nothing stays within 100kB: the smallest budget"), "\(ran.error)")
    #expect(!ran.output.contains("import Strategies"))
    let bound = try await recommend(["--budget", "30MB", "-t", "flicks", "-s", "none", "-s", "clairvoyant"])
    #expect(bound.code == 64 && bound.error.contains("cannot be shipped"), "\(bound.error)")
    let usage = try await recommend(["-t", "flicks"])
    #expect(usage.code == 64 && usage.error.contains("--budget 30MB"), "\(usage.error)")
  }

  @Test func markdownHasTablesAndCode() async throws {
    let ran = try await recommend([
      "--budget", "90MB", "-t", "flicks", "-s", "none", "-s", "fixed-window", "--format", "markdown",
    ])
    #expect(ran.code == 0 && ran.output.hasPrefix("Ship fixed-window."), "\(ran.error)")
    #expect(ran.output.contains("| answer |") && ran.output.contains("```swift\nimport Strategies\n"))
  }

  /// What is to be pasted compiles in a file that knows nothing but `Strategies`, for each kind of strategy.
  @Test(arguments: ["windowed-lead", "preheat2x+lru", "budget-priority"])
  func theSwiftLinesCompile(_ strategy: String) async throws {
    let ran = try await recommend(["--budget", "900MB", "-t", "flicks", "-s", strategy, "--format", "json"])
    let code = try #require(try ran.json()["swift"]?.string, "\(ran.error)")
    #expect(code.contains("StrategySpec(\"\(strategy.split(separator: "+")[0])"))
    let path = scratch.path + "/GridPreheater.swift"
    let use = """

      func scroll(_ preheater: inout GridPreheater, _ frame: FrameContext) {
        preheater.scrolled(to: frame, start: { _ in }, stop: { _ in })
        preheater.layoutChanged(to: frame.layout, at: frame.time)
      }

      """
    try (code + use).write(toFile: path, atomically: true, encoding: .utf8)
    let checked = try await Tool.shell(
      "exec swiftc -typecheck -warnings-as-errors -swift-version 6 -I '\(Tool.products)/Modules' \"$1\"", [path])
    #expect(checked.code == 0, "\(checked.error)\n\(code)")
  }
}
