/// Rows under headings, aligned: text left, numbers right.
public struct TextTable: Sendable {
  /// A character that is shown as a space and at which no cell is broken.
  public static let bond: Unicode.Scalar = "\u{A0}"

  public struct Column: Sendable {
    /// The lines of headings, top first.
    public var title: [String]
    public var alignsRight: Bool

    public init(_ title: [String], alignsRight: Bool = true) {
      self.title = title.map { $0.visible }
      self.alignsRight = alignsRight
    }
  }

  public var columns: [Column]
  public private(set) var rows: [[String]] = []
  /// The row that stands out, by its number: `> ` stands before it, in Markdown its name is bold.
  package var lead: Int?

  public init(columns: [Column]) {
    self.columns = columns
  }

  package init<Row>(_ rows: some Sequence<Row>, _ columns: [TableColumn<Row>], lead: Int? = nil) {
    self.init(columns: columns.map(\.heading))
    self.lead = lead
    for row in rows { append(columns.map { $0.text(row) }) }
  }

  /// - Precondition: There is a cell for each column.
  public mutating func append(_ row: [String]) {
    precondition(row.count == columns.count, "a row has a cell for each column")
    // A newline in a name would begin a row of its own.
    rows.append(row.map { $0.visible })
  }

  /// Returns aligned text, no wider than `width` if the cells allow it: a last cell of text is broken, and a first cell
  /// that leaves too little room for the others is on a line of its own.
  public func text(width: Int = .max) -> String {
    if let lead {
      var marked = TextTable(columns: columns)
      marked.rows = rows.enumerated().map { [($0 == lead ? "> " : "  ") + $1[0]] + $1.dropFirst() }
      return marked.text(width: width)
    }
    let widths = fittedWidths(width)
    let titleLines = columns.map { $0.title.count }.max() ?? 0
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
      var row = row
      if row[0].count > widths[0] {
        lines.append(row[0])
        row[0] = ""
      }
      let last = row[row.count - 1].wrapped(width: widths[widths.count - 1]).map { TextTable.spaced($0) }
      for (index, part) in last.enumerated() {
        let others = index == 0 ? Array(row.dropLast()) : Array(repeating: "", count: row.count - 1)
        lines.append(aligned(others.map { TextTable.spaced($0) } + [part], widths))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The table in Markdown.
  public var markdown: String {
    func line(_ cells: [String], isLead: Bool = false) -> String {
      var texts = cells.map(Markup.markdown)
      if isLead { texts[0] = "**\(texts[0])**" }
      return "| " + texts.joined(separator: " | ") + " |\n"
    }
    let titles = columns.map { $0.title.joined(separator: " ") }
    let rules = columns.map { $0.alignsRight ? "---:" : "---" }
    let lines = rows.enumerated().map { line($1, isLead: $0 == lead) }
    return TextTable.spaced(line(titles) + line(rules) + lines.joined())
  }

  private static func spaced(_ text: String) -> String { text.replacing(each: bond, with: " ") }

  private func fittedWidths(_ limit: Int) -> [Int] {
    var widths = columns.indices.map { index in
      (columns[index].title + rows.map { $0[index] }).map { $0.count }.max() ?? 0
    }
    func room(_ index: Int) -> Int { limit - (widths.reduce(2 * (widths.count - 1), +) - widths[index]) }
    func title(_ index: Int) -> Int { columns[index].title.map { $0.count }.max() ?? 0 }
    guard limit < .max, widths.count > 1 else { return widths }
    let last = widths.count - 1
    if columns[last].alignsRight {
      let fitting = rows.map { $0[0].count }.filter { $0 <= room(0) }.max() ?? 0
      widths[0] = max(title(0), fitting)
    } else {
      widths[last] = max(title(last), min(widths[last], room(last)))
    }
    return widths
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

/// A column of a table whose rows are of one type: its heading, and its text for a row.
package struct TableColumn<Row> {
  package let heading: TextTable.Column
  package let text: (Row) -> String
  /// The number that a page draws as a bar behind the text, or nil.
  package let bar: (Row) -> Double?

  /// - Parameter heading: The lines of the heading, top first.
  package init(
    _ heading: [String], alignsRight: Bool = true, bar: @escaping (Row) -> Double? = { _ in nil },
    text: @escaping (Row) -> String
  ) {
    self.heading = TextTable.Column(heading, alignsRight: alignsRight)
    (self.bar, self.text) = (bar, text)
  }

  package static func words(_ heading: String..., text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(heading, alignsRight: false, text: text)
  }

  package static func numbers(_ heading: String..., text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(heading, text: text)
  }
}

/// Formats numbers for tables and sentences.
public enum NumberText {
  /// Formats with so many decimals, rounded half away from zero: `12.3`.
  public static func fixed(_ value: Double, decimals: Int) -> String {
    var scale: Double = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded(.toNearestOrAwayFromZero)
    guard scaled < 9e15 else { return "\(value)" }
    let digits = padded(Int64(scaled), digits: decimals + 1)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return decimals == 0 ? sign + digits : "\(sign)\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
  }

  /// Formats whole numbers with thousands marked: `4,000`.
  public static func grouped(_ value: Int64) -> String {
    var groups: [String] = []
    var digits = String(value.magnitude)
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// Formats the nearest whole number with thousands marked; above fifteen digits as Swift writes it.
  public static func grouped(_ value: Double) -> String {
    let whole = value.rounded()
    return whole.magnitude < 1e15 ? grouped(Int64(whole)) : "\(value)"
  }

  /// Formats a number of things: `1 warning`, `1,699 samples`, `no warnings`.
  public static func count(_ count: Int, _ noun: String) -> String {
    "\(count == 0 ? "no" : grouped(Int64(count))) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Formats a share in percent: `71.6%`; finer below one percent.
  public static func percent(_ share: Double?) -> String {
    guard let share else { return "-" }
    let percent = share * 100
    return fixed(percent, decimals: percent != 0 && percent.magnitude < 1 ? 2 : 1) + "%"
  }

  /// Formats a share near 1 in percent: `98.2%`, `99.96%`; finer above 99, where the missing part counts.
  public static func sharp(_ share: Double?) -> String {
    guard let share, share > 0.99, share < 1 else { return percent(share) }
    return fixed((share * 10_000).rounded(.down) / 100, decimals: 2) + "%"
  }

  /// Formats nanoseconds in milliseconds, with two decimals below 10, one below 100, and none above.
  public static func milliseconds(_ nanoseconds: Double) -> String {
    let value = nanoseconds / 1_000_000
    return fixed(value, decimals: value == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2)
  }

  /// Formats with leading zeros up to so many digits.
  package static func padded(_ value: some BinaryInteger, digits: Int, radix: Int = 10) -> String {
    let text = String(value, radix: radix)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  package static func hexadecimal(_ value: UInt64, digits: Int) -> String { padded(value, digits: digits, radix: 16) }

  /// Formats decodes a request: `0.94`; a dash if there were no requests.
  public static func decodes(perRequest value: Double?) -> String { value.map { fixed($0, decimals: 2) } ?? "-" }

  /// Formats bytes in decimal megabytes: `31.9`.
  public static func megabytes(_ bytes: Double) -> String { fixed(bytes / 1_000_000, decimals: 1) }
}
