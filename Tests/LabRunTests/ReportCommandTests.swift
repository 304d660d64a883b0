import FoundationEssentials
import Testing

/// `lab-run report`, as it is run.
@Suite(.serialized) struct ReportCommandTests {
  private let scratch = Scratch()

  private var page: String { scratch.path + "/page.html" }

  private func record(_ strategy: String, _ more: [String] = []) async throws {
    try await Tool.run(
      ["--strategy", strategy, "--trace", "zoom", "--decode", "none", "--out", scratch.path + "/results"] + Tool.tiny
        + more
    ).succeeding()
  }

  @Test(.enabled(if: Tool.hasChromium, "no Chromium here (Debian: apt-get install chromium)"))
  func thePageIsLookedAtInABrowser() async throws {
    let script = Tool.home + "/Tests/Report/report_test.py"
    try await Tool.run("python3", ["-B", script, Tool.executable]).succeeding()
  }

  @Test func aReportOverRecordsReplaysThem() async throws {
    try await record("none")
    try await record("preheat2x", ["--screen", "recorded:3"])
    try await record("preheat2x")
    let ran = try await Tool.shell(
      "PATH=/nowhere exec \"$0\" \"$@\"", ["report", scratch.path + "/results", "--out", page]
    ).succeeding()
    #expect(ran.output == "\(page)\n\(scratch.path)/page.md\n")
    #expect(ran.error.contains("apt-get install gnuplot-nox"), "\(ran.error)")
    #expect(!ran.error.contains("No replay"), "\(ran.error)")
    let text = try scratch.text(of: "page.html")
    #expect(text.contains("id=\"player-data\"") && text.contains("gnuplot-nox") && text.contains("3 columns"))
    #expect(scratch.names(in: "page-pictures").contains("memory-none-zoom.gp"))
    #expect(scratch.names(in: "results").allSatisfy { $0.contains("-zoom-") }, "a report writes no record")
  }

  @Test func theNewestFileIsTakenAndSettingsAreThoseOfReplaysMadeNow() async throws {
    try await record("none")
    try await record("preheat2x", ["--screen", "recorded:3"])
    // Files of one second stand in the order of their names.
    let newest = ["report", "--out", page]
    #expect(try await Tool.run(newest, environment: ["CACHELAB_HOME": scratch.path]).code == 0)
    let chosen = try scratch.text(of: "page.md")
    #expect(chosen.contains("preheat2x") && !chosen.contains("| none |"), "\(chosen)")
    let now = ["report", "-s", "none", "-t", "zoom", "--screen", "375x667@2", "--force", "--out", page] + Tool.tiny
    #expect(try await Tool.run(now).code == 0)
    let made = try scratch.text(of: "page.md")
    #expect(made.contains("375x667 pt @2x") && made.contains("--screen 375x667@2"), "\(made)")
    try await Tool.run(["report", "a.tsv", "--screen", "iphone-17", "--out", page]).failing(
      64, "runs have their own settings")
  }

  @Test func aStrategyThatDidNotRunOnATraceIsNamed() async throws {
    try await record("none")
    let other = ["-s", "lru", "-t", "fastscroll", "--decode", "none", "--out", scratch.path + "/results"]
    try await Tool.run(other + Tool.tiny).succeeding()
    try await Tool.run(["report", scratch.path + "/results", "-s", "none", "-t", "fastscroll", "--out", page]).failing(
      1, "no record of none on fastscroll is there; run it first")
  }

  @Test func aReportThatIsThereIsKept() async throws {
    try await record("none")
    let words = ["report", scratch.path + "/results", "--out", page]
    #expect(try await Tool.run(words).code == 0)
    let before = try scratch.text(of: "page.html")
    try await Tool.run(words).failing(1, "--force")
    #expect(try await Tool.run(words + ["--force"]).code == 0)
    #expect(try scratch.text(of: "page.html") == before, "the same records make the same bytes")
  }

  @Test func aReportThatCannotBeWrittenLeavesNoPictures() async throws {
    try await record("none")
    try FileManager.default.createDirectory(atPath: scratch.path + "/page.md", withIntermediateDirectories: true)
    try await Tool.run(["report", scratch.path + "/results", "--force", "--out", page]).failing(1, "page.md")
    #expect(Set(scratch.names()) == ["page.md", "results"])
  }

  @Test func whatHasChangedSinceIsNotReplayed() async throws {
    let trace = scratch.path + "/mine.scrolltrace"
    try FileManager.default.copyItem(atPath: Tool.home + "/traces/zoom.scrolltrace", toPath: trace)
    try await Tool.run(
      ["--strategy", "none", "--trace", trace, "--decode", "none", "--out", scratch.path + "/results"] + Tool.tiny
    ).succeeding()
    let lost = try await Tool.run(["report", scratch.path + "/results", "--out", page])
    #expect(lost.code == 0 && lost.error.contains("No replay of mine"), "\(lost.error)")
    let other = try String(contentsOfFile: Tool.home + "/traces/browse.scrolltrace", encoding: .utf8)
    try other.write(toFile: trace, atomically: true, encoding: .utf8)
    let changed = try await Tool.run(["report", scratch.path + "/results", "--trace", trace, "--out", page, "--force"])
    #expect(changed.code == 0 && changed.error.contains("is not the trace 'mine'"), "\(changed.error)")
    #expect(try !scratch.text(of: "page.html").contains("id=\"player\""))
  }

  @Test(arguments: [
    ["--strategy", "none"], ["results", "--screen", "recorded:3"], ["results", "--out", "page.txt"],
    ["results", "--out", ".html"],
  ]) func contradictionsAreUsageErrors(words: [String]) async throws {
    #expect(try await Tool.run(["report"] + words).code == 64)
  }

  @Test func whatIsNotThereIsNamed() async throws {
    try await record("none")
    let folder = scratch.path + "/results"
    try await Tool.run(["report", folder, "--strategy", "lru", "--out", page]).failing(1, "no record of strategy 'lru'")
    try await Tool.run(["report", scratch.path, "--out", page]).failing(1, "the folder holds no runs")
    try await Tool.run(["report", scratch.path + "/nowhere", "--out", page]).failing(
      1, "nowhere: there is no such file or folder; give the .tsv")
    #expect(scratch.names() == ["results"])
  }
}
