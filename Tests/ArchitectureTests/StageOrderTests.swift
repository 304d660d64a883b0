import Testing

/// Modules depend on each other as Package.swift says, which the compiler keeps. Within a module data flows through the
/// folders in one order, and a folder names only types of earlier ones.
@Suite struct StageOrderTests {
  static let orders = [
    "GridEngine": ["Images", "Script", "Memory", "Tally", "Machine"],
    "CacheLab": [
      "Text", "JSON", "Bytes", "Hashing", "Library", "Trace", "Synth", "Replay", "Reel", "Metrics", "Bounds",
      "Requests",
    ],
    "LabRecords": ["Statistics", "Traces", "Settings", "Results", "Requests", "Report"],
    "LabLibrary": [
      "Codec", "Painting", "Scenes", "Pool", "Folder", "Decodes", "RealTime", "Calibrate", "Instructions",
    ],
    "LabJudge": ["Sweep", "Validate", "Explain", "Gate", "Compare", "Plot", "Page"],
  ]

  static func violations(_ files: [SourceFile], of module: String) -> [String] {
    let order = orders[module] ?? []
    var declared: [String: Int] = [:]
    for file in files {
      guard let stage = order.firstIndex(of: file.stage) else { continue }
      for type in file.declaredTypes { declared[type.name] = min(declared[type.name] ?? .max, stage) }
    }
    return files.flatMap { file -> [String] in
      guard !file.stage.isEmpty else { return [] }
      guard let stage = order.firstIndex(of: file.stage) else {
        return ["\(file.path): add \(file.stage) to StageOrderTests.orders, after the folders whose types it names"]
      }
      // A nested type of the same name is the file's own.
      let kinds = ["struct ", "enum ", "class "]
      let own = Set(
        file.code.filter { line in kinds.contains { line.holds($0) } }
          .compactMap { $0.firstMatch(of: /\b(?:struct|enum|class) (\w+)/).map { String($0.output.1) } })
      return file.code.enumerated().flatMap { index, line in
        // What stands behind a dot belongs to the name before it.
        line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
          .map { String($0.prefix { $0 != "." }) }
          .filter { (declared[$0] ?? -1) > stage && !own.contains($0) }
          .map { name in
            "\(file.place(index)): \(file.stage)/ names \(name), which \(order[declared[name] ?? 0])/ declares: "
              + "move one of the two"
          }
      }
    }
  }

  @Test(arguments: orders.keys.sorted()) func aFolderNamesOnlyTypesOfEarlierFolders(_ module: String) {
    #expect(StageOrderTests.violations(SourceTree.files(of: module), of: module) == [])
  }

  @Test func everyModuleWithFoldersHasAnOrder() {
    let lab = Set(
      SourceTree.files.filter { ["CacheLab", "GridEngine"].contains($0.module) || $0.module.hasPrefix("Lab") }.map(
        \.module))
    #expect(lab.subtracting(StageOrderTests.orders.keys) == ["LabRunKit", "LabSystem"])
  }

  @Test func aTypeOfALaterFolderIsFound() {
    let files = [
      SourceFile(path: "Sources/CacheLab/Trace/A.swift", text: "struct A {\n  var b: B?\n}"),
      SourceFile(path: "Sources/CacheLab/Metrics/B.swift", text: "public struct B {\n  var a: A?\n}"),
      SourceFile(path: "Sources/CacheLab/Elsewhere/C.swift", text: "struct C {}"),
    ]
    let found = StageOrderTests.violations(files, of: "CacheLab")
    #expect(found.count == 2 && found.first?.hasPrefix("Sources/CacheLab/Trace/A.swift:2: Trace/ names B") == true)
    #expect(found.last?.hasPrefix("Sources/CacheLab/Elsewhere/C.swift: add Elsewhere") == true)
  }
}
