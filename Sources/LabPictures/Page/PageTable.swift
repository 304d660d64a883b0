import LabBase

/// Tables as a page writes them.
enum PageTable {
  /// A cell: its text, whether it is a number, and how long a bar stands behind it.
  struct Cell {
    var text: String
    var isNumber = true
    /// 0 to 1; nil for none.
    var bar: Double?
  }

  /// A table in a box that scrolls by itself where the screen is too narrow.
  ///
  /// - Parameters:
  ///   - label: what the table holds, for whoever does not see it.
  ///   - caption: markup above the table; empty for none.
  ///   - head: markup of the head's rows.
  ///   - lead: the row that stands out.
  ///   - labels: What the cells of a row are called, the name's left out: then a narrow screen shows each row as a list.
  static func html(
    label: String, caption: String = "", head: String, rows: [[Cell]], lead: Int? = nil, labels: [String] = []
  ) -> String {
    let body = rows.enumerated().map { index, row in
      "<tr\(index == lead ? " class=\"lead\"" : "")>"
        + row.enumerated().map { place, value in
          cell(value, isName: place == 0, label: place > 0 && place <= labels.count ? labels[place - 1] : nil)
        }.joined() + "</tr>\n"
    }
    return "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(HTMLText.escaped(label))\">"
      + "<table\(labels.isEmpty ? "" : " class=\"listed\"")>"
      + (caption.isEmpty ? "" : "<caption>\(caption)</caption>")
      + "\n<thead>\(head)</thead>\n<tbody>\n\(body.joined())</tbody></table></div>\n"
  }

  /// A text table of the terminal's as markup.
  static func html(_ table: TextTable, label: String) -> String {
    let head = table.columns.map { column in
      "<th scope=\"col\"\(column.alignsRight ? " class=\"num\"" : "")>"
        + column.title.map(HTMLText.escaped).joined(separator: "<br>") + "</th>"
    }
    let rows = table.rows.map { row in
      zip(row, table.columns).map { Cell(text: $0, isNumber: $1.alignsRight) }
    }
    return html(label: label, head: "<tr>\(head.joined())</tr>", rows: rows)
  }

  private static func cell(_ cell: Cell, isName: Bool, label: String?) -> String {
    if isName { return "<th scope=\"row\">\(HTMLText.escaped(cell.text))</th>" }
    var classes = cell.isNumber ? ["num"] : []
    var style = ""
    if let bar = cell.bar {
      classes.append("bar")
      style = " style=\"--v:\(NumberText.fixed(min(max(bar, 0), 1), decimals: 3))\""
    }
    let mark = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    let title = label.map { " data-label=\"\(HTMLText.escaped($0))\"" } ?? ""
    return "<td\(mark)\(style)\(title)>\(HTMLText.escaped(cell.text))</td>"
  }
}
