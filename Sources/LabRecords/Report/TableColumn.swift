package import LabBase

/// A column of a table whose rows are of one kind: its heading, and what it shows of a row.
package struct TableColumn<Row> {
  fileprivate let heading: TextTable.Column
  fileprivate let text: (Row) -> String

  /// - Parameter heading: Its lines, top first.
  package init(_ heading: [String], alignsRight: Bool = true, text: @escaping (Row) -> String) {
    self.heading = TextTable.Column(heading, alignsRight: alignsRight)
    self.text = text
  }

  /// A column of names and words, aligned left.
  package static func words(_ heading: String..., text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(heading, alignsRight: false, text: text)
  }

  /// A column of numbers, aligned right.
  package static func numbers(_ heading: String..., text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(heading, text: text)
  }
}

extension TextTable {
  /// A row for each of `rows`, in their order.
  package init<Row>(_ rows: some Sequence<Row>, _ columns: [TableColumn<Row>]) {
    self.init(columns: columns.map(\.heading))
    for row in rows { append(columns.map { $0.text(row) }) }
  }
}
