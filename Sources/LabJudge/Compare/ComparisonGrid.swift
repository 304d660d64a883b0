import LabBase

/// The cells of one table of a comparison, laid out so that a terminal shows them.
///
/// Few columns stand as they are. What many strategies are held against each other in would be lines of hundreds of
/// letters: then a column becomes a row, in as many tables as it takes.
struct ComparisonGrid {
  struct Cell {
    var value: String
    /// Against the first column; empty where there is nothing to hold it against.
    var change = ""
  }

  struct Row {
    var title: String
    var cells: [Cell]
  }

  /// What rows and columns stand for.
  let rowTitle: String
  let columnTitle: String
  let columns: [String]
  /// False for plain values beside each other.
  let hasChanges: Bool
  var rows: [Row] = []

  /// All of it in one table.
  var whole: TextTable { upright(Array(columns.indices)) }

  /// For a terminal: no wider than `width` where the cells allow it.
  func text(width: Int) -> String {
    let whole = whole.text(width: width)
    if ComparisonGrid.width(of: whole) <= width || hasChanges && columns.count <= 2 { return whole }
    return (hasChanges ? parts(rows.indices, width, transposed) : parts(columns.indices, width, upright))
      .joined(separator: "\n")
  }

  /// Tables of as many columns as fit, one at least.
  private func parts(_ indices: Range<Int>, _ width: Int, _ table: ([Int]) -> TextTable) -> [String] {
    var texts: [String] = []
    var (chosen, text) = ([Int](), "")
    for index in indices {
      let next = table(chosen + [index]).text(width: width)
      if chosen.isEmpty || ComparisonGrid.width(of: next) <= width {
        (chosen, text) = (chosen + [index], next)
      } else {
        texts.append(text)
        (chosen, text) = ([index], table([index]).text(width: width))
      }
    }
    return texts + [text]
  }

  private static func width(of text: String) -> Int { text.split(separator: "\n").map(\.count).max() ?? 0 }

  private func upright(_ chosen: [Int]) -> TextTable {
    let changeTitle = columns.count > 2 ? "against the first" : "change"
    var table = TextTable(
      columns: [.init([rowTitle], alignsRight: false)]
        + chosen.flatMap { index -> [TextTable.Column] in
          let value = TextTable.Column([columns[index]])
          return hasChanges && index > 0 ? [value, .init([changeTitle], alignsRight: false)] : [value]
        })
    for row in rows {
      table.append(
        [row.title]
          + chosen.flatMap { index -> [String] in
            let cell = row.cells[index]
            return hasChanges && index > 0 ? [cell.value, cell.change] : [cell.value]
          })
    }
    return table
  }

  /// A row a column, its change against the first of them in the same row.
  private func transposed(_ chosen: [Int]) -> TextTable {
    var table = TextTable(
      columns: [.init([columnTitle], alignsRight: false)]
        + chosen.flatMap { index -> [TextTable.Column] in
          [.init([rows[index].title]), .init(["against", "the first"], alignsRight: false)]
        })
    for column in columns.indices {
      let cells = chosen.map { rows[$0].cells[column] }
      table.append([columns[column]] + cells.flatMap { [$0.value, $0.change] })
    }
    return table
  }
}
