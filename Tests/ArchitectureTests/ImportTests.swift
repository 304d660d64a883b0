import Testing

/// Modules point one way: StrategyKit, then CacheLab and Strategies beside each other, LabRunKit, lab-run.
@Suite struct ImportTests {
  /// The C library, by its name on each system.
  static let system: Set<String> = ["Darwin", "Glibc", "Musl"]

  /// What each module may import. A new name here is a new dependency: say why in Package.swift. `System` is what Apple
  /// calls its SystemPackage.
  static let allowed: [String: Set<String>] = [
    "StrategyKit": [],
    "Strategies": ["StrategyKit"],
    "CacheLab": system.union(["StrategyKit", "CTurboJPEG", "Histogram", "Synchronization", "FoundationEssentials"]),
    "LabRunKit": system.union([
      "StrategyKit", "CacheLab", "CDecodeLoop", "CShippedFiles", "ArgumentParser", "Subprocess", "System",
      "SystemPackage", "Synchronization",
    ]),
    "lab-run": ["LabRunKit", "Strategies"],
    "lab-record": system.union([
      "CacheLab", "Strategies", "CShippedFiles", "ArgumentParser", "FoundationEssentials", "Subprocess", "System",
      "SystemPackage",
    ]),
    // UIKit in the one file that Linux leaves out.
    "ScrollTraceRecorder": ["UIKit"],
    "StrategyContract": ["Strategies", "CacheLab", "CAllocationCount", "Synchronization"],
    "PhotosModel": ["Strategies", "CacheLab", "Synchronization", "Dispatch"],
    "PhotosCatalog": ["Strategies", "CacheLab", "PhotosModel", "GRDB", "Synchronization"],
    "lab-photos": system.union([
      "Strategies", "CacheLab", "PhotosModel", "PhotosCatalog", "ArgumentParser", "Dispatch", "Synchronization",
    ]),
    "lab-fuzz": system.union(["Strategies", "CacheLab", "ArgumentParser", "Synchronization"]),
    "lab-bench": system.union([
      "Strategies", "CacheLab", "StrategyContract", "CDecodeLoop", "ArgumentParser", "Subprocess", "System",
      "SystemPackage", "FoundationEssentials", "Synchronization",
    ]),
  ]

  static func violations(_ files: [SourceFile]) -> [String] {
    files.flatMap { file in
      file.imports.compactMap { imported, line in
        let place = file.place(line)
        guard let known = allowed[file.module] else {
          return "\(place): add module \(file.module) to ImportTests.allowed"
        }
        guard known.contains(imported) else {
          return "\(place): \(file.module) must not import \(imported), only \(known.sorted())"
        }
        if imported == "CTurboJPEG" && file.stage != "Codec" {
          return "\(place): only Codec/ imports CTurboJPEG; put the call there"
        }
        if imported.hasPrefix("Foundation") && file.module == "CacheLab" && !["Results", "Report"].contains(file.stage)
        {
          return "\(place): only Results/ and Report/ import FoundationEssentials"
        }
        return nil
      }
    }
  }

  @Test func everyModuleImportsOnlyWhatItMay() {
    #expect(SourceTree.files.count > 100, "the sources were found")
    #expect(ImportTests.violations(SourceTree.files) == [])
  }

  @Test(arguments: [
    ("Strategies/A.swift", "import Glibc"), ("CacheLab/Replay/A.swift", "import Strategies"),
    ("CacheLab/Trace/A.swift", "public import LabRunKit"),
    ("CacheLab/Library/A.swift", "import CTurboJPEG"), ("CacheLab/Trace/A.swift", "import FoundationEssentials"),
    ("CacheLab/Results/A.swift", "import Foundation"), ("lab-run/A.swift", "import CacheLab"),
    ("other/A.swift", "import CacheLab"),
  ])
  func aForbiddenImportIsFound(_ path: String, _ line: String) {
    let found = ImportTests.violations([SourceFile(path: "Sources/" + path, text: "// \(line)\n\(line)\n")])
    #expect(found.count == 1 && found[0].hasPrefix("Sources/\(path):2: "), "\(found)")
  }
}
