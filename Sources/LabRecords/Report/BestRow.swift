import CacheLab

/// Chooses the row of the strategy to ship in a table.
package enum BestRow {
  /// The largest difference in noticed waits that does not count: one of 1,000 cells.
  package static let equalWaits = 0.001

  /// Returns whether a strategy is that of Apple's sample code, which apps ship today, with thumbnails first or without.
  package static func isToday(_ strategy: String) -> Bool {
    StrategyStyle.withoutDelivery(strategy) == "preheat2x"
  }

  /// Returns the row with the fewest noticed waits; of those within one of 1,000 the one with the fewest decodes a
  /// request, then the least memory. If the table has today's strategy, rows with more memory than it are left out.
  ///
  /// - Parameters:
  ///   - name: The strategy of a row.
  ///   - isOracle: Whether a row knows the trace or has no budget.
  ///   - number: A row's figure in a column.
  /// - Returns: Nil if there are fewer than two rows to choose from, or all of them have the same figures.
  package static func index<Row>(
    of rows: [Row], name: (Row) -> String, isOracle: (Row) -> Bool, number: (Row, Column) -> Double?
  ) -> Int? {
    typealias Choice = (index: Int, waits: Double, cost: (work: Double, peak: Double))
    let all = rows.indices.compactMap { index -> Choice? in
      let row = rows[index]
      guard !isOracle(row), let waits = number(row, .noticed) else { return nil }
      return (index, waits, (number(row, .work) ?? .infinity, number(row, .peak) ?? .infinity))
    }
    guard let first = all.first, all.contains(where: { $0.waits != first.waits || $0.cost != first.cost }) else {
      return nil
    }
    let room = all.first { isToday(name(rows[$0.index])) }?.cost.peak ?? .infinity
    let choices = all.filter { $0.cost.peak <= room }
    guard let least = choices.map(\.waits).min() else { return nil }
    return choices.filter { $0.waits <= least + equalWaits }.min { $0.cost < $1.cost }?.index
  }

  /// Returns the row of runs over one trace, or nil if their scroll stood still.
  package static func index(of records: [RunRecord]) -> Int? {
    if RunRecord.refusal(records) != nil { return nil }
    return index(of: records, name: \.strategy, isOracle: \.isOracle) { $1.number($0) }
  }

  /// The meaning of the mark, for a legend.
  package static let legend =
    "the strategy to ship of these, if none may hold more than preheat2x: the fewest noticed waits; of those within one of "
    + "1,000 the fewest decodes, then the least memory"
}
