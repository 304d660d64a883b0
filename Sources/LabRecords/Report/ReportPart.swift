/// A part of a text about results, for a terminal or for a document.
package enum ReportPart: Sendable {
  /// A line above the next part, bold in a document.
  case title(String)
  /// A paragraph; an empty one is left out.
  case paragraph(String)
  /// A table under a caption, which a document leaves out.
  case table(TextTable, caption: String = "")
  case lines(String)
  /// Lines of Swift to paste, of any length.
  case code(String)

  package static let width = 100

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

  /// The parts for a program: an object each, the rows of a table by the headings of its columns.
  package var json: JSON {
    .array(
      map { part in
        switch part {
        case .title(let text): .object(["title": .string(text)])
        case .table(let table, _): .object(["table": table.json])
        case .paragraph(let text), .lines(let text), .code(let text): .object(["text": .string(text)])
        }
      })
  }

  private func written(_ text: (ReportPart) -> String) -> String {
    map(text).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension TextTable {
  /// The rows as objects: cells by their headings, those on the right as numbers where they are some, a dash as null.
  package var json: JSON {
    .array(
      rows.map { row in
        let members = zip(columns, row).map { column, cell -> (String, JSON) in
          let number = column.alignsRight ? Double(cell.replacing(",", with: "")) : nil
          let value: JSON = cell == "-" ? .null : .string(cell)
          return (column.title.filter { !$0.isEmpty }.joined(separator: " "), number.map { .number($0) } ?? value)
        }
        return .object(Dictionary(members) { first, _ in first })
      })
  }
}
