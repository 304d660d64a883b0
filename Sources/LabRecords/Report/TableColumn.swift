package import LabBase

/// A column of a table whose rows are of one kind: its heading, and what it shows of a row.
package struct TableColumn<Row> {
  package let heading: TextTable.Column
  package let text: (Row) -> String
  /// The number that a page draws as a bar behind the text; nil for none.
  package let bar: (Row) -> Double?

  /// - Parameter heading: Its lines, top first.
  package init(
    _ heading: [String], alignsRight: Bool = true, bar: @escaping (Row) -> Double? = { _ in nil },
    text: @escaping (Row) -> String
  ) {
    self.heading = TextTable.Column(heading, alignsRight: alignsRight)
    (self.bar, self.text) = (bar, text)
  }

  /// A column of names and words, aligned left.
  package static func words(_ heading: String..., text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(heading, alignsRight: false, text: text)
  }

  /// A column of numbers, aligned right.
  package static func numbers(_ heading: String..., text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(heading, text: text)
  }

  /// Columns of figures, each in its unit.
  ///
  /// - Parameters:
  ///   - isSoft: Whether thumbnails stand in for images in a row.
  ///   - number: A dash stands where it is nil.
  package static func figures(
    _ figures: [Figure], isSoft: Bool = false, _ number: @escaping (Row, Column) -> Double?
  ) -> [TableColumn] {
    figures.filter { $0.withThumbnails ?? isSoft == isSoft }.map { figure in
      TableColumn(figure.heading) { figure.column.text(number($0, figure.column)) }
    }
  }
}

extension TextTable {
  /// A row for each of `rows`, in their order.
  package init<Row>(_ rows: some Sequence<Row>, _ columns: [TableColumn<Row>]) {
    self.init(columns: columns.map(\.heading))
    for row in rows { append(columns.map { $0.text(row) }) }
  }
}

/// A part of what is said of results, for a terminal or for a document.
package enum ReportPart: Sendable {
  /// Stands above what follows, bold in a document.
  case title(String)
  /// Says nothing where it is empty.
  case paragraph(String)
  /// Under a caption that a document does without.
  case table(TextTable, caption: String = "")
  /// Lines that stand as they are in either.
  case lines(String)
  /// Lines of Swift to paste, which may be longer than others.
  case code(String)
}

extension [ReportPart] {
  /// For a terminal, at most 100 columns wide where names allow it.
  package var text: String {
    written { part in
      switch part {
      case .title(let text), .paragraph(let text):
        text.isEmpty ? "" : text.wrapped(width: 100).joined(separator: "\n") + "\n"
      case .table(let table, let caption): (caption.isEmpty ? "" : "\(caption)\n\n") + table.text(width: 100)
      case .lines(let text): text
      case .code(let text): "TO PASTE\n\n\(text)"
      }
    }
  }

  /// For a pull request or a document.
  package var markdown: String {
    written { part in
      switch part {
      case .title(let text): "**\(text)**\n"
      case .paragraph(let text): text.isEmpty ? "" : text + "\n"
      case .table(let table, _): table.markdown
      case .lines(let text): text
      case .code(let text): "```swift\n\(text)```\n"
      }
    }
  }

  private func written(_ text: (ReportPart) -> String) -> String {
    map(text).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
