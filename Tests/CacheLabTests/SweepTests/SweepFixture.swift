import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// Small sweeps over hand-made traces, and tables with numbers that a test chose.
enum SweepFixture {
  static func specs(_ texts: String...) throws -> [StrategySpec] { try texts.map { try StrategySpec($0) } }

  /// A trace of some frames down a grid, `pitch` points each tenth of a second.
  static func trace(rows: Int, pitch: Int = 98) throws -> Trace {
    try TraceText.parse((0...rows).map { "[\($0 * 100),\($0 * pitch)]" })
  }

  static func plan(
    _ strategies: [StrategySpec], traces: [String] = ["a", "b"], screens: [ScreenChoice] = [.recorded],
    settings: JSON = .null
  ) -> SweepPlan {
    SweepGround(
      strategies: strategies.map { PeakSpec($0) }, screens: screens, devices: [DeviceProfile.all[0]], assets: [],
      told: settings
    ).plan(traces.map { ($0, "sha of \($0)", nil) })
  }

  /// Writes the file of a shard.
  static func write(_ rows: [SweepRow], of plan: SweepPlan, _ shard: SweepShard = .whole, to path: String) throws {
    try ResultFile.write(plan.head(shard).utf8 + plan.lines(rows), to: path)
  }

  /// The rows of a file.
  static func rows(_ path: String) throws -> [SweepRow] {
    let reader = try SweepReader(path)
    var rows: [SweepRow] = []
    while let (row, _) = try reader.next() { rows.append(row) }
    return rows
  }

  /// A row with the columns that are named, all others empty.
  static func row(_ number: Int, _ values: [String: String]) -> SweepRow {
    let figures = SweepRow.metrics.map { SweepRow.figure((values[$0.id] ?? "")[...], of: $0) ?? .null }
    return SweepRow(number: number, digest: "d\(number)", figures: figures)
  }

  /// A whole table: for each trace, screen and strategy (blank in percent, hits in percent, peak in megabytes). As many cells
  /// keep people waiting as the area is blank.
  static func table(
    _ strategies: [StrategySpec], traces: [String] = ["a", "b"], screens: [ScreenChoice] = [.recorded],
    load: (Int) -> Double = { _ in 0.5 }, _ cells: [[(Int, Int, Int)]]
  ) -> SweepTable {
    let plan = plan(strategies, traces: traces, screens: screens)
    let rows = cells.flatMap { $0 }.enumerated().map { number, cell in
      row(
        number,
        [
          "warm-blank-ratio": "\(Double(cell.0) / 100)", "warm-hit-rate": "\(Double(cell.1) / 100)",
          "peak-bitmap-bytes": "\(cell.2 * 1_000_000)", "mean-bitmap-bytes": "\(cell.2 * 500_000)",
          "warm-time-to-image-mean": "1000000", "warm-time-to-image-p95": "2000000", "decodes": "10",
          "load": "\(load(number / (strategies.count * screens.count)))",
          "noticed-waits": "\(Double(cell.0) / 100)",
        ])
    }
    return SweepTable(plan: plan, rows: rows)
  }
}

extension SweepRow {
  /// The value of a column as it stands; nil when the row has none.
  func text(_ column: String) -> String? {
    guard let index = SweepRow.columns.firstIndex(of: column), figures[index] != .null else { return nil }
    return figures[index].cell
  }
}
