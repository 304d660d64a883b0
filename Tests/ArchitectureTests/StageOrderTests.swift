import Testing

/// Within CacheLab data flows through the stages in one order, and a stage names only types of earlier ones.
@Suite struct StageOrderTests {
  static let order = [
    "Time", "Codec", "Library", "Trace", "Synth", "Replay", "Measure", "Metrics", "Bounds", "RealTime", "Results",
    "Requests", "Calibrate", "Report", "Sweep", "Validate", "Gate", "Plot", "Explain", "Page",
  ]

  /// Names that a file may use though they are declared later, with the reason.
  static let exceptions: [String: Set<String>] = [
    // A reading becomes a metric's value: what was measured, or why it was not.
    "Measure/Measurements.swift": ["MetricValue"],
    // It returns what a run counted and measured, and compares the digests of its two replays.
    "Measure/MeasuredReplay.swift": ["RunFacts", "DeterministicBlock"],
  ]

  static func violations(_ files: [SourceFile]) -> [String] {
    var declared: [String: Int] = [:]
    for file in files {
      guard let stage = order.firstIndex(of: file.stage) else { continue }
      for type in file.declaredTypes { declared[type.name] = min(declared[type.name] ?? .max, stage) }
    }
    return files.flatMap { file -> [String] in
      guard !file.stage.isEmpty else { return [] }
      guard let stage = order.firstIndex(of: file.stage) else {
        return ["\(file.path): add \(file.stage) to StageOrderTests.order, after the stages whose types it names"]
      }
      let mayName = exceptions[file.path.split(separator: "/").suffix(2).joined(separator: "/")] ?? []
      // A nested type of the same name is the file's own.
      let own = Set(
        file.code.compactMap { $0.firstMatch(of: /\b(?:struct|enum|class) (\w+)/).map { String($0.output.1) } })
      return file.code.enumerated().flatMap { index, line in
        line.matches(of: /\b[A-Z]\w*/).map { String($0.output) }
          .filter { (declared[$0] ?? -1) > stage && !mayName.contains($0) && !own.contains($0) }
          .map { name in
            "\(file.place(index)): \(file.stage)/ names \(name), which \(order[declared[name] ?? 0])/ declares: "
              + "move one of the two"
          }
      }
    }
  }

  @Test func aStageNamesOnlyTypesOfEarlierStages() {
    #expect(StageOrderTests.violations(SourceTree.files(of: "CacheLab")) == [])
  }

  @Test func everyExceptionIsStillNeeded() {
    for (path, names) in StageOrderTests.exceptions {
      let code = SourceTree.file("Sources/CacheLab/" + path).code.joined(separator: "\n")
      for name in names { #expect(code.contains(name), "\(path) no longer names \(name): remove the exception") }
    }
  }

  @Test func aTypeOfALaterStageIsFound() {
    let files = [
      SourceFile(path: "Sources/CacheLab/Trace/A.swift", text: "struct A {\n  var b: B?\n}"),
      SourceFile(path: "Sources/CacheLab/Report/B.swift", text: "public struct B {\n  var a: A?\n}"),
      SourceFile(path: "Sources/CacheLab/Elsewhere/C.swift", text: "struct C {}"),
    ]
    let found = StageOrderTests.violations(files)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("Sources/CacheLab/Trace/A.swift:2: Trace/ names B") == true)
    #expect(found.last?.hasPrefix("Sources/CacheLab/Elsewhere/C.swift: add Elsewhere") == true)
  }
}
