package import LabBase

/// A part of what is said of results, for a terminal or for a document.
package enum ReportPart: Sendable {
  /// Stands above what follows, bold in a document.
  case title(String)
  /// Says nothing where it is empty.
  case paragraph(String)
  /// Under a caption that a document does without.
  case table(TextTable, caption: String = "")
  /// Lines that stay such in either.
  case lines(String)
  /// Lines of Swift to paste, which may be longer than others.
  case code(String)

  /// Columns that text is made for.
  package static let width = 100

  /// Lines that go on below themselves in a terminal.
  package static func wrapped(_ lines: [String]) -> ReportPart {
    .lines(lines.flatMap { $0.wrapped(width: ReportPart.width) }.map { $0 + "\n" }.joined())
  }
}

extension [ReportPart] {
  /// For a terminal, at most 100 columns wide where names allow it.
  package var text: String {
    written { part in
      switch part {
      case .title(let text), .paragraph(let text): text.isEmpty ? "" : [ReportPart.wrapped([text])].text
      case .table(let table, let caption):
        (caption.isEmpty ? "" : "\(caption)\n\n") + table.text(width: ReportPart.width)
      case .lines(let text): text
      case .code(let text): "TO PASTE\n\n\(text)"
      }
    }
  }

  /// For a pull request or a document.
  package var markdown: String {
    written { part in
      switch part {
      case .title(let text): "**\(Markup.markdown(text))**\n"
      case .paragraph(let text): text.isEmpty ? "" : Markup.markdown(text) + "\n"
      case .table(let table, _): table.markdown
      case .lines(let text): text.textLines.map { Markup.markdown(String($0)) }.joined(separator: "\n")
      case .code(let text): Markup.fenced(text, language: "swift") + "\n"
      }
    }
  }

  private func written(_ text: (ReportPart) -> String) -> String {
    map(text).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
