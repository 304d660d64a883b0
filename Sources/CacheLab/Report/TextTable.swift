/// Rows under headings, aligned: text left, numbers right.
public struct TextTable: Sendable {
  public struct Column: Sendable {
    /// Heading lines, top first.
    public var title: [String]
    public var alignsRight: Bool

    public init(_ title: [String], alignsRight: Bool = true) {
      self.title = title
      self.alignsRight = alignsRight
    }
  }

  public let columns: [Column]
  public private(set) var rows: [[String]] = []

  public init(columns: [Column]) {
    self.columns = columns
  }

  /// - Precondition: a cell for each column.
  public mutating func append(_ row: [String]) {
    precondition(row.count == columns.count, "a row has a cell for each column")
    rows.append(row)
  }

  /// Aligned text; a first cell wider than `firstColumnMax` stands on a line of its own.
  public func text(firstColumnMax: Int = .max) -> String {
    let widths = columns.indices.map { index in
      let limit = index == 0 ? firstColumnMax : Int.max
      let cells = columns[index].title + rows.map { $0[index] }
      return cells.map(\.count).filter { $0 <= limit }.max() ?? 0
    }
    let titleLines = columns.map(\.title.count).max() ?? 0
    var lines: [String] = []
    for line in 0..<titleLines {
      let cells = columns.map { column in
        let offset = line - (titleLines - column.title.count)
        return offset >= 0 ? column.title[offset] : ""
      }
      lines.append(aligned(cells, widths))
    }
    lines.append(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
    for row in rows {
      if row[0].count > widths[0] {
        lines.append(row[0])
        lines.append(aligned([""] + row.dropFirst(), widths))
      } else {
        lines.append(aligned(row, widths))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A Markdown table.
  public var markdown: String {
    func line(_ cells: [String]) -> String {
      "| " + cells.map { $0.split(separator: "|").joined(separator: "\\|") }.joined(separator: " | ") + " |\n"
    }
    let titles = columns.map { $0.title.joined(separator: " ") }
    let rules = columns.map { $0.alignsRight ? "---:" : "---" }
    return line(titles) + line(rules) + rows.map(line).joined()
  }

  private func aligned(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, zip(widths, columns)).map { cell, shape in
      let space = String(repeating: " ", count: max(0, shape.0 - cell.count))
      return shape.1.alignsRight ? space + cell : cell + space
    }
    var line = padded.joined(separator: "  ")
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
