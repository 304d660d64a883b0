import CacheLab
import LabBase
import LabRecords
import StrategyKit

/// The results of a sweep or of a shard of it: a row a job, in the order of the jobs, however they were made. Whatever is
/// said of a sweep is a view of it: a summary, a comparison with one strategy, a recommendation.
public struct SweepTable: Sendable {
  public let plan: SweepPlan
  public let shard: SweepShard
  /// By number, one for each job of the shard.
  public let rows: [SweepRow]
  /// Of the rows; none of a shard, which says nothing of the whole.
  private let figures: [SweepFigures]

  /// - Precondition: a row for each job of the shard.
  public init(plan: SweepPlan, shard: SweepShard, rows: [SweepRow]) {
    self.plan = plan
    self.shard = shard
    self.rows = rows.sorted { $0.number < $1.number }
    precondition(self.rows.map(\.number) == shard.jobs(of: plan), "a row for each job of the shard")
    figures = shard.isWhole ? self.rows.map { SweepFigures($0) } : []
  }

  /// What a strategy came to in one place.
  ///
  /// - Precondition: a whole sweep.
  subscript(strategy: Int, trace trace: Int, screen screen: Int, device device: Int) -> SweepFigures {
    figures[plan.number(strategy: strategy, trace: trace, screen: screen, device: device)]
  }

  /// The mean of a strategy over some traces and all devices, on one screen or on all.
  ///
  /// - Precondition: a whole sweep.
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

// MARK: Files

extension SweepTable {
  /// How a file of results is written.
  public enum Format: String, CaseIterable, Sendable {
    /// A first line that says what was swept, then names and rows, each with a checksum: what shards are merged from.
    case tsv
    case csv
    case json
  }

  public func text(_ format: Format) -> String {
    switch format {
    case .tsv:
      head + (plan.columns + ["checksum"]).joined(separator: "\t") + "\n"
        + rows.map { CheckedLine.text(plan.line($0)) + "\n" }.joined()
    case .csv:
      CSV.line(plan.columns) + rows.map { CSV.line(plan.names(of: $0), $0.cells) }.joined()
    case .json:
      JSON.object([
        "sweep": .integer(1), "plan": plan.json, "digest": .string(plan.digest), "shard": .string(shard.description),
        "rows": .array(rows.map(json)),
      ]).prettyText
    }
  }

  private var head: String {
    SweepHead.sweep.line([
      "plan": plan.json, "digest": .string(plan.digest), "shard": .string(shard.description),
      "program": .string(plan.program),
    ])
  }

  private func json(_ row: SweepRow) -> JSON {
    func value(_ cell: String) -> JSON {
      if let integer = Int128(cell) { return .integer(integer) }
      return Double(cell).map { .number($0) } ?? .null
    }
    var members = Dictionary(uniqueKeysWithValues: zip(SweepPlan.names, plan.names(of: row).map { JSON.string($0) }))
    members["job"] = .integer(Int128(row.number + 1))
    members["metrics"] = .object(Dictionary(uniqueKeysWithValues: zip(SweepRow.columns, row.cells.map(value))))
    if !row.budgets.isEmpty { members["budget-bytes"] = .array(row.budgets.map { .integer(Int128($0)) }) }
    return .object(members)
  }

  /// Reads the TSV of a sweep or of a shard.
  ///
  /// - Parameter name: Path of the file, for messages.
  public init(tsv text: String, name: String) throws(SweepError) {
    let lines = text.textLines
    guard let first = lines.first, first.hasPrefix(SweepHead.sweep.mark) else {
      throw SweepError(
        "\(name):1",
        "this is no result of a sweep: give the .tsv that "
          + "'\(ToolName.current) sweep --shard i/n --out FILE.tsv' wrote"
      )
    }
    let members = try SweepHead.sweep.members(first, at: "\(name):1", cure: "run that sweep or shard again")
    guard let head = try? JSON.parse(String(members)), var plan = head["plan"].flatMap({ SweepPlan($0) }),
      plan.digest == head["digest"]?.string, let shard = head["shard"]?.string.flatMap({ SweepShard($0) }),
      let program = head["program"]?.string, lines.count > 1,
      lines[1].split(separator: "\t").map(String.init) == plan.columns + ["checksum"]
    else {
      throw SweepError(
        "\(name):1", "another version of \(ToolName.current) wrote this, or it was changed: run the sweep again")
    }
    plan.program = program.visible
    let jobs = shard.jobs(of: plan)
    guard lines.last?.isEmpty == true, lines.count == jobs.count + 3 else {
      throw SweepError(name, "it holds \(max(0, lines.count - 3)) of \(jobs.count) rows: \(shard.cure)")
    }
    var rows: [SweepRow] = []
    for (index, line) in lines[2...].dropLast().enumerated() {
      do throws(CheckedLine.Damage) {
        rows.append(try plan.row(CheckedLine.content(line), ofJob: jobs[index]))
      } catch {
        throw SweepError("\(name):\(index + 3)", "\(error): \(shard.cure)")
      }
    }
    self.init(plan: plan, shard: shard, rows: rows)
  }
}

/// The lines that files of results and journals have of a job.
extension SweepPlan {
  /// What stands before the figures of a row.
  fileprivate static let names = ["job", "strategy", "trace", "screen", "device", "digest"]

  /// Names of all cells; bytes of budgets stand only where a strategy takes them from another's peak.
  fileprivate var columns: [String] { SweepPlan.names + (hasPeaks ? ["budget-bytes"] : []) + SweepRow.columns }

  fileprivate func names(of row: SweepRow) -> [String] {
    let job = job(row.number)
    let names = [
      "\(row.number + 1)", strategies[job.strategy].text, traceNames[job.trace], screens[job.screen],
      deviceName(job.device), row.digest,
    ]
    return names + (hasPeaks ? [row.budgets.map { "\($0)" }.joined(separator: " ")] : [])
  }

