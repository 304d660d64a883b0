package import CacheLab

/// A part of a text about results, for a terminal or for a document.
package enum ReportPart: Sendable {
  /// A line above the next part, bold in a document.
  case title(String)
  /// A paragraph; an empty one is left out.
  case paragraph(String)
  /// A table under a caption, which a document leaves out.
  case table(TextTable, caption: String = "")
  /// Lines that are not wrapped.
  case lines(String)
  /// Lines of Swift to paste, of any length.
  case code(String)

  /// The width of text in columns.
  package static let width = 100

  /// Returns lines that are wrapped in a terminal.
  package static func wrapped(_ lines: [String]) -> ReportPart {
    .lines(lines.flatMap { $0.wrapped(width: ReportPart.width) }.map { $0 + "\n" }.joined())
  }
}

extension [ReportPart] {
  /// The parts for a terminal, at most 100 columns wide if names allow it.
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

  /// The parts for a pull request or a document.
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
