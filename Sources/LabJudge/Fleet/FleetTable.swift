public import LabBase
import CacheLab
package import LabRecords
import StrategyKit

/// What a merged fleet says, a row a strategy on a screen and a device: sums over all strata.
public struct FleetTable: Sendable {
  /// A strategy on one screen and device.
  public struct Row: Sendable {
    /// Of the strategy.
    public let name: String
    let strategy: Int
    let screen: Int
    let device: Int
    var cell = FleetCell()
    /// Runs, and the mean share of area that does not show its image, by stratum.
    var strata: [FleetStratum: (runs: UInt64, blank: Double)] = [:]

    init(_ key: FleetKey, of plan: SweepPlan, _ cell: FleetCell = FleetCell()) {
      (strategy, screen, device) = (Int(key.strategy), Int(key.screen), Int(key.device))
      name = plan.strategies[strategy].text
      self.cell = cell
    }

    /// Kinds of traces with their mean blank share, in a fixed order.
    public var kinds: [(words: String, runs: Int, blank: Double)] {
      strata.sorted { $0.key.number < $1.key.number }.map { stratum, part in
        (stratum.words.joined(separator: ", ") + " load", Int(part.runs), part.blank)
      }
    }

    /// The blank share that so many of the traces pass.
    public func blank(beyond share: Double) -> Double { quantile(.blank, 1 - share) ?? 0 }

    /// The mean of a column over traces; nil where none has it.
    func mean(_ column: Column) -> Double? { value(column) { Double($0.sum) / Double($0.count) } }

    /// The share of area that does not show its image: blank, or a thumbnail alone.
    var lacking: Double? { mean(.blank).map { $0 + (mean(.soft) ?? 0) } }

    /// What this share of the traces does not pass, or reaches where more is better.
    func quantile(_ column: Column, _ share: Double) -> Double? {
      // The middle of the last bucket may lie beyond what is in it.
      value(column) { Double(min($0.sketch.quantile(share), $0.max)) }
    }

    func worst(_ column: Column) -> Double? { value(column) { Double($0.max) } }

    /// What is said of a column over traces, each by its name.
    static let summaries: [(name: String, value: @Sendable (Row, Column) -> Double?)] = [
      ("mean", { $0.mean($1) }), ("p50", { $0.quantile($1, 0.5) }), ("p90", { $0.quantile($1, 0.9) }),
      ("p99", { $0.quantile($1, 0.99) }), ("worst", { $0.worst($1) }),
    ]

    private func value(_ column: Column, _ read: (FleetCell.Figure) -> Double) -> Double? {
      guard let figure = cell[column], figure.count > 0 else { return nil }
      return column.number(ofCount: read(figure))
    }
  }

  public let plan: FleetPlan
  let rows: [Row]
  /// How often the resamples have a trace, by screen, then device.
  private let weights: [[Int64]]
  /// Traces that a remark is true of, by screen and remark, and the first of them.
  let remarks: [(screen: Int, remark: FleetRunner.Remark, cell: FleetCell)]

  /// Reads a merged fleet.
  ///
  /// - Throws: `SweepError` for one shard of several, and for a damaged file.
  public init(_ path: String) throws(SweepError) {
    let reader = try FleetReader(path, FleetHeads())
    plan = reader.head.plan
    guard reader.head.shard.isWhole, reader.head.part == nil else {
      throw SweepError(
        path, "it is shard \(reader.head.shard): put all of them together with '\(ToolName.current) sweep merge'")
    }
    var (rows, remarks): ([Row], [(screen: Int, remark: FleetRunner.Remark, cell: FleetCell)]) = ([], [])
    var weights = [[Int64]](repeating: [], count: plan.sweep.screens.count * plan.sweep.devices.count)
    while let (key, cell) = reader.next {
      try reader.advance()
      if key.strategy == FleetKey.traces {
        if let remark = FleetRunner.Remark(rawValue: key.stratum) { remarks.append((Int(key.screen), remark, cell)) }
        continue
      }
      let part = Row(key, of: plan.sweep, cell)
      if rows.last.map({ ($0.strategy, $0.screen, $0.device) != (part.strategy, part.screen, part.device) }) ?? true {
        rows.append(Row(key, of: plan.sweep))
      }
      let last = rows.count - 1
      if key.stratum == FleetKey.all {
        (rows[last].cell.listed, rows[last].cell.draws) = (cell.listed, cell.draws)
        if !cell.weights.isEmpty { weights[part.screen * plan.sweep.devices.count + part.device] = cell.weights }
      } else if let stratum = FleetStratum(key.stratum) {
        rows[last].cell.add(cell)
        rows[last].strata[stratum] = (cell.runs, part.lacking ?? 0)
      }
    }
    (self.rows, self.weights, self.remarks) = (rows, weights, remarks)
  }

  /// The mean share of area that does not show its image, in each resample of the users; empty where there is none.
  func draws(_ row: Row) -> [Double] {
    let weights = weights[row.screen * plan.sweep.devices.count + row.device]
    guard weights.count == row.cell.draws.count else { return [] }
    return zip(row.cell.draws, weights).map { $1 > 0 ? Double($0) / Double($1) / 1e9 : 0 }
  }

  /// How far resamples lie apart: their standard deviation.
  static func spread(_ values: [Double]) -> Double {
    guard values.count > 1, let mean = values.mean else { return 0 }
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
  }

  /// True where thumbnails stand in for images.
  var hasThumbnails: Bool { rows.contains { $0.mean(.soft) != nil } }

  func name(_ strategy: Int) -> String { plan.sweep.strategies[strategy].text }
}

