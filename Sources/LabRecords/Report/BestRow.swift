import CacheLab

/// Which row of a table is the strategy to ship.
package enum BestRow {
  /// Differences in noticed waits that are none: one of 1,000 cells.
  package static let equalWaits = 0.001

  /// The row with the fewest noticed waits; of those within one of 1,000 the one that begins the fewest decodes a
  /// request, then the one that holds least.
  ///
  /// - Parameters:
  ///   - isOracle: Whether a row knows the trace or has no budget.
  ///   - number: A row's figure in a column.
  /// - Returns: Nil for fewer than two rows to choose from, and where all of them have the same figures.
  package static func index<Row>(
    of rows: [Row], isOracle: (Row) -> Bool, number: (Row, Column) -> Double?
  ) -> Int? {
    typealias Choice = (index: Int, waits: Double, cost: (Double, Double))
    let choices = rows.indices.compactMap { index -> Choice? in
      let row = rows[index]
      guard !isOracle(row), let waits = number(row, .noticed) else { return nil }
      return (index, waits, (number(row, .work) ?? .infinity, number(row, .peak) ?? .infinity))
    }
    guard let first = choices.first, let least = choices.map(\.waits).min(),
      choices.contains(where: { $0.waits != first.waits || $0.cost != first.cost })
    else { return nil }
    return choices.filter { $0.waits <= least + equalWaits }.min { $0.cost < $1.cost }?.index
  }

  /// That of runs over one trace; nil where their scroll stood still.
  package static func index(of records: [RunRecord]) -> Int? {
    if RunRecord.refusal(records) != nil { return nil }
    return index(of: records, isOracle: \.isOracle) { $1.number($0) }
  }

  /// What its mark means, in a legend.
  package static let legend =
    "the strategy to ship of these, by the fewest noticed waits; of those within one of 1,000 the one with the fewest "
    + "decodes, then the one that holds least"
}
