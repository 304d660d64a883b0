import Testing

/// What comes from outside the package. Which of our own modules may import which is in Package.swift, and the build
/// fails where a source says otherwise.
@Suite struct ImportTests {
  /// What the sources of a module may import that is not ours.
  static func outside(of module: String) -> Set<String> {
    switch module {
    // For its MainQueue, which Embedded Swift leaves out.
    case "GridDriver": ["Dispatch"]
    // Apple's frameworks in files that Linux leaves out here; Packages/DeclaredSDK compiles them.
    case "GridPhotos": ["Foundation", "Photos", "UIKit"]
    case "GridViews": ["Dispatch", "Foundation", "Observation", "SwiftUI", "UIKit"]
    // UIKit in the one file that Linux leaves out.
    case "ScrollTraceRecorder": ["UIKit"]
    case "CacheLab", "StrategyContract", "LabJudge", "LabLibrary", "LabRecords", "LabSystem": ["Synchronization"]
    case "LabRunKit": ["ArgumentParser", "Synchronization"]
    case "lab-bench", "lab-fuzz": ["ArgumentParser"]
    // What policies are made of imports nothing: the same bits everywhere.
    default: []
    }
  }

  static func violations(_ files: [SourceFile], ours: Set<String>) -> [String] {
    files.flatMap { file in
      file.imports.compactMap { imported, line in
        if imported == "CTurboJPEG" && !(file.module == "LabLibrary" && file.stage == "Codec") {
          return "\(file.place(line)): only LabLibrary/Codec imports CTurboJPEG; put the call there"
        }
        if imported == "CZlib" && file.module != "LabRecords" {
          return "\(file.place(line)): only LabRecords imports CZlib; put the call into Gzip"
        }
        // Linux leaves all of this file out; Packages/DeclaredSDK compiles it.
        if ["Foundation", "ImageIO"].contains(imported), file.path.hasSuffix("LabLibrary/Codec/ImageIOPicture.swift") {
          return nil
        }
        if ours.contains(imported) || outside(of: file.module).contains(imported) { return nil }
        return "\(file.place(line)): \(file.module) must not import \(imported)"
      }
    }
  }

  static let ours = SourceTree.modules

  @Test func everyModuleImportsOnlyWhatItMay() {
    #expect(ImportTests.violations(SourceTree.files, ours: ImportTests.ours) == [])
  }

  /// Frameworks that modules for apps may look for: the files behind such a question use nothing else of a system.
  static let frameworks = ["UIKit", "SwiftUI", "Photos", "ObjectiveC", "ImageIO"]

  static let systems = Set(
    ["Darwin", "Glibc", "Musl"].flatMap { ["import \($0)", "public import \($0)", "package import \($0)"] })

  /// CLabSystem alone knows the system: what Swift compiles on one, it compiles on all.
  @Test(arguments: ["Sources", "Tests", "Packages"]) func noSwiftFileAsksForTheSystem(_ folder: String) {
    let found = SourceTree.paths(below: folder).flatMap { path in
      SourceTree.file(path).code.filter { line in
        if line.holds("import "), ImportTests.systems.contains(line.split(separator: " ").joined(separator: " ")) {
          return true
        }
        guard line.holds("#if ") || line.holds("#elseif ") else { return false }
        var line = line
        for name in ImportTests.frameworks { line = line.replacing("canImport(\(name))", with: "") }
        return line.contains(/(canImport|os|targetEnvironment)\(/)
      }.map { "\(path): \($0): put the call into CLabSystem" }
    }
    #expect(found == [])
  }

  @Test(arguments: [
    ("Strategies/A.swift", "import Glibc"), ("CacheLab/Replay/A.swift", "import Glibc"),
    ("LabLibrary/Pool/A.swift", "import CTurboJPEG"), ("CacheLab/Trace/A.swift", "import FoundationEssentials"),
    ("CacheLab/Trace/A.swift", "import CZlib"),
    ("LabRecords/Results/A.swift", "import Foundation"), ("LabLibrary/Codec/A.swift", "import ImageIO"),
    ("LabRecords/Results/A.swift", "import Glibc"),
    ("lab-run/A.swift", "import Synchronization"),
    ("LabJudge/Plot/A.swift", "import Histogram"), ("LabJudge/Gate/A.swift", "import Crypto"),
    ("Strategies/Policies/A.swift", "import Collections"), ("LabRunKit/A.swift", "public import Combine"),
    ("CacheLab/Trace/A.swift", "@preconcurrency import Foundation"),
    ("CacheLab/Trace/A.swift", "@_spi(A) import struct Foundation.Data"),
  ])
  func aForbiddenImportIsFound(_ path: String, _ line: String) {
    let found = ImportTests.violations(
      [SourceFile(path: "Sources/" + path, text: "// \(line)\n\(line)\n")], ours: ImportTests.ours)
    #expect(found.count == 1 && found[0].hasPrefix("Sources/\(path):2: "), "\(found)")
  }
}
