import Testing

/// `lab-run plot`, with and without gnuplot.
@Suite(.serialized) struct PlotCommandTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func withoutGnuplotScriptAndDataAreWrittenAndTheCureIsNamed() async throws {
    let run = try await Tool.run(
      [
        "--strategy", "none", "--trace", "zoom", "--decode", "none", "--events", scratch.path + "/e.jsonl", "--out",
        scratch.path + "/out",
      ] + Tool.tiny)
    #expect(run.code == 0, "\(run.error)")
    let plot = try await Tool.shell(
      "PATH=/nowhere exec \"$0\" \"$@\"", ["plot", "memory", scratch.path + "/e.jsonl", "--to", scratch.path + "/p"])
    #expect(plot.code == 1)
    #expect(plot.error.contains("gnuplot-nox"), "\(plot.error)")
    #expect(scratch.names(in: "p") == ["memory-none-zoom.gp", "memory-none-zoom.tsv"])
  }

  @Test(arguments: [
    ["memory"], ["memory", "--strategy", "none"], ["memory", "e.jsonl", "--strategy", "none", "--trace", "zoom"],
    ["portrait", "--strategy", "none", "--trace", "zoom"],
  ]) func contradictionsAreUsageErrors(words: [String]) async throws {
    #expect(try await Tool.run(["plot"] + words).code == 64)
  }

  @Test func filesThatAreNoneAreNamed() async throws {
    let missing = try await Tool.run(["plot", "memory", scratch.path + "/none.jsonl"])
    #expect(missing.code == 1 && missing.error.contains("none.jsonl"))
    let other = try await Tool.run(["plot", "memory", "traces/zoom.scrolltrace"])
    #expect(other.code == 1 && other.error.contains("event file"), "\(other.error)")
  }
}
