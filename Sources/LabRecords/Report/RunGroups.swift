/// The reason why runs cannot be shown together.
public struct RecordMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) { self.description = description }
}

extension [RunRecord] {
  /// The latest run of each strategy, trace and setting, in the order of their first appearance.
  public var latest: [RunRecord] {
    let questions = grouped { record in
      [
        record.configuration.strategy ?? record.strategy, record.traceName, record.traceIdentity,
        JSON.object(SettingValues(record).members).compactText,
      ]
    }
    return questions.map { _, answers in
      answers.dropFirst().reduce(answers[0]) { $1.created < $0.created ? $0 : $1 }
    }
  }

  /// Returns the latest runs, with distinct names for different traces.
  ///
  /// - Throws: `RecordMismatch` if they are of several settings.
  public func ofOneSetting() throws(RecordMismatch) -> [RunRecord] {
    let records = RunRecord.distinct(latest)
    let settings = records.map { SettingValues($0) }.unique
    guard settings.count > 1 else { return records }
    let parts = SettingValues.differences(settings).map { name, values in
      "\(name) (\(values.prefix(6).joined(separator: "; "))\(values.count > 6 ? "; \(values.count - 6) more" : ""))"
    }
    throw RecordMismatch(
      "these runs are of \(settings.count) settings, so they are not compared. They differ in "
        + "\(parts.joined(separator: ", ")); name files of one setting")
  }

  /// The traces that all strategies ran on, in the order of their first appearance: means are taken over these.
  public var sharedTraces: [String] {
    let strategies = Set(map(\.strategy)).count
    return grouped { $0.trace }.filter { Set($0.members.map(\.strategy)).count == strategies }.map(\.key)
  }

  /// The runs on the shared traces, or all runs if there are none.
  package var shared: [RunRecord] {
    let traces = Set(sharedTraces)
    return traces.isEmpty ? self : filter { traces.contains($0.trace) }
  }

  /// The names of the other traces, or nil if there are none.
  public var asideWords: String? {
    let traces = Set(shared.map(\.trace))
    let aside = map(\.trace).unique.filter { !traces.contains($0) }
    return aside.isEmpty ? nil : NameList.text(aside)
  }
}

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

  package static let legend =
    "the strategy to ship of these, if none may hold more than preheat2x: the fewest noticed waits; of those within one of "
    + "1,000 the fewest decodes, then the least memory"
}
