import FoundationEssentials
import Testing

/// Links between documents lead somewhere: to a file, and to a heading of it.
@Suite struct LinkTests {
  /// Targets of the links of a text; those to other sites are left out.
  static func links(_ text: String) -> [String] {
    text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }.filter {
      !$0.hasPrefix("http") && !$0.hasPrefix("mailto:")
    }
  }

  /// The names under which a document's headings can be linked to, as GitHub makes them.
  static func anchors(_ text: String) -> Set<String> {
    Set(
      text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
        String(
          heading.drop { $0 == "#" || $0 == " " }.lowercased().compactMap { character -> Character? in
            if character == " " { return "-" }
            return character.isLetter || character.isNumber || character == "-" || character == "_" ? character : nil
          })
      })
  }

  private static func complaint(_ link: String, in document: String) throws -> String? {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let folder = document.split(separator: "/").dropLast().joined(separator: "/")
    let path = parts[0].isEmpty ? document : (folder.isEmpty ? "" : folder + "/") + parts[0]
    let full = SourceTree.home + "/" + path
    guard FileManager.default.fileExists(atPath: full) else { return "\(link): there is no \(path)" }
    guard parts.count == 2, full.hasSuffix(".md") else { return nil }
    let anchors = anchors(try String(contentsOfFile: full, encoding: .utf8))
    return anchors.contains(parts[1]) ? nil : "\(link): \(path) has no such heading"
  }

  @Test func linksLeadSomewhere() throws {
    for name in ["README.md", "traces/UNSEEN.md", "Tests/Outsider/README.md"] {
      #expect(SourceTree.documents.contains(name))
    }
    for document in SourceTree.documents {
      let text = try String(contentsOfFile: SourceTree.home + "/" + document, encoding: .utf8)
      #expect(try LinkTests.links(text).compactMap { try LinkTests.complaint($0, in: document) } == [], "\(document)")
    }
  }

  @Test func headingsAreNamedAsGitHubDoes() {
    #expect(LinkTests.anchors("# A `b` c?\n## What's in-it_2\n") == ["a-b-c", "whats-in-it_2"])
    #expect(LinkTests.links("[a](b.md#c) [d](https://e) ![f](g.svg)") == ["b.md#c", "g.svg"])
  }
}
