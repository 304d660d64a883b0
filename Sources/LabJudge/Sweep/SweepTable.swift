/// The figures of all jobs of a sweep. All that is said of a sweep is a view of it: a
/// summary, a comparison with one strategy, a recommendation.
///
/// Over a pack, its traces are those of groups of users: figures are means over the traces of a group.
public struct SweepTable: Sendable {
  public let plan: SweepPlan
  /// By the number of the job.
  private let figures: [SweepFigures]
  /// The traces of a pack; nil for traces that are listed.
  public let population: Population?

  /// - Precondition: A row for each job, in their order.
  public init(plan: SweepPlan, rows: [SweepRow]) {
    precondition(rows.map(\.number) == Array(0..<plan.jobCount), "a row for each job")
    self.init(plan: plan, figures: rows.map { SweepFigures($0) })
  }

  init(plan: SweepPlan, figures: [SweepFigures], population: Population? = nil) {
    (self.plan, self.figures, self.population) = (plan, figures, population)
  }

  /// Reads the file of a whole sweep.
  ///
  /// - Parameter rule: The rule by which traces of a pack are counted.
  /// - Throws: `ResultError` for one shard of several, and for a damaged file.
  public init(reading path: String, _ rule: Population.Rule = (5, false)) throws(ResultError) {
    let reader = try SweepReader(path)
    guard reader.shard.isWhole else {
      throw .notRows(
        path, reason: "it is shard \(reader.shard)",
        cure: "put all of them together with '\(ToolName.current) sweep merge'")
    }
    if reader.plan.isPopulation {
      self = try Population.table(reader, rule)
      return
    }
    var figures: [SweepFigures] = []
    while let (row, _) = try reader.next() { figures.append(SweepFigures(row)) }
    self.init(plan: reader.plan, figures: figures)
  }

  subscript(strategy: Int, trace trace: Int, screen screen: Int, device device: Int) -> SweepFigures {
    figures[plan.number(strategy: strategy, trace: trace, screen: screen, device: device)]
  }

  func mean(_ strategy: Int, traces: [Int], screen: Int? = nil) -> SweepFigures {
    let screens = screen.map { $0..<($0 + 1) } ?? plan.screens.indices
    return SweepFigures(
      over: traces.flatMap { trace in
        screens.flatMap { screen in
          plan.devices.indices.map { self[strategy, trace: trace, screen: screen, device: $0] }
        }
      })
  }
}

package struct SweepFigures: Hashable, Sendable {
  fileprivate var values: [Double?]
  fileprivate var weights: [Double]

  private static let places = Dictionary(uniqueKeysWithValues: zip(Column.ofSweep, Column.ofSweep.indices))
  private static let rowPlaces = Column.ofSweep.map { column in SweepRow.columns.firstIndex { $0 == column.runID } }

  /// Takes what was added: the mean where that is a column's summary, elsewhere the sum or the worst.
  init(_ sum: SweepFiguresSum) {
    weights = sum.weights
    values = Column.ofSweep.enumerated().map { place, column -> Double? in
      guard let value = sum.sums[place] else { return nil }
      return column.summary != .mean ? value : sum.weights[place] > 0 ? value / sum.weights[place] : nil
    }
  }

  init(_ row: SweepRow, weight: Double = 1) {
    values = SweepFigures.rowPlaces.map { place in place.flatMap { row.figures[$0].number } }
    weights = Array(repeating: weight, count: values.count)
  }

  /// Takes each number over the runs that have it. It counts as much as that of one of them: devices and screens are no
  /// further runs of a trace.
  ///
  /// - Precondition: There is a run.
  init(over runs: [SweepFigures]) {
    precondition(!runs.isEmpty, "a mean is over something")
    var sum = SweepFiguresSum()
    for run in runs { sum.add(run) }
    self.init(sum)
    for place in weights.indices {
      weights[place] = runs.reduce(0) { max($0, $1.values[place] == nil ? 0 : $1.weights[place]) }
    }
  }

  mutating func set(_ column: Column, to value: Double?) {
    if let place = SweepFigures.places[column] { values[place] = value }
  }

  func weight(_ column: Column) -> Double { SweepFigures.places[column].map { weights[$0] } ?? 0 }

  var isAbsent: Bool { values.allSatisfy { $0 == nil } }

  subscript(_ column: Column) -> Double? { SweepFigures.places[column].flatMap { values[$0] } }

  func value(_ column: Column) -> Double {
    if let value = self[column] { return value }
    // Without thumbnails the image comes first; without requests none was missed.
    return switch column {
    case .firstImage: value(.wait)
    case .firstImageP95: value(.waitP95)
    default: column == .hits ? 1 : 0
    }
  }

  /// Returns the same, the smaller the better.
  func cost(_ column: Column) -> Double { column.better == .higher ? -value(column) : value(column) }

  var hasThumbnails: Bool { self[.thumbnailArea] != nil }

  /// Noticed waits in whole cells of 1,000: a smaller difference is none.
  var noticedThousandths: Double { (cost(.noticed) / BestRow.equalWaits).rounded() }

  /// Returns true when fewer decodes begin for each request; of equals, when the highest peak is lower.
  func hasLessWork(than other: SweepFigures) -> Bool {
    (value(.work), value(.worstPeak)) < (other.value(.work), other.value(.worstPeak))
  }

  func text(_ column: Column) -> String { column.text(self[column]) }

  var json: JSON {
    var members: [String: JSON] = [Column.worstPeak.id: .number(value(.worstPeak))]
    for column in Column.ofMeans { members[column.id] = self[column].map { .number($0) } ?? .null }
    return .object(members)
  }
}

/// The numbers of many runs together, added one by one: they count as much as all of these.
struct SweepFiguresSum: Sendable {
  fileprivate var sums = [Double?](repeating: nil, count: Column.ofSweep.count)
  fileprivate var weights = [Double](repeating: 0, count: Column.ofSweep.count)

  mutating func add(_ run: SweepFigures) {
    for (place, column) in Column.ofSweep.enumerated() {
      guard let value = run.values[place] else { continue }
      let weight = run.weights[place]
      weights[place] += weight
      switch (column.summary, sums[place]) {
      case (.mean, let old): sums[place] = (old ?? 0) + value * weight
      case (_, nil): sums[place] = value
      case (_, let old?): sums[place] = column.combined([old, value])
      }
    }
  }
}
