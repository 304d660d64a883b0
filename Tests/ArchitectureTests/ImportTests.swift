import Testing

/// What comes from outside the package. Which of our own modules may import which is in Package.swift, and the build
/// fails where a source says otherwise.
@Suite struct ImportTests {
  /// The system's C library, by its name on each system.
  static let system: Set<String> = ["Darwin", "Glibc", "Musl"]

  /// What the sources of a module may import that is not ours. `System` is what Apple calls its SystemPackage.
  static func outside(of module: String) -> Set<String> {
    switch module {
    // What policies are made of imports nothing: the same bits everywhere.
    case "StrategyKit", "Strategies", "GridEngine", "GridSession": []
    // For its MainQueue, which Embedded Swift leaves out.
    case "GridDriver": ["Dispatch"]
    // Apple's frameworks in files that Linux leaves out here; Packages/DeclaredSDK compiles them.
    case "GridPhotos": ["Foundation", "Photos", "UIKit"]
    case "GridViews": ["Foundation", "Observation", "SwiftUI", "UIKit"]
    // UIKit in the one file that Linux leaves out.
    case "ScrollTraceRecorder": ["UIKit"]
    case "LabBase", "StrategyContract": ["Synchronization"]
    case "CacheLab": []
    case "LabSystem": system.union(["SystemPackage", "Synchronization"])
    case "LabLibrary", "LabRecords": ["SystemPackage", "Synchronization"]
    case "LabJudge": ["Synchronization"]
    case "LabMeasure": ["SystemPackage", "Synchronization", "Histogram"]
    case "LabPictures": []
    case "lab-run": []
    case "lab-fuzz": ["ArgumentParser", "SystemPackage", "Synchronization"]
    case "LabRunKit": ["ArgumentParser", "Subprocess", "System", "SystemPackage", "Synchronization"]
    case "lab-bench": ["ArgumentParser", "Subprocess", "System", "SystemPackage", "Synchronization"]
    case "lab-record":
      ["ArgumentParser", "Subprocess", "System", "SystemPackage", "Synchronization", "FoundationEssentials"]
    default: []
    }
  }

  /// Files outside LabSystem that may import the C library, each with its reason. The others ask LabSystem, or
  /// SystemPackage.
  static let exceptions = [
    "GridEngine/Memory/SlotStore.swift": "memory of slots comes zeroed from the system",
    "LabJudge/Gate/Statistics/Double+CMath.swift": "logarithms and the error function",
    "LabLibrary/Codec/JPEGBytes.swift": "memchr looks for markers",
    "LabLibrary/Reading/PoolReader.swift": "preadv reads several columns at once",
    "LabMeasure/Decodes/HelperChannel.swift": "sockets",
    "LabMeasure/Decodes/HelperProcess.swift": "posix_spawn",
    "LabRunKit/Terminal/Interruption.swift": "signals",
    "LabRunKit/Terminal/SignalHandler.swift": "signals",
    "lab-fuzz/CanaryPixels.swift": "memcmp compares bitmaps",
    "lab-fuzz/LastInput.swift": "signals",
    "lab-record/FrontDoor.swift": "poll",
    "lab-record/Guest.swift": "poll",
    "lab-record/TCPSocket.swift": "sockets",
  ]

  static func violations(_ files: [SourceFile], ours: Set<String>) -> [String] {
    files.flatMap { file in
      file.imports.compactMap { imported, line in
        if imported == "CTurboJPEG" && !(file.module == "LabLibrary" && file.stage == "Codec") {
          return "\(file.place(line)): only LabLibrary/Codec imports CTurboJPEG; put the call there"
        }
        if ours.contains(imported) || outside(of: file.module).contains(imported) { return nil }
        if system.contains(imported), exceptions.keys.contains(where: { file.path.hasSuffix($0) }) { return nil }
        return "\(file.place(line)): \(file.module) must not import \(imported)"
      }
    }
  }

  static let ours = SourceTree.modules

  @Test func everyModuleImportsOnlyWhatItMay() {
    #expect(ImportTests.violations(SourceTree.files, ours: ImportTests.ours) == [])
  }

  @Test func everyExceptionIsStillNeeded() {
    for path in ImportTests.exceptions.keys {
      let files = SourceTree.files.filter { $0.path.hasSuffix(path) }
      let isNeeded = files.contains { $0.imports.contains { ImportTests.system.contains($0.module) } }
      #expect(isNeeded, "\(path) no longer imports the C library: remove its exception")
    }
  }

  @Test(arguments: [
    ("Strategies/A.swift", "import Glibc"), ("CacheLab/Replay/A.swift", "import Glibc"),
    ("LabLibrary/Pool/A.swift", "import CTurboJPEG"), ("CacheLab/Trace/A.swift", "import FoundationEssentials"),
    ("LabRecords/Results/A.swift", "import Foundation"), ("LabRecords/Results/A.swift", "import Glibc"),
    ("lab-run/A.swift", "import Synchronization"),
    ("LabPictures/Plot/A.swift", "import Histogram"), ("LabJudge/Gate/A.swift", "import Crypto"),
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
