import Testing

/// `lab-run validate`, however busy the machine is.
@Suite(.serialized) struct RealTimeTests {
  @Test func validateComparesAndJudges() async throws {
    let ran = try await Tool.run(
      [
        "validate", "--strategy", "none", "--trace", Tool.home + "/Tests/Corpus/plain.scrolltrace", "--rounds", "2",
      ] + Tool.tiny)
    // How the two compare is the machine's affair; a verdict there always is.
    #expect([0, 1, 3].contains(ran.code), "\(ran.error)")
    #expect(ran.output.contains("virtual time against the wall clock (2 rounds)"))
    #expect(ran.output.contains("a frame happens when it is due"))
    for line in ran.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test(arguments: [
    ["--rounds", "0"], ["--rounds", "100"], ["--events", "e.jsonl"], ["--out", "x"], ["--format", "csv"],
    ["--cloud", "30"],
  ]) func validateRefusesWhatItDoesNotDo(words: [String]) async throws {
    let ran = try await Tool.run(["validate", "--strategy", "none", "--trace", "zoom"] + words)
    #expect(ran.code == 64, "\(ran.error)")
  }
}
