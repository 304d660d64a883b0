import Testing

/// lab-record over loopback, by a script that shares nothing with it.
@Suite struct LabRecordTests {
  @Test func servesThePageAndTakesOnlyGoodTracesWithItsToken() async throws {
    let script = Tool.home + "/Tests/Recorder/desk_test.py"
    let trace = Tool.home + "/traces/zoom.scrolltrace"
    let ran = try await Tool.run("python3", [script, Tool.products + "/lab-record", trace])
    #expect(ran.code == 0, "\(ran.output)\(ran.error)")
  }

  @Test func itServesOnWhateverIsThrownAtIt() async throws {
    let script = Tool.home + "/Tests/Recorder/attack_test.py"
    let trace = Tool.home + "/traces/zoom.scrolltrace"
    let ran = try await Tool.run("python3", [script, Tool.products + "/lab-record", trace])
    #expect(ran.code == 0, "\(ran.output)\(ran.error)")
  }

  @Test func itsHelpSaysWhatItServesTo() async throws {
    let help = try await Tool.run(Tool.products + "/lab-record", ["--help"])
    #expect(help.code == 0 && help.output.contains("Only this machine is"))
    let wrong = try await Tool.run(Tool.products + "/lab-record", ["--bind", "nowhere"])
    #expect(wrong.code == 64 && wrong.error.contains("--bind nowhere"), "\(wrong.error)")
  }
}
