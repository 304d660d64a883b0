import Foundation
import GridEngine
import Testing

/// Every Swift block of the documents, and every file of the tutorials, compiles with the declarations.
@Suite struct SnippetTests {
  struct Snippet: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
  }

  private static let home = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()

  private static func read(_ path: String) -> String {
    guard let text = try? String(contentsOfFile: home + "/" + path, encoding: .utf8) else {
      preconditionFailure("\(path) cannot be read")
    }
    return text
  }

  private static func blocks(_ document: String) -> [Snippet] {
    read(document).components(separatedBy: "```swift\n").dropFirst().enumerated().map { index, part in
      Snippet(
        testDescription: "\(document), block \(index + 1)", text: part.components(separatedBy: "```").first ?? "")
    }
  }

  /// Files of the tutorials, their articles, and blocks of the documents.
  static let all: [Snippet] = {
    let catalogue = "Sources/GridViews/GridViews.docc"
    let files = ((try? FileManager.default.subpathsOfDirectory(atPath: home + "/" + catalogue)) ?? []).sorted()
    let resources = files.filter { $0.hasSuffix(".swift") }.map {
      Snippet(testDescription: $0, text: read("\(catalogue)/\($0)"))
    }
    precondition(!resources.isEmpty, "the tutorials are in \(catalogue)")
    let articles = files.filter { $0.hasSuffix(".md") }.flatMap { blocks("\(catalogue)/\($0)") }
    return blocks("README.md") + blocks("docs/ship-a-grid.md") + articles + resources + recommended
  }()

  /// The code that `lab-run recommend` prints to paste, from its templates, with the line of workers and without.
  private static var recommended: [Snippet] {
    ["uikit", "swiftui", "photos", "driver"].flatMap { target in
      let template = read("Sources/LabJudge/Sweep/Templates/\(target).txt")
        .replacingOccurrences(of: "COMMAND", with: "lab-run recommend").replacingOccurrences(of: "FIT", with: "crop")
      let workers = "  options.workers = WORKERS\n"
      return [("windowed-lead:window=35MB+opportunistic", "  options.workers = 3\n"), ("preheat2x", "")].map {
        Snippet(
          testDescription: "recommend --for \(target): \($0)",
          text: template.replacingOccurrences(of: "STRATEGY", with: $0).replacingOccurrences(of: workers, with: $1))
      }
    }
  }

  /// Where the build has put the modules: beside the program that runs these tests.
  private static var modules: String {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: program).deletingLastPathComponent().appending(path: "Modules").path
  }

  @Test(arguments: all) func itCompiles(_ snippet: Snippet) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Snippet.swift")
    try snippet.text.write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-I",
      SnippetTests.modules, "-I", SnippetTests.home + "/Sources/CSlotMemory", file.path,
    ]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }

  /// `PhotosSource` has thumbnails by itself; a decoder is told how to make them.
  @Test(arguments: all.filter { $0.text.contains("DecodeSource") }) func itsDecoderMakesThumbnails(_ snippet: Snippet) {
    #expect(snippet.text.contains("thumbnail:"))
  }

  @Test func theDocumentsHaveSnippets() {
    for name in ["README.md", "docs/ship-a-grid.md"] {
      #expect(SnippetTests.all.contains { $0.testDescription.hasPrefix(name) }, "\(name)")
    }
    // Files of the tutorials, and the catalogue's articles.
    #expect(SnippetTests.all.contains { $0.testDescription.hasPrefix("Resources/") })
    #expect(SnippetTests.all.contains { $0.testDescription.contains("GridViews.docc") })
  }
}
