/// The result of a job: the numbers of its row, as a record of the same run has them in CSV.
public struct SweepRow: Hashable, Sendable {
  struct PackedTrace: Hashable, Sendable {
    /// In the pack: what stands before the first slash is the user.
    var name: String
    var milliseconds: Int64

    /// Returns a number for its user; a trace without one has a user of its own.
    func user(number: Int) -> UInt64 {
      guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else {
        return SplitMix64.hash(0x7ACE, UInt64(number))
      }
      return XXHash64.hash(Array(name.utf8[..<slash]))
    }
  }

  /// The number of the job, from 0.
  public let number: Int
  /// The digest of the counts, equal to that of a record of the same run.
  public let digest: String
  /// An integer, a fraction or null for each of `SweepRow.metrics`.
  let figures: [JSON]
  /// The bytes of budgets that are written as peaks, in the order of the strategy's text.
  public private(set) var budgets: [Int64] = []
  /// The trace of a pack; nil for one that the plan lists.
  var trace: PackedTrace?

  static let metrics = Column.all(of: Metric.all(.deterministic))

  static let columns = metrics.map(\.id)

  /// Returns the number in a cell, null for an empty one, or nil for a number that no run has: `nan` and `inf` are numbers
  /// to Swift.
  static func figure(_ cell: Substring, of column: Column) -> JSON? {
    if cell.isEmpty { return .null }
    guard cell.utf8.allSatisfy({ "0123456789+-.e".utf8.contains($0) }) else { return nil }
    let figure = (Int64(cell).map { Int128($0) } ?? Int128(cell)).map { JSON.integer($0) }
    // Shares are of a whole; the load alone is one that passes it, and is neither good nor bad.
    let isShare = column.unit == .ratio && column.better != .neither
    let range = 0...(isShare ? 1 : Double(FieldKind.wideFigureMax))
    return (figure ?? Double(cell).map { .number($0) }).flatMap { range.contains($0.number ?? .nan) ? $0 : nil }
  }

  /// Returns the row of a job that is left out: of an oracle where photos come and go, or of a trace without a visible cell.
  static func absent(_ number: Int, budgetCount: Int, trace: PackedTrace? = nil) -> SweepRow {
    SweepRow(
      number: number, digest: "", figures: metrics.map { _ in .null },
      budgets: Array(repeating: PeakShare.range.lowerBound, count: budgetCount), trace: trace)
  }
}

extension SweepRow {
  init(number: Int, _ facts: RunFacts, budgets: [ByteCount] = [], trace: PackedTrace? = nil) {
    let block = facts.deterministic
    self.init(
      number: number, digest: block.digest, figures: SweepRow.metrics.map { $0.figure(block.metrics[$0.metric.id]) },
      budgets: budgets.map(\.rawValue), trace: trace)
  }
}

extension SweepPlan {
  private static let names = ["job", "strategy", "trace", "screen", "device", "digest"]

  /// The names of all cells, with lengths if traces are of a pack, and bytes of budgets if a strategy takes them from
  /// another's peak.
  var columns: [String] {
    SweepPlan.names + (isPopulation ? ["trace-ms"] : []) + (hasPeaks ? ["budget-bytes"] : []) + SweepRow.columns
  }

  func names(of row: SweepRow) -> [String] {
    let job = job(row.number)
    let names = [
      "\(row.number + 1)", strategies[job.strategy].text, row.trace?.name ?? traceNames[job.trace],
      screens[job.screen], deviceName(job.device), row.digest,
    ]
    return names + (row.trace.map { ["\($0.milliseconds)"] } ?? [])
      + (hasPeaks ? [row.budgets.map { "\($0)" }.joined(separator: " ")] : [])
  }

  /// Returns a row with tabs between its cells, without a checksum.
  func line(_ row: SweepRow) -> String { (cells(of: row) + row.figures.map(\.cell)).joined(separator: "\t") }

  /// The names of a row, which may hold tabs, as its line has them.
  private func cells(of row: SweepRow) -> [String] {
    names(of: row).map { String($0.map { $0 == "\t" || $0.isNewline ? " " : $0 }) }
  }

  /// Reads back `line`; that of another job is damaged.
  func row(_ line: Substring, ofJob job: Int) throws(CheckedLine.Damage) -> SweepRow {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    let budgetPlace = SweepPlan.names.count + (isPopulation ? 1 : 0)
    let namesCount = budgetPlace + (hasPeaks ? 1 : 0)
    let stranger = CheckedLine.Damage("this is not the row of job \(job + 1)")
    guard fields.count == namesCount + SweepRow.columns.count, Int(fields[0]) == job + 1 else { throw stranger }
    var figures: [JSON] = []
    for (cell, column) in zip(fields[namesCount...], SweepRow.metrics) {
      guard let figure = SweepRow.figure(cell, of: column) else {
        throw CheckedLine.Damage("'\(cell.prefix(80))' of the column \(column.id) is no figure of a run")
      }
      figures.append(figure)
    }
    let words = hasPeaks ? fields[budgetPlace].split(separator: " ") : []
    let budgets = words.compactMap { Int64($0) }.filter(PeakShare.range.contains)
    guard budgets.count == words.count, budgets.count == budgetCount(ofJob: job) else {
      throw CheckedLine.Damage("'\(fields[budgetPlace].prefix(80))' is not what the budgets of its strategy came to")
    }
    var trace: SweepRow.PackedTrace?
    if isPopulation {
      guard let milliseconds = Int64(fields[6]), (0...1_000_000_000).contains(milliseconds) else {
        throw CheckedLine.Damage("'\(fields[6].prefix(80))' is no length of a trace")
      }
      trace = SweepRow.PackedTrace(name: String(fields[2]).visible, milliseconds: milliseconds)
    }
    let row = SweepRow(
      number: job, digest: String(fields[5]).visible, figures: figures, budgets: budgets, trace: trace)
    // It says again what the plan has as that number.
    guard zip(cells(of: row), fields).allSatisfy({ $0 == $1 }) else { throw stranger }
    return row
  }
}
