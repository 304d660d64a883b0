public import ArgumentParser
import CacheLab
import LabJudge
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit

/// `lab-run compare`: records side by side.
struct CompareCommand: ParsableCommand {
  private static var dimensions: String {
    RecordDimension.allCases.map(\.rawValue).joined(separator: ", ").wrapped(width: 80).joined(separator: "\n")
  }

  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare records: what changed, and whether for better or worse.",
    discussion: """
      Give records, folders of records, or with --trace strategies to be replayed now
      (in virtual time, nothing decoded). Two files, or folders, are the two sides:
      the second is held against the first. More files are told apart by what differs
      in them, the strategy first. What all share stands on top, then what differs.

      Counted figures are compared by equality: ~ is no change at all. Measured ones
      need six records of the same configuration on each side, and are then told by
      their medians, with 95 % intervals, and a rank-sum test; with fewer a
      difference is shown with a question mark. Several configurations make a table a
      figure, its last rows their means, one a set of traces: of shares the
      arithmetic, of all else the geometric one.

      --row and --col say what rows and columns stand for, one of
      \(dimensions)
      (other: any setting that a later version may add).

      EXAMPLES
        lab-run compare old.json new.json
        lab-run compare before/ after/ --metric peak-bitmap-bytes
        lab-run compare results/ --row strategy --col trace --metric blank-ratio
        lab-run compare results/*-preheat2x-hunt-*.json --col revision
        lab-run compare preheat2x windowed-lead --trace ios-fastscroll
        lab-run compare a.json b.json --metric all --format csv > changes.csv
      """)

  @Argument(
    help: ArgumentHelp("Records, folders of records, or strategies with --trace.", valueName: "A"),
    completion: NameCompletion.names({ KnownStrategies.all.descriptors.map(\.id) }, orFiles: [".json"]))
  var sides: [String] = []

  @Option(
    name: .customLong("row"), help: ArgumentHelp("What rows stand for; several with commas.", valueName: "dimension"))
  var row: DimensionList?

  @Option(name: .customLong("col"), help: ArgumentHelp("What columns stand for.", valueName: "dimension"))
  var column: RecordDimension?

  @Option(
    help: ArgumentHelp(
      "A metric of \(ToolName.current) list metrics, a figure of one (time-to-image-p95), or all; repeat for several.",
      valueName: "metric"),
    completion: NameCompletion.metrics)
  var metric: [String] = []

  @Option(help: "How it is printed: table, markdown, csv or json.")
  var format = OutputFormat.table

  @OptionGroup var options: ReplayOptions

  func run() throws {
    guard !sides.isEmpty else {
      throw UsageError("name what to compare: two records, two folders, or strategies with --trace")
    }
    if let column, row?.dimensions.contains(column) == true {
      throw UsageError(RecordComparison.twice(column))
    }
    if options.trace.isEmpty, let word = options.setting.settings.words.first {
      throw UsageError("records have their own settings: leave out \(word), or name strategies and --trace")
    }
    if !options.strategy.isEmpty {
      throw UsageError("name strategies without --strategy: \(ToolName.current) compare A B --trace T")
    }
    let records = try options.trace.isEmpty ? recorded() : replayed()
    let haveFolders = try sides.contains { try Paths.isFolder($0) }
    let areSides = options.trace.isEmpty && sides.count > 1 && (sides.count == 2 || haveFolders)
    let comparison = try RecordComparison(
      records, rows: row?.dimensions, column: column, filesAreSides: areSides, metrics: metric)
    switch format {
    case .table: Terminal.output(comparison.text)
    case .markdown: Terminal.output(comparison.markdown)
    case .csv: Terminal.output(comparison.csv)
    case .json: Terminal.output(comparison.json.prettyText)
    }
  }

  private func recorded() throws -> [ComparedRecord] {
    try sides.flatMap { side in
      let (records, leftOut) = try ComparedRecord.read(side)
      for reason in leftOut { Terminal.error("left out: \(reason)") }
      return records
    }
  }

  private func replayed() throws -> [ComparedRecord] {
    if let file = sides.first(where: { $0.hasSuffix(".json") || $0.contains("/") }) {
      throw UsageError("\(file) is a record, which has its trace: leave out --trace, or name strategies")
    }
    let request = options.request
    let registry = KnownStrategies.all
    let strategies = try sides.map {
      try request.settings.replay.delivery.applied(to: StrategySpec($0, registry: registry))
    }
    return try request.prepared().flatMap { try $0.runs(of: strategies) }.map { run in
      ComparedRecord(try run.record(), source: run.strategy.shortText)
    }
  }
}

extension RecordDimension: ExpressibleByArgument {}

/// A list of dimensions: `strategy,device`.
struct DimensionList: ExpressibleByArgument {
  let dimensions: [RecordDimension]

  init?(argument: String) {
    dimensions = argument.split(separator: ",").compactMap { RecordDimension(rawValue: String($0)) }
    if dimensions.isEmpty || dimensions.count != argument.split(separator: ",").count { return nil }
  }

  static var allValueStrings: [String] { RecordDimension.allCases.map(\.rawValue) }
}
