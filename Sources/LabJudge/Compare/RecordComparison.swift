import LabBase
public import LabRecords

/// Records set side by side: a column a side, a row a configuration, the first column being what the others are held
/// against.
public struct RecordComparison: Sendable {
  /// One figure over all rows and columns.
  public struct Sheet: Sendable {
    public let column: Column
    /// By row, then column; nil where there is no record, or it has no such figure.
    public let figures: [[ComparedFigure?]]

    /// The change of a cell against the first column's; nil where one of the two is missing.
    public func change(row: Int, column: Int) -> FigureChange? {
      guard column > 0, let old = figures[row][0], let new = figures[row][column] else { return nil }
      return FigureChange(old, new)
    }
  }

  public let rowDimensions: [RecordDimension]
  public let columnDimension: RecordDimension
  /// True when rows and columns were both asked for: values stand beside each other, nothing is held against the first.
  public let isPivot: Bool
  /// Titles; a row's is empty where all records are of one.
  public let rows: [String]
  public let columns: [String]
  public let sheets: [Sheet]
  /// Rows by the set of their traces: no mean is over two of them.
  let sets: [TraceGroup]
  /// What all records share, and what they do not, each with its values by column.
  public let common: [(dimension: RecordDimension, value: String)]
  public let differing: [(dimension: RecordDimension, values: [String])]
  public let recordCount: Int

  /// - Parameters:
  ///   - rows: what rows stand for; nil takes what differs within a column.
  ///   - column: what columns stand for; nil takes the files where `filesAreSides`, else what differs.
  ///   - filesAreSides: each file or folder that was named is a side.
  ///   - metrics: ids of metrics or names of figures; `all`; empty takes what matters most and all else that changed.
  /// - Throws: `ComparisonError` where records of one cell differ in what decides their numbers.
  public init(
    _ records: [ComparedRecord], rows: [RecordDimension]? = nil, column: RecordDimension? = nil,
    filesAreSides: Bool = true, metrics: [String] = []
  ) throws(ComparisonError) {
    guard !records.isEmpty else { throw .noRecords }
    let records = ComparedRecord.distinct(records)
    let varying = RecordDimension.allCases.filter { Set(RecordComparison.values($0, records)).count > 1 }
    let isPivot = rows != nil && column != nil && column != .file
    let free = varying.filter { $0 != .file && rows?.contains($0) != true }
    let column = column ?? (filesAreSides ? .file : free.first ?? .file)
    if let rows, rows.contains(column) { throw .twice(column) }
    let columns = records.map { column.value(of: $0) }.unique
    let sides = columns.map { title in records.filter { column.value(of: $0) == title } }
    // What differs within a side tells rows apart; what differs only between sides is what is compared.
    let rowDimensions =
      rows
      ?? RecordDimension.configuration.filter { dimension in
        dimension != column && sides.contains { Set(RecordComparison.values(dimension, $0)).count > 1 }
      }
    func title(_ record: ComparedRecord) -> String {
      rowDimensions.map { $0.value(of: record) }.joined(separator: ", ")
    }
    let rowTitles = records.map(title).unique
    var cells: [[[ComparedRecord]]] = []
    for row in rowTitles {
      cells.append(sides.map { side in side.filter { title($0) == row } })
      for (side, cell) in zip(columns, cells[cells.count - 1]) {
        for dimension in RecordDimension.configuration where dimension != column {
          let values = RecordComparison.values(dimension, cell).unique
          let name = [row, side].filter { !$0.isEmpty }.joined(separator: ", ")
          if values.count > 1 { throw .mixedCell(name, dimension: dimension, values: values) }
        }
      }
    }
    self.rowDimensions = rowDimensions
    columnDimension = column
    self.isPivot = isPivot
    self.rows = rowTitles
    sets =
      rowDimensions.contains(.trace)
      ? TraceGroup.all(cells.map { $0.joined().first?.record.traceName ?? "" })
      : [TraceGroup(name: "all", traces: Array(rowTitles.indices))]
    self.columns = columns
    recordCount = records.count
    common = RecordDimension.allCases.filter { !varying.contains($0) && $0 != .file && $0 != .other }.map {
      ($0, $0.value(of: records[0]))
    }
    differing = varying.filter { $0 != .file && $0 != column && !rowDimensions.contains($0) }.map { dimension in
      let words = sides.map { side in
        side.map { dimension.value(of: $0) }.unique.joined(separator: " and ")
      }
      return (dimension, words)
    }
    sheets = try RecordComparison.sheets(cells, metrics)
  }

  /// Words and what stands behind them, so that two traces of one name are told apart.
  private static func values(_ dimension: RecordDimension, _ records: [ComparedRecord]) -> [String] {
    let words = records.map { dimension.value(of: $0) }
    let identities = records.map { dimension.identity(of: $0) }
    return Set(identities).count == Set(words).count ? words : zip(words, identities).map { "\($0) \($1)" }
  }
}
