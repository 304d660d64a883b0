import Testing

/// A hint names the program that runs: the author of another tool reads `my-lab gate`, not `lab-run gate`.
@Suite struct HintTests {
  /// Files whose text says `lab-run` itself, with the reason. Examples of a command's help may.
  static let exceptions = [
    "LabBase/ToolName.swift": "what it is called unless told otherwise",
    "Sweep/SweepFile.swift": "the mark of a file that other programs and machines read",
    "Synth/LogSession.swift": "a trace's origin, the same bytes from any program",
    "Synth/Synthesis.swift": "a trace's origin, the same bytes from any program",
    "Synth/LogSession+Touches.swift": "a trace's origin, the same bytes from any program",
    "Commands/TraceCommand+Edit.swift": "a trace's origin, the same bytes from any program",
    "Running/BaseBuild.swift": "a product of this package",
    "Running/Command.swift": "what older binaries say",
    "Commands/LibraryCommand.swift": "examples, each on one line",
  ]

  static func violations(_ files: [SourceFile]) -> [String] {
    files.filter { file in
      (["CacheLab", "GridEngine"].contains(file.module) || file.module.hasPrefix("Lab"))
        && !exceptions.keys.contains { file.path.hasSuffix($0) }
    }.flatMap { file in
      var isInText = false
      let mayShowExamples = file.stage == "Commands" || file.name == "LabRun.swift"
      return file.lines.enumerated().compactMap { index, line -> String? in
        let quotes = line.holds("\"\"\"") ? line.ranges(of: "\"\"\"").count : 0
        let wasInText = isInText
        if quotes % 2 == 1 { isInText.toggle() }
        let isComment = !wasInText && line.drop { $0 == " " }.hasPrefix("//")
        let isExample = mayShowExamples && wasInText
        guard !isComment, !isExample, line.holds("lab-run ") || line.holds("\"lab-run\"") else { return nil }
        return "\(file.place(index)): a hint says lab-run, whatever the program is called: write \\(ToolName.current)"
      }
    }
  }

  @Test func everyHintNamesTheProgramThatRuns() {
    #expect(HintTests.violations(SourceTree.files) == [])
  }

  @Test func everyExceptionIsStillNeeded() {
    for path in HintTests.exceptions.keys {
      let files = SourceTree.files.filter { $0.path.hasSuffix(path) }
      #expect(files.contains { $0.lines.contains { $0.contains("lab-run") } }, "\(path) needs no exception any more")
    }
  }

  @Test func aHintThatNamesTheProgramItselfIsFound() {
    let text = "/// lab-run gate\nlet cure = \"run lab-run gate\"\nlet help = \"\"\"\n  lab-run gate\n  \"\"\"\n"
    let gate = HintTests.violations([SourceFile(path: "Sources/LabJudge/Gate/A.swift", text: text)])
    #expect(gate.map { $0.prefix(33) } == ["Sources/LabJudge/Gate/A.swift:2: ", "Sources/LabJudge/Gate/A.swift:4: "])
    let command = HintTests.violations([SourceFile(path: "Sources/LabRunKit/Commands/A.swift", text: text)])
    #expect(command.count == 1)
  }
}
