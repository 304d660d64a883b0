import CacheLab
public import LabRecords

/// The records of strategies over traces, in the order in which a report shows them.
public struct ReportMatrix: Sendable {
  /// The records by trace, then by strategy.
  public let records: [RunRecord]
  /// The strategies: the one to ship, others by noticed waits, oracles, then those that are set aside.
  public let strategies: [String]
  let choices: [String]
  /// The traces; a one-way trace and its counterpart under iOS physics are neighbours.
  public let traces: [String]
  /// The traces that every compared strategy ran on; means are over these.
  let common: [String]
  /// The strategy to ship, or nil if none is compared.
  public let best: String?
  /// The runs that are set aside, in words, or nil if there are none.
  let asideWords: String?
  /// The set of all traces, if the report has other sets too.
  let set: String?

  init(_ records: [RunRecord], ofSet set: String? = nil) {
    let records = RunRecord.distinct(records)
    self.set = set
    let all = records.map(\.strategy).unique
    func record(_ strategy: String, _ trace: String) -> RunRecord? {
      records.last { $0.strategy == strategy && $0.trace == trace }
    }
    let traces = records.map(\.trace).unique.sorted {
      (ReportMatrix.base(of: $0), $0.count, $0) < (ReportMatrix.base(of: $1), $1.count, $1)
    }
    let shared = Set(records.sharedTraces)
    let common = traces.filter { shared.contains($0) }
    let oracles = Set(records.filter(\.isOracle).map(\.strategy))
    let means = all.map { name in
      Dictionary(
        uniqueKeysWithValues: Column.judged.map { column in
          let values = common.compactMap { record(name, $0).flatMap(column.number) }
          return (column, column == .peak ? values.max() : values.mean)
        })
    }
    let lead =
      common.isEmpty || RunRecord.refusal(records) != nil
      ? nil
      : BestRow.index(
        of: Array(all.indices), name: { all[$0] }, isOracle: { oracles.contains(all[$0]) },
        number: { (means[$0][$1] ?? nil) })
    best = lead.map { all[$0] }
    let waits = means.map { ($0[.noticed] ?? nil) ?? .infinity }
    let sorted = all.indices.sorted { (waits[$0], $0) < (waits[$1], $1) }.sorted { one, two in
      one == lead && two != lead
    }.map { all[$0] }
    choices = sorted.filter { !oracles.contains($0) }
    let strategies = choices + sorted.filter { oracles.contains($0) }
    (self.strategies, self.traces, self.common, asideWords) = (strategies, traces, common, records.asideWords)
    self.records = traces.flatMap { trace in strategies.compactMap { record($0, trace) } }
  }

  /// A matrix for each set of traces, so that no mean is over two sets.
  var sets: [ReportMatrix] {
    let names = records.map(\.traceName)
    let groups = TraceGroup.all(names)
    return groups.count < 2 ? [self] : groups.map { ReportMatrix($0.traces.map { records[$0] }, ofSet: $0.name) }
  }

  var commonWords: String { TraceGroup.words(common, of: set) }

  public func record(_ strategy: String, _ trace: String) -> RunRecord? {
    records.first { $0.strategy == strategy && $0.trace == trace }
  }

  public func records(on trace: String) -> [RunRecord] { records.filter { $0.trace == trace } }

  var sharedRecords: [RunRecord] { records.shared }

  var hasThumbnails: Bool { records.contains { $0.metric(.thumbnailRatio)?.number != nil } }

  func values(_ strategy: String, _ value: (RunRecord) -> Double?) -> [(trace: String, value: Double)] {
    common.compactMap { trace in record(strategy, trace).flatMap(value).map { (trace, $0) } }
  }

  func mean(_ strategy: String, _ value: (RunRecord) -> Double?) -> Double? {
    values(strategy, value).map(\.value).mean
  }

  func most(_ strategy: String, _ value: (RunRecord) -> Double?) -> (trace: String, value: Double)? {
    values(strategy, value).max { $0.value < $1.value }
  }

  /// Pairs of traces of the same fingers: as recorded, and under the published physics of iOS.
  public var pairs: [(oneWay: String, physics: String)] {
    traces.filter { !$0.hasPrefix("ios-") && traces.contains("ios-" + $0) }.map { ($0, "ios-" + $0) }
  }

  /// The traces that a report draws in full by default: the pair on which strategies differ most, or else the trace.
  public var mostContrasting: [String] {
    func spread(_ trace: String) -> Double {
      let waits = records(on: trace).compactMap(Column.noticed.number)
      return (waits.max() ?? 0) - (waits.min() ?? 0)
    }
    let pair = pairs.max { spread($0.oneWay) + spread($0.physics) < spread($1.oneWay) + spread($1.physics) }
    if let pair { return [pair.oneWay, pair.physics] }
    return traces.max { spread($0) < spread($1) }.map { [$0] } ?? []
  }

  private static func base(of trace: String) -> String {
    trace.hasPrefix("ios-") ? String(trace.dropFirst("ios-".count)) : trace
  }
}
