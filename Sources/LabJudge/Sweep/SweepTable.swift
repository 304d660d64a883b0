import CacheLab
import LabBase
import LabRecords
import StrategyKit

/// The results of a sweep or of a shard of it: a row a job, in the order of the jobs, however they were made.
public struct SweepTable: Sendable {
  public let plan: SweepPlan
  public let shard: SweepShard
  /// By number, one for each job of the shard.
  public let rows: [SweepRow]

  /// - Precondition: a row for each job of the shard.
  public init(plan: SweepPlan, shard: SweepShard, rows: [SweepRow]) {
    self.plan = plan
    self.shard = shard
    self.rows = rows.sorted { $0.number < $1.number }
    precondition(self.rows.map(\.number) == shard.jobs(of: plan), "a row for each job of the shard")
  }

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
      head + (columns + ["checksum"]).joined(separator: "\t") + "\n"
        + lines(separator: "\t") { SweepTable.tabless($0) }.map { CheckedLine.text($0) + "\n" }.joined()
    case .csv:
      ([columns.joined(separator: ",")] + lines(separator: ",", cell: RecordCSV.quoted)).map { $0 + "\n" }.joined()
    case .json: json.prettyText
    }
  }

  /// What stands before the figures of a row; bytes of budgets only where a strategy takes them from another's peak.
  static func names(_ plan: SweepPlan) -> [String] {
    ["job", "strategy", "trace", "screen", "device", "digest"] + (plan.hasPeaks ? ["budget-bytes"] : [])
  }

  private var head: String {
    SweepHead.sweep.line([
      "plan": plan.json, "digest": .string(plan.digest), "shard": .string(shard.description),
      "program": .string(plan.program),
    ])
  }

  private var columns: [String] { SweepTable.names(plan) + SweepRow.columns }

  /// Rows, without their ends.
  private func lines(separator: String, cell: (String) -> String) -> [String] {
    rows.map { row in (names(of: row).map(cell) + row.cells).joined(separator: separator) }
  }

  private func names(of row: SweepRow) -> [String] {
    let job = plan.job(row.number)
    return [
      "\(row.number + 1)", plan.strategies[job.strategy].text, plan.traceNames[job.trace], plan.screens[job.screen],
      plan.deviceName(job.device), row.digest,
    ] + (plan.hasPeaks ? [row.budgetText] : [])
  }

  /// Names of files may hold anything; what is between tabs may not.
  private static func tabless(_ text: String) -> String {
    String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
  }

  private var json: JSON {
    .object([
      "sweep": .integer(1), "plan": plan.json, "digest": .string(plan.digest), "shard": .string(shard.description),
      "rows": .array(
        rows.map { row in
          let job = plan.job(row.number)
          let metrics = zip(SweepRow.columns, row.cells).map { ($0, SweepTable.value($1)) }
          var members: [String: JSON] = [
            "job": .integer(Int128(row.number + 1)), "digest": .string(row.digest),
            "strategy": .string(plan.strategies[job.strategy].text), "trace": .string(plan.traceNames[job.trace]),
            "screen": .string(plan.screens[job.screen]), "device": .string(plan.deviceName(job.device)),
            "metrics": .object(Dictionary(uniqueKeysWithValues: metrics)),
          ]
          if !row.budgets.isEmpty {
            members["budget-bytes"] = .array(row.budgets.map { .integer(Int128($0)) })
          }
          return .object(members)
        }),
    ])
  }

  private static func value(_ cell: String) -> JSON {
    if let integer = Int128(cell) { return .integer(integer) }
    return Double(cell).map { .number($0) } ?? .null
  }
}

extension SweepTable {
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
      let program = head["program"]?.string,
      lines.count > 1,
      lines[1].split(separator: "\t").map(String.init) == SweepTable.names(plan) + SweepRow.columns + ["checksum"]
    else {
      throw SweepError(
        "\(name):1", "another version of \(ToolName.current) wrote this, or it was changed: run the sweep again")
    }
    plan.program = program.visible
    var rows: [SweepRow] = []
    let names = SweepTable.names(plan)
    let jobs = shard.jobs(of: plan)
    guard lines.last?.isEmpty == true, lines.count == jobs.count + 3 else {
      throw SweepError(name, "it holds \(max(0, lines.count - 3)) of \(jobs.count) rows: \(shard.cure)")
    }
    for (index, line) in lines[2...].dropLast().enumerated() {
      let content: Substring
      do throws(CheckedLine.Damage) { content = try CheckedLine.content(line) } catch {
        throw SweepError("\(name):\(index + 3)", "\(error): \(shard.cure)")
      }
      let fields = content.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == names.count + SweepRow.columns.count, Int(fields[0]) == jobs[index] + 1 else {
        throw SweepError(
          "\(name):\(index + 3)", "this is not the row of job \(jobs[index] + 1): \(shard.cure)")
      }
      let cells = fields.dropFirst(names.count)
      if let wrong = cells.firstIndex(where: { !SweepRow.isFigure($0) }) {
        let column = SweepRow.columns[wrong - names.count]
        throw SweepError(
          "\(name):\(index + 3)",
          "'\(cells[wrong].prefix(80))' of the column \(column) is no figure of a run: \(shard.cure)")
      }
      let budgets = plan.hasPeaks ? SweepRow.budgets(fields[6]) : []
      guard let budgets, budgets.count == plan.budgetCount(ofJob: jobs[index]) else {
        throw SweepError(
          "\(name):\(index + 3)",
          "'\(fields[6].prefix(80))' is not what the budgets of its strategy came to: \(shard.cure)")
      }
      rows.append(
        SweepRow(
          number: jobs[index], digest: String(fields[5]).visible, cells: cells.map(String.init), budgets: budgets))
    }
    self.init(plan: plan, shard: shard, rows: rows)
  }
}

