import CacheLab

/// Chooses the row of a table that is the strategy to ship.
package enum BestRow {
  /// Differences in noticed waits that are none: one of 1,000 cells.
  package static let equalWaits = 0.001

  /// Returns whether apps ship this strategy today: that of Apple's sample code, with thumbnails first or without.
  package static func isToday(_ strategy: String) -> Bool {
    StrategyStyle.withoutDelivery(strategy) == "preheat2x"
  }

  /// Returns the row with the fewest noticed waits; of those within one of 1,000 the one that begins the fewest decodes a
  /// request, then the one that holds least. If the table has what apps ship today, rows that hold more are left out.
  ///
  /// - Parameters:
  ///   - name: The strategy of a row.
  ///   - isOracle: Whether a row knows the trace or has no budget.
  ///   - number: A row's figure in a column.
  /// - Returns: Nil for fewer than two rows to choose from, and if all of them have the same figures.
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

  /// Returns the row of runs over one trace; nil if their scroll stood still.
  package static func index(of records: [RunRecord]) -> Int? {
    if RunRecord.refusal(records) != nil { return nil }
    return index(of: records, name: \.strategy, isOracle: \.isOracle) { $1.number($0) }
  }

  /// The meaning of the mark, for a legend.
  package static let legend =
    "the strategy to ship of these, if none may hold more than preheat2x: the fewest noticed waits; of those within one of "
    + "1,000 the fewest decodes, then the least memory"
}
