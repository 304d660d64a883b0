import Foundation
import Testing

/// Declarations by hand name the publication of their signatures.
@Suite struct DeclarationTests {
  private static let sources = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/Sources"

  /// Types and functions without an address, and without saying that they are no part of an SDK.
  static func unnamed(_ text: String) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter { index in
      guard lines[index].firstMatch(of: /^(public|open) .*(class|struct|enum|protocol|func|let|typealias)\b/) != nil
      else { return false }
      let above = lines[..<index].reversed().prefix { $0.hasPrefix("//") || $0.hasPrefix("@") }
      return !above.contains { $0.contains("https://") || $0.contains("no part of the SDK") }
    }.map { lines[$0] }
  }

  @Test(arguments: ["UIKit", "SwiftUI", "Photos", "QuartzCore", "ImageIO", "Nuke"])
  func eachDeclarationHasAnAddress(_ module: String) throws {
    let folder = DeclarationTests.sources + "/" + module
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files where file != "Rehearsal.swift" && file != "OptionalCalls.swift" {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      #expect(DeclarationTests.unnamed(text) == [], "\(module)/\(file)")
    }
  }

  @Test func oneWithoutAnAddressIsFound() {
    let text = "// https://a.b\n@MainActor\npublic struct A {}\n\npublic struct B {}\n"
    #expect(DeclarationTests.unnamed(text) == ["public struct B {}"])
  }
}