  /// A row with tabs between its cells, without a checksum. Names may hold anything; what is between tabs may not.
  package func line(_ row: SweepRow) -> String {
    let names = names(of: row).map { String($0.map { $0 == "\t" || $0.isNewline ? " " : $0 }) }
    return (names + row.cells).joined(separator: "\t")
  }

  /// Reads back `line`.
  ///
  /// - Parameter expected: The job that it has to be of; nil for any.
  /// - Throws: What is wrong with it.
  func row(_ line: Substring, ofJob expected: Int? = nil) throws(CheckedLine.Damage) -> SweepRow {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    let namesCount = SweepPlan.names.count + (hasPeaks ? 1 : 0)
    let stranger = CheckedLine.Damage("this is not the row of job \((expected ?? 0) + 1)")
    guard fields.count == namesCount + SweepRow.columns.count, let job = Int(fields[0]), (1...jobCount).contains(job),
      job - 1 == expected ?? job - 1
    else { throw stranger }
    let cells = fields.dropFirst(namesCount)
    if let (cell, column) = zip(cells, SweepRow.metrics).first(where: { !SweepRow.isFigure($0, of: $1) }) {
      throw CheckedLine.Damage("'\(cell.prefix(80))' of the column \(column.id) is no figure of a run")
    }
    let budgets = hasPeaks ? SweepRow.budgets(fields[6]) : []
    guard let budgets, budgets.count == budgetCount(ofJob: job - 1) else {
      throw CheckedLine.Damage("'\(fields[6].prefix(80))' is not what the budgets of its strategy came to")
    }
    let row = SweepRow(
      number: job - 1, digest: String(fields[5]).visible, cells: cells.map(String.init), budgets: budgets)
    // It says again what the plan has as that number.
    guard self.line(row) == line else { throw stranger }
    return row
  }
}

/// What a job of a sweep came to: the cells of its row, as a record of the same run has them in CSV.
public struct SweepRow: Hashable, Sendable {
  /// Of the job, from 0.
  public let number: Int
  /// Of the deterministic block: equal to that of a record of the same run.
  public let digest: String
  /// A cell a column of `SweepRow.columns`.
  let cells: [String]
  /// What the budgets came to that are written as peaks, in the order of the strategy's text; empty where none is.
  public private(set) var budgets: [Int64] = []

  fileprivate static let metrics = Column.all(of: Metric.all(.deterministic))

  /// Names of all cells: `warm-hit-rate`, `warm-time-to-image-p95`.
  static let columns = metrics.map(\.id)

  /// Reads bytes as they are written, a space between those of several budgets; nil for anything else.
  static func budgets(_ text: Substring) -> [Int64]? {
    let parts = text.isEmpty ? [] : text.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }.filter(PeakShare.range.contains)
    guard numbers.count == parts.count, numbers.map({ "\($0)" }).joined(separator: " ") == text else { return nil }
    return numbers
  }

  /// Whether a cell is empty or a decimal number that a run can have come to: `nan` and `inf` are numbers to Swift.
  fileprivate static func isFigure(_ text: Substring, of column: Column) -> Bool {
    guard !text.isEmpty else { return true }
    let isDecimal = text.utf8.allSatisfy { "0123456789+-.e".utf8.contains($0) }
    guard isDecimal, let number = Double(text) else { return false }
    // Shares are of a whole; the load alone is one that passes it, and is neither good nor bad.
    let isShare = column.unit == .ratio && column.better != .neither
    return (0...(isShare ? 1 : Double(FieldKind.wideFigureMax))).contains(number)
  }

  /// The row of an oracle where photos come and go: nobody works out what it would do there.
  static func absent(_ number: Int, budgetCount: Int) -> SweepRow {
    SweepRow(
      number: number, digest: "", cells: columns.map { _ in "" },
      budgets: Array(repeating: PeakShare.range.lowerBound, count: budgetCount))
  }
}

extension SweepRow {
  init(number: Int, _ facts: RunFacts, budgets: [ByteCount] = []) {
    let block = facts.deterministic
    self.init(
      number: number, digest: block.digest, cells: SweepRow.metrics.map { $0.cell(block.metrics[$0.metric.id]) },
      budgets: budgets.map(\.rawValue))
  }
}

/// The first line of a file of results: its kind and format, then what was counted as JSON, then the line's checksum.
enum SweepHead: String {
  /// Rows of jobs, as TSV.
  case sweep
  /// Cells of a fleet.
  case fleet

  /// Files of other formats are refused.
  private static let version = 4

  /// What lines of all formats begin with.
  var mark: String { "# lab-run \(rawValue) " }

  /// The line, its newline included.
  func line(_ members: [String: JSON]) -> String {
    CheckedLine.text("\(mark)\(SweepHead.version) \(JSON.object(members).compactText)") + "\n"
  }

  /// The JSON of a line that begins with `mark`.
  ///
  /// - Parameters:
  ///   - place: Path and number of the line.
  ///   - cure: What to do about a line that is damaged.
  func members(_ line: Substring, at place: String, cure: String) throws(SweepError) -> Substring {
    guard line.hasPrefix("\(mark)\(SweepHead.version) ") else {
      throw SweepError(
        place,
        "its format is not \(SweepHead.version), which is all that this \(ToolName.current) reads: run it again, or use "
          + "the program that wrote it")
    }
    do throws(CheckedLine.Damage) {
      return try CheckedLine.content(line).dropFirst("\(mark)\(SweepHead.version) ".count)
    } catch {
      throw SweepError(place, "\(error): \(cure)")
    }
  }
}
