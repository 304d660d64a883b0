import ArgumentParser
import LabJudge

/// The file for the rows of a sweep, and the output.
struct SweepOutput: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, markdown, json, tsv, csv
  }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File for all rows, written as it ends: .tsv, .csv or .json (default: sweep-<digest>.tsv in results).",
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

  @OptionGroup var counting: PopulationOptions

  /// Returns the index of the strategy that the others are compared with, if one is given.
  func base(_ plan: SweepPlan) throws -> Int? {
    guard let against else { return nil }
    let text = (try? PeakSpec(against, registry: KnownStrategies.all))?.shortText ?? against
    guard let base = plan.strategies.firstIndex(where: { $0.text == text }) else {
      throw UsageError(
        "--against \(against): the sweep has no such strategy to hold the others against; add --strategy "
          + "\(against), or name one of \(NameList.text(plan.strategies.map(\.text)))")
    }
    return base
  }

  /// Returns the path for the rows of a shard, whose folder it makes, and the format.
  func place(_ plan: SweepPlan, _ shard: SweepShard) throws -> (path: String, format: SweepFormat) {
    let part = shard.isWhole ? "" : "-\(shard.number)-of-\(shard.count)"
    let path = out ?? "\(Places.results)/sweep-\(plan.digest.prefix(16))\(part).tsv"
    guard let dot = path.lastIndex(of: "."), let format = SweepFormat(rawValue: String(path[dot...].dropFirst()))
    else { throw UsageError("--out \(path) ends in none of .tsv, .csv and .json; name it results.tsv") }
    guard shard.isWhole || format == .tsv else {
      throw UsageError("a shard is merged from its .tsv; give --out a name that ends in .tsv")
    }
    let isOfRows = self.format == .tsv || self.format == .csv
    if !shard.isWhole && (against != nil || !isOfRows && self.format != .table) {
      throw UsageError(
        "a shard has no summary and compares nothing; leave out --format and --against, and give it to sweep merge")
    }
    if against != nil && isOfRows {
      throw UsageError(
        "--format \(self.format.rawValue) prints rows, and --against a summary; leave out one of the two")
    }
    _ = try base(plan)
    // Checked before the work, not after it.
    if try Paths.isFolder(path) { throw ResultError.isFolder(path) }
    try ResultFile.prepare(Paths.directory(of: path))
    return (path, format)
  }

  /// Prints the rows of a file or their summary, with the path and the origin of the rows.
  ///
  /// - Parameter bounds: Computes bounds at the peaks of the strategy that the others are compared with, if asked for.
  func show(
    _ rows: String, path: String, note: String, bounds: (SweepTable) throws -> SweepBounds? = { _ in nil }
  ) throws {
    let rule = try counting.rule
    if format == .tsv || format == .csv {
      return try (format == .tsv ? SweepFormat.tsv : .csv).write(try SweepReader(rows)) { Terminal.output($0) }
    }
    let reader = try SweepReader(rows)
    guard reader.shard.isWhole else {
      while try reader.next() != nil {}
      let (rows, all) = (NumberText.count(reader.rowCount, "row"), NumberText.grouped(Int64(reader.plan.jobCount)))
      Terminal.output(line: "shard \(reader.shard): \(rows) of \(all)\(note): \(path)")
      return Terminal.output(
        line: "\(ToolName.current) sweep merge puts all \(reader.shard.count) shards together")
    }
    let table: SweepTable
    do throws(ResultError) { table = try SweepTable(reading: rows, rule) } catch {
      // The rows are written, although no trace counts.
      guard reader.plan.isPopulation else { throw error }
      return Terminal.error("\(error)")
    }
    let comparison = try base(table.plan).map { StrategyComparison(table, against: $0, bounds: try bounds(table)) }
    let parts = comparison?.whole ?? table.summary
    switch format {
    case .json: Terminal.output(parts.json.prettyText)
    case .markdown: Terminal.output(parts.markdown)
    default:
      Terminal.output((comparison?.text ?? parts.text) + "\n")
      Terminal.output(line: "\(NumberText.count(reader.plan.jobCount, "row"))\(note): \(path)")
    }
  }
}

/// Options for the counting of a pack's traces.
struct PopulationOptions: ParsableArguments {
  enum Weight: String, ExpressibleByArgument, CaseIterable, Sendable {
    case session, time
  }

  @Option(
    help: ArgumentHelp("Of a pack: leave out traces that are shorter, because they are no scrolls.", valueName: "s"))
  var minSeconds = "5"

  @Option(help: "Of a pack: whether each trace counts the same, or by its length: session or time.")
  var weigh = Weight.session

  var rule: Population.Rule {
    get throws {
      guard let seconds = Rational(minSeconds), seconds >= Rational(0) else {
        throw UsageError("--min-seconds \(minSeconds): a number of seconds, such as 5 or 0")
      }
      return Population.Rule(secondsMin: seconds.double, isByTime: weigh == .time)
    }
  }

  static func table(_ path: String, _ rule: Population.Rule) throws -> SweepTable {
    let table = try SweepTable(reading: path, rule)
    if table.population == nil {
      throw LabError("\(path) is a sweep over traces, and not over a pack; give what sweep --pack wrote")
    }
    return table
  }

  var words: [String] {
    (minSeconds == "5" ? [] : ["--min-seconds", minSeconds]) + (weigh == .session ? [] : ["--weigh", weigh.rawValue])
  }
}
