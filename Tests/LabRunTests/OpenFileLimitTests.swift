import Testing

/// `ulimit -n`, hard and soft, set by a shell before lab-run starts.
@Suite struct OpenFileLimitTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(limit: String, _ words: [String], out: Bool = true) async throws -> Tool.Outcome {
    try await Tool.shell(
      "ulimit \(limit); exec \"$0\" \"$@\"",
      words + ["--trace", "open-photo"] + Tool.tiny + (out ? ["--out", scratch.path + "/out"] : []))
  }

  @Test(arguments: [["--strategy", "none", "--strategy", "lru"], ["plot", "memory", "--strategy", "none"]])
  func tooFewFilesAreSaidBeforeAProcessIsStarted(words: [String]) async throws {
    let isPlot = words[0] == "plot"
    let ran = try await run(limit: "-n 16", words + (isPlot ? ["--out", scratch.path + "/p"] : []), out: !isPlot)
    // Where there is no gnuplot, none is started, but that comes later.
    #expect(ran.code == 1, "\(ran.output)\(ran.error)")
    #expect(ran.error.hasPrefix("lab-run: 16 files at most may be open here, and "), "\(ran.error)")
    #expect(
      ran.error.contains("run ulimit -n 256 first") && ran.error.split(separator: "\n").count == 1, "\(ran.error)")
  }

  @Test func aSoftLimitIsRaised() async throws {
    let ran = try await run(limit: "-Sn 16", ["--strategy", "none", "--strategy", "lru"])
    #expect(ran.code == 0, "\(ran.output)\(ran.error)")
  }

  @Test(arguments: ["4", "5", "6", "15"]) func aLimitThatIsTooLowForAnythingIsSaid(limit: String) async throws {
    let ran = try await Tool.shell("ulimit -n \(limit); exec \"$0\" list screens", [])
    #expect(ran.code == 1 && ran.error.contains("run ulimit -n 256 first"), "\(ran.status) \(ran.error)")
  }

  @Test func oneProcessNeedsNoMore() async throws {
    let ran = try await run(limit: "-n 16", ["--strategy", "none", "--strategy", "lru", "--decode", "none"])
    #expect(ran.code == 0, "\(ran.output)\(ran.error)")
  }
}