/// What a job of a sweep came to: the cells of its row, as a record of the same run has them in CSV.
public struct SweepRow: Hashable, Sendable {
  /// Of the job, from 0.
  public let number: Int
  /// Of the deterministic block: equal to that of a record of the same run.
  public let digest: String
  /// What the budgets came to that are written as peaks, in the order of the strategy's text; empty where none is.
  public let budgets: [Int64]
  /// A cell a column of `SweepRow.columns`.
  let cells: [String]

  private static let metrics = Column.all(of: Metric.all(.deterministic))

  /// Names of all cells: `warm-hit-rate`, `warm-time-to-image-p95`.
  static let columns = metrics.map(\.id)

  init(number: Int, _ facts: RunFacts, budgets: [ByteCount] = []) {
    let block = DeterministicBlock(facts)
    self.number = number
    digest = block.digest
    self.budgets = budgets.map(\.rawValue)
    cells = SweepRow.metrics.map { $0.cell(block.metrics[$0.metric.id]) }
  }

  /// Reads back `line`; nil for anything else.
  package init?(line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    let count = SweepRow.columns.count + 2
    guard fields.count == count || fields.count == count + 1, let number = Int(fields[0]), number > 0,
      fields[2..<count].allSatisfy({ SweepRow.isFigure($0) })
    else { return nil }
    var budgets: [Int64] = []
    if let text = fields[count...].first {
      guard let read = SweepRow.budgets(text), !read.isEmpty else { return nil }
      budgets = read
    }
    self.init(
      number: number - 1, digest: String(fields[1]), cells: fields[2..<count].map(String.init), budgets: budgets)
  }

  init(number: Int, digest: String, cells: [String], budgets: [Int64] = []) {
    self.number = number
    self.digest = digest
    self.budgets = budgets
    self.cells = cells
  }

  /// Reads back `budgetText`; nil for anything else.
  static func budgets(_ text: Substring) -> [Int64]? {
    let parts = text.isEmpty ? [] : text.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }.filter(PeakShare.range.contains)
    guard numbers.count == parts.count, numbers.map({ "\($0)" }).joined(separator: " ") == text else { return nil }
    return numbers
  }

  /// Bytes, a space between those of several; empty where no budget is a peak.
  var budgetText: String { budgets.map { "\($0)" }.joined(separator: " ") }

  /// Whether a cell is empty or a decimal number that a run can have come to: `nan` and `inf` are numbers to Swift.
  static func isFigure(_ text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    let isDecimal = text.utf8.allSatisfy { "0123456789+-.e".utf8.contains($0) }
    guard isDecimal, let number = Double(text) else { return false }
    return number.magnitude <= Double(FieldKind.wideFigureMax)
  }

  /// The row without the names of what was run, for a journal.
  package var line: String {
    (["\(number + 1)", digest] + cells + (budgets.isEmpty ? [] : [budgetText])).joined(separator: "\t")
  }

  /// The value of a column as it stands; nil when the row has none.
  public func text(_ column: String) -> String? {
    guard let index = SweepRow.columns.firstIndex(of: column), !cells[index].isEmpty else { return nil }
    return cells[index]
  }
}

/// The figures of a sweep's jobs by their places in the plan, and means over them.
struct SweepCells: Sendable {
  let plan: SweepPlan
  /// By number of the job.
  private let figures: [SweepFigures]

  /// - Parameter table: Of a whole sweep.
  init(_ table: SweepTable) {
    plan = table.plan
    figures = table.rows.map { SweepFigures($0) }
  }

  subscript(trace trace: Int, screen screen: Int, device device: Int, strategy strategy: Int) -> SweepFigures {
    let view = trace * plan.screens.count + screen
    return figures[(view * plan.devices.count + device) * plan.strategies.count + strategy]
  }

  /// The mean of a strategy over some traces and all devices, on one screen or on all.
  func mean(strategy: Int, traces: [Int], screen: Int? = nil) -> SweepFigures {
    var runs: [SweepFigures] = []
    for trace in traces {
      for screen in screen.map({ $0..<($0 + 1) }) ?? plan.screens.indices {
        for device in plan.devices.indices {
          runs.append(self[trace: trace, screen: screen, device: device, strategy: strategy])
        }
      }
    }
    return SweepFigures(over: runs)
  }
}
