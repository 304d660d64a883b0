import CacheLab
import Testing

/// `lab-run why` and `compare`.
@Suite(.serialized) struct ExplainCommandTests {
  private let scratch = Scratch()

  private func record(_ strategy: String, _ more: [String] = []) async throws {
    try await Tool.run(
      ["-s", strategy, "-t", "zoom", "--decode", "none", "--out", scratch.path + "/\(strategy)"] + Tool.tiny + more
    ).succeeding()
  }

  private func recordPath(_ strategy: String) -> String {
    let name = scratch.names(in: strategy).first { $0.hasSuffix(".tsv") } ?? "?"
    return "\(scratch.path)/\(strategy)/\(name)"
  }

  @Test func fileRecordAndReplayTellTheSame() async throws {
    let screen = ["--screen", "375x667@3:3"]
    try await record("preheat2x", ["--events", scratch.path + "/e.jsonl"] + screen)
    let replayed = try await Tool.run(["why", "-s", "preheat2x", "-t", "zoom", "--worst", "2"] + Tool.tiny + screen)
      .succeeding()
    #expect(replayed.output.contains("saved by"))
    for file in [scratch.path + "/e.jsonl", recordPath("preheat2x")] {
      let told = try await Tool.run(["why", file, "--worst", "2"])
      #expect(told.output == replayed.output, "\(told.error)")
    }
    // What was cut tells of itself alone, and says so.
    let lines = try scratch.text(of: "e.jsonl").split(separator: "\n")
    try scratch.write(lines.prefix(lines.count / 2).joined(separator: "\n") + "\n", to: "half.jsonl")
    let half = try await Tool.run(["why", scratch.path + "/half.jsonl"])
    #expect(half.code == 0 && half.error.contains("it was cut"), "\(half.error)")
  }

  @Test func theAnswerIsAlsoJSONAndMarkdown() async throws {
    let words = ["why", "-s", "none", "-t", "zoom", "--worst", "3"] + Tool.tiny
    let json = try await Tool.run(words + ["--format", "json"]).json()
    let visits = json.array?.last?["table"]?.array
    #expect(visits?.count == 3 && visits?.first?["saved by"]?.string != nil)
    #expect(try await Tool.run(words + ["--format", "markdown"]).output.contains("| ---: |"))
  }

  @Test func whatIsNotThereIsNamedWithTheCure() async throws {
    let words = ["why", "-s", "preheat2x", "-t", "zoom"] + Tool.tiny
    for (more, part) in [
      (["--item", "99999"], "it has 300 items, 0 to 299"), (["--item", "299"], "choose one of these"),
    ] {
      let run = try await Tool.run(words + more)
      // The last photos of this small library may be on screen; then there is nothing to refuse.
      if more == ["--item", "299"] && run.code == 0 { continue }
      #expect(run.code == 1 && run.error.contains(part), "\(run.error)")
    }
    try await Tool.run(["why", scratch.path + "/none.jsonl"]).failing(1, "there is no")
  }

  @Test(arguments: [
    ["why"], ["why", "-s", "none"], ["why", "e.jsonl", "-s", "none"],
    ["why", "e.jsonl", "--item", "1", "--worst", "2"],
    ["why", "e.jsonl", "--device", "decode-4ms"], ["compare", "a.tsv", "b.tsv", "--device", "decode-4ms"],
    ["why", "e.jsonl", "--item=-1"], ["why", "e.jsonl", "--worst", "0"], ["compare"],
    ["compare", "a.tsv", "--row", "trace"], ["compare", "a.tsv", "b.tsv", "--trace", "zoom"],
  ]) func contradictionsAreUsageErrors(words: [String]) async throws {
    #expect(try await Tool.run(words).code == 64)
  }

  @Test func recordsAreComparedAndStrategiesToo() async throws {
    try await record("none")
    try await record("preheat2x")
    let compared = try await Tool.run(["compare", recordPath("none"), recordPath("preheat2x")]).succeeding()
    #expect(compared.output.contains("differs: strategy: none (") && compared.output.contains("better"))
    let folders = try await Tool.run(
      ["compare", scratch.path + "/none", scratch.path + "/preheat2x", "--format", "csv"])
    let replayed = try await Tool.run(["compare", "none", "preheat2x", "-t", "zoom", "--format", "csv"] + Tool.tiny)
    func figures(_ text: String) -> [String] {
      text.split(separator: "\n").map { line in
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        return cells.prefix(5).joined(separator: ",") + cells.suffix(7).joined(separator: ",")
      }
    }
    #expect(figures(folders.output) == figures(replayed.output))
    try await Tool.run(
      ["-s", "none", "-s", "lru", "-t", "zoom", "--decode", "none", "--out", "many"] + Tool.tiny, in: scratch.path
    ).succeeding()
    let alone = try await Tool.run(["compare", scratch.path + "/many"])
    #expect(alone.output.hasPrefix("2 records, by strategy\n"), "\(alone)")
    try await Tool.run(["why", "many/\(scratch.names(in: "many")[0])"], in: scratch.path).failing(
      1, "holds 2 runs; name one by --strategy")
    try await Tool.run(["compare", "none", "preheat2x", "-t", "zoom", "--metric", "hit-rat"] + Tool.tiny).failing(
      1, "did you mean 'hit-rate'")
  }
}
