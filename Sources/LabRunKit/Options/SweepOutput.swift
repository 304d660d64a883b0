import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabRecords
import LabSystem

/// Where the rows of a sweep go and what is printed of it.
struct SweepOutput: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, markdown, json, tsv, csv
  }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File for all rows, written as it ends: .tsv, .csv or .json; of a pack, .fleet (default: sweep-<digest> in results).",
      valueName: "FILE"),
    completion: .file())
  var out: String?

  @Option(help: "What is printed: the summary as table, markdown or json; or the rows as tsv or csv.")
  var format = Format.table

  @Option(
    help: ArgumentHelp(
      "Compare every strategy of the sweep with this one of them, case by case; printed in place of the summary.",
      valueName: "strategy"),
    completion: NameCompletion.strategies())
  var against: String?

  /// The strategy of the plan that the others are held against; nil where none is asked for.
  ///
  /// - Throws: `UsageError` for one that the sweep does not have.
  func base(_ plan: SweepPlan) throws -> Int? {
    guard let against else { return nil }
    let text = (try? PeakSpec(against, registry: KnownStrategies.all))?.shortText ?? against
    guard let base = plan.strategies.firstIndex(where: { $0.text == text }) else {
      throw UsageError(
        "--against \(against): the sweep has no such strategy to hold the others against: add --strategy "
          + "\(against), or name one of \(NameList.text(plan.strategies.map(\.text)))")
    }
    return base
  }

  /// The path for the rows of a shard, its folder, and how they are written.
  ///
  /// - Throws: `UsageError` for an ending that stands for nothing, and for a shard that nothing can be merged from.
  func place(
    _ plan: SweepPlan, _ shard: SweepShard
  ) throws -> (path: String, folder: String, format: SweepTable.Format) {
    let path = path(plan, shard, ending: "tsv")
    guard let dot = path.lastIndex(of: "."), let format = SweepTable.Format(rawValue: String(path[dot...].dropFirst()))
    else { throw UsageError("--out \(path) ends in none of .tsv, .csv and .json: name it results.tsv") }
    guard shard.isWhole || format == .tsv else {
      throw UsageError("a shard is merged from its .tsv: give --out a name that ends in .tsv")
    }
    try check(shard, hasRows: true)
    try SweepOutput.checkPlace(path)
    return (path, Paths.directory(of: path), format)
  }

  /// As it is named, or by what it is of, in the folder of results.
  func path(_ plan: SweepPlan, _ shard: SweepShard, ending: String) -> String {
    let part = shard.isWhole ? "" : "-\(shard.number)-of-\(shard.count)"
    return out ?? "\(Places.results)/sweep-\(plan.digest.prefix(16))\(part).\(ending)"
  }

  /// - Throws: `UsageError` for what is printed of no shard, or of no rows.
  func check(_ shard: SweepShard, hasRows: Bool) throws {
    let areRows = hasRows && (format == .tsv || format == .csv)
    if !shard.isWhole && format != .table && !areRows {
      throw UsageError("a shard has no summary: leave out --format \(format.rawValue), and give it to sweep merge")
    }
    if against != nil && !shard.isWhole {
      throw UsageError("a shard compares nothing: leave out --against, and give it to sweep merge")
    }
    if against != nil && areRows {
      throw UsageError("--format \(format.rawValue) prints rows, and --against a summary: leave out one of the two")
    }
  }

  /// - Throws: `ResultError` where a folder stands, before the work and not after it.
  static func checkPlace(_ path: String) throws {
    if try Paths.isFolder(path) { throw ResultError.isFolder(path) }
  }

  /// - Throws: `UsageError` where the result would take the place of what it is made of.
  static func check(_ path: String, isNoneOf files: [String]) throws {
    guard try Paths.exists(path) else { return }
    let place = try Paths.absolute(path)
    if let file = try files.first(where: { try Paths.absolute($0) == place }) {
      throw UsageError("--out \(path) is \(file), one of the shards: name a new file")
    }
  }

  /// Prints what was asked for.
  ///
  /// - Parameters:
  ///   - path: Where the rows are.
  ///   - note: What is said of how they were made.
  ///   - bounds: At the peaks of the strategy that the others are held against; nil where none are asked for.
  func show(_ table: SweepTable, path: String, note: String, bounds: SweepBounds? = nil) throws {
    let isSummed = table.shard.isWhole && format != .tsv && format != .csv
    let comparison =
      isSummed ? try base(table.plan).map { StrategyComparison(table, against: $0, bounds: bounds) } : nil
    switch format {
    case .tsv, .csv: Terminal.output(table.text(format == .tsv ? .tsv : .csv))
    case _ where !table.shard.isWhole:
      Terminal.output(
        line:
          "shard \(table.shard): \(NumberText.count(table.rows.count, "row")) of \(NumberText.grouped(Int64(table.plan.jobCount)))"
          + "\(note): \(path)")
      Terminal.output(line: "\(ToolName.current) sweep merge puts all \(table.shard.count) shards together")
    case .json: Terminal.output((comparison?.json ?? SweepSummary(table).json).prettyText)
    case .markdown: Terminal.output(comparison?.markdown ?? SweepSummary(table).parts.markdown)
    case .table:
      Terminal.output((comparison?.text ?? SweepSummary(table).parts.text) + "\n")
      Terminal.output(line: "\(NumberText.count(table.rows.count, "row"))\(note): \(path)")
    }
  }
}