extension FleetTable {
  /// A line a stratum, for other programs: means, quantiles and the worst over traces, in the units of the metrics.
  ///
  /// - Throws: `SweepError` for a damaged file.
  public static func csv(_ path: String, write: (String) throws -> Void) throws {
    let reader = try FleetReader(path, FleetHeads())
    let plan = reader.head.plan.sweep
    let figures = Column.ofFleet.flatMap { column in
      Row.summaries.map { "\(column.id)/\($0.name)" }
    }
    let names = ["strategy", "screen", "device"] + FleetStratum.axes.map(\.name) + ["runs"] + figures
    try write(CSV.line(names))
    while let (key, cell) = reader.next {
      try reader.advance()
      guard key.strategy != FleetKey.traces, key.stratum != FleetKey.all, let stratum = FleetStratum(key.stratum) else {
        continue
      }
      let row = Row(key, of: plan, cell)
      let numbers = Column.ofFleet.flatMap { column in
        Row.summaries.map { $0.value(row, column).map { "\($0)" } ?? "" }
      }
      let words = [row.name, plan.screens[row.screen], plan.deviceName(row.device)]
      try write(CSV.line(words + stratum.words, ["\(cell.runs)"] + numbers))
    }
  }

  package var parts: [ReportPart] {
    var below = FleetTable.legend.wrapped(width: 100).joined(separator: "\n") + "\n"
    for (screen, remark, cell) in remarks {
      let some = cell.listed.prefix(5).map { "\($0.trace + 1)" }.joined(separator: ", ")
      below +=
        "\(NumberText.count(Int(cell.runs), "trace")) \(remark.words) on screen \(plan.sweep.screens[screen]): \(some)"
      below += cell.runs > 5 ? " and more\n" : "\n"
    }
    return views.flatMap { [.lines("\($0.title)\n"), .table($0.table)] } + [.lines(below)]
  }

  public var json: JSON {
    .array(
      rows.map { row in
        var members: [String: JSON] = [
          "strategy": .string(row.name), "screen": .string(plan.sweep.screens[row.screen]),
          "device": .string(plan.sweep.deviceName(row.device)), "traces": .integer(Int128(row.cell.runs)),
          "worst-traces": .array(row.cell.listed.map { .integer(Int128($0.trace + 1)) }),
          "blank-interval": .number(1.96 * FleetTable.spread(draws(row))),
        ]
        for column in Column.ofFleet {
          let numbers = Row.summaries.map { ($0, $1(row, column).map { JSON.number($0) } ?? .null) }
          members[column.id] = .object(Dictionary(uniqueKeysWithValues: numbers))
        }
        return .object(members)
      })
  }

  /// Of the rows of a screen and a device.
  private func table(_ rows: some Collection<Row>) -> TextTable {
    let isSoft = rows.contains { $0.mean(.soft) != nil }
    func mean(_ column: Column) -> (Row) -> String { { column.text($0.mean(column)) } }
    func tail(_ share: Double) -> (Row) -> String {
      { NumberText.percent($0.quantile(isSoft ? .soft : .blank, share)) }
    }
    let columns: [TableColumn<Row>?] = [
      .words("strategy") { $0.name }, .numbers("traces") { NumberText.grouped(Int64($0.cell.runs)) },
      .numbers("blank", text: mean(.blank)), isSoft ? .numbers("thumb-", "nails", text: mean(.soft)) : nil,
      .numbers("+-") { NumberText.percent(1.96 * FleetTable.spread(draws($0))) },
      .numbers("p50", text: tail(0.5)), .numbers("p90", text: tail(0.9)), .numbers("p99", text: tail(0.99)),
      .numbers("first", "ms p90") { Column.firstSharp.text($0.quantile(.firstSharp, 0.9)) },
    ]
    let rest: [TableColumn<Row>] = [
      .numbers("peak", "p99") { NumberText.megabytes($0.quantile(.peak, 0.99) ?? 0) },
      .numbers("", "max") { NumberText.megabytes($0.worst(.peak) ?? 0) },
      .numbers("worst", "traces") { $0.cell.listed.prefix(3).map { "\($0.trace + 1)" }.joined(separator: " ") },
    ]
    return TextTable(Array(rows), columns.compactMap(\.self) + TableColumn.figures(Figure.fleet) { $0.mean($1) } + rest)
  }

  /// Rows that are printed; a CSV has all.
  private static let rowsMax = 40

  /// A screen and a device; of the rows the least blank first.
  public typealias View = (title: String, rows: [Row], table: TextTable)

  public var views: [View] {
    plan.sweep.screens.indices.flatMap { screen in
      plan.sweep.devices.indices.map { device -> View in
        let rows = rows.filter { $0.screen == screen && $0.device == device }
          .sorted { ($0.lacking ?? 1, $0.strategy) < ($1.lacking ?? 1, $1.strategy) }
        let title = "screen \(plan.sweep.screens[screen]), device \(plan.sweep.deviceName(device))"
        return (title, rows, table(rows.prefix(FleetTable.rowsMax)))
      }
    }
  }

  /// What the columns of a view's table are.
  public static let legend =
    "Warm blank area, mean over traces with its 95 % interval over users, then what 50, 90 and 99 % of the traces do not "
    + "pass; with thumbnails these are of area that shows a thumbnail alone, and the interval of both. First: how long the "
    + "first screen takes to be sharp, which 90 % do not pass. Warm figures leave the first screen out. Warm hits; decodes "
    + "of images for each that a cell asks for; the peak in MB that 99 % do not pass, and the highest. PACK#N replays trace "
    + "N of the worst."
}
