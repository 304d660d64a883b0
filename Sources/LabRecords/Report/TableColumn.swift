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

/// Tables under their title, with what is to be said below them.
package struct TableSection {
  private let title: String
  private let tables: [TextTable]
  private let note: String

  /// The width that text is made for.
  private static let width = 100

  /// - Parameter note: Empty for nothing.
  package init(_ title: String, _ tables: [TextTable], note: String = "") {
    (self.title, self.tables, self.note) = (title, tables, note)
  }

  /// For a terminal, at most 100 columns wide where names allow it.
  package var text: String {
    func wrapped(_ text: String) -> String { text.wrapped(width: TableSection.width).joined(separator: "\n") }
    return wrapped(title) + "\n\n" + tables.map { $0.text(width: TableSection.width) }.joined(separator: "\n")
      + (note.isEmpty ? "" : "\n\(wrapped(note))\n")
  }

  /// For a pull request or a document.
  package var markdown: String {
    "**\(title)**\n\n" + tables.map(\.markdown).joined(separator: "\n") + (note.isEmpty ? "" : "\n\(note)\n")
  }
}
