public import ArgumentParser
import CacheLab
import LabBase
import LabRecords
import StrategyKit

/// `lab-run requests`: retention policies over a plain stream of requests.
struct RequestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests",
    abstract: "Run retention policies over a plain stream of requests, or export a trace as one.",
    discussion: """
      The code of a replay without geometry and without time: what is missed is there
      at once, as in any cache simulator. A stream is a file of key,size lines (keys
      are numbers or words; the first line may be key,size itself), or oracleGeneral:
      records of 24 bytes, uint32 time, uint64 key, uint32 size, int64 next request.
      An entry larger than the whole budget is never kept, under every policy.
      belady knows the stream: the fewest misses there can be where every entry
      counts 1, a yardstick where sizes differ; 'all' leaves it out.

      EXAMPLES
        lab-run requests stream.csv --retention sieve:budget=20MB
        lab-run requests stream.bin --retention all --budget 20MB --format csv
        lab-run requests stream.csv --retention lru --budget 1000 --unit-sizes
        lab-run requests stream.csv -r all -r belady --budget 1000 --unit-sizes
        lab-run requests --trace hunt --out hunt.csv
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, json, csv
  }

  @Argument(help: "A file of requests.", completion: .file())
  var file: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Retention policy, id[:key=value,...], or 'all'; repeat for several. See \(ToolName.current) list.",
      valueName: "policy"),
    completion: .list(
      (KnownStrategies.all.retentions + KnownStrategies.all.boundRetentions).map { $0.descriptor.id } + ["all"]))
  var retention: [String] = []

  @Option(
    help: ArgumentHelp(
      "The budget of policies named without parameters, which a stream needs in bytes.", valueName: "BYTES"))
  var budget = ByteCount(rawValue: 30_000_000)

  @Flag(help: "Every entry counts 1 in place of its bytes, so that --budget 1000 is 1,000 entries.")
  var unitSizes = false

  @Option(help: "What the file holds: csv or oracle-general (default: by its name).")
  var input: RequestFormat?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the requests of this trace to --export.", valueName: "trace"),
    completion: NameCompletion.traces)
  var trace: String?

  @Option(
    name: [.customShort("o"), .customLong("out"), .customLong("export")],
    help: ArgumentHelp("Where to: FILE.csv, or FILE.oracleGeneral; no strategy changes them.", valueName: "FILE"),
    completion: .file())
  var export: String?

  @OptionGroup(title: "Library")
  var library: LibraryOptions

  @OptionGroup(title: "Screen")
  var screen: ScreenOptions

  @Option(help: "How results are printed: table, json or csv.")
  var format = Format.table

  func run() throws {
    switch (file, trace, export) {
    case (let file?, nil, nil): try simulate(file)
    case (nil, let trace?, let export?): try write(trace, to: export)
    case (nil, nil, nil): throw UsageError("name a file of requests, or a trace to export: --trace hunt --export F.csv")
    case (_?, _, _): throw UsageError("a file of requests is run, a trace is exported: give one of the two")
    case (nil, _, _): throw UsageError("--trace and --export belong together: --trace hunt --export hunt.csv")
    }
  }

  private func simulate(_ path: String) throws {
    let policies = try policies()
    if policies.isEmpty { throw UsageError("name a policy: --retention sieve:budget=20MB (or all)") }
    let stream = try RequestStream(path: path, format: input)
    let retentions = try retentions(policies, foreseeing: stream)
    var caches: [any RequestTaking] = retentions.map { .cache($0, keyCount: stream.keyCount) }
    try stream.forEachBatch(countingEntries: unitSizes) { batch in
      for index in caches.indices { caches[index].take(batch) }
    }
    let report = RequestReport(
      stream: path, keyCount: stream.keyCount, countsEntries: unitSizes,
      rows: policies.indices.map {
        .init(retention: policies[$0], budget: retentions[$0].budget, tally: caches[$0].tally)
      })
    switch format {
    case .table: Terminal.output(report.table)
    case .json: Terminal.output(report.json.prettyText)
    case .csv: Terminal.output(report.csv)
    }
  }

  /// The policies ready to run, those that can know the stream told what comes.
  private func retentions(
    _ policies: [StrategySpec], foreseeing stream: RequestStream
  ) throws -> [any RetentionPolicy] {
    let future = policies.contains(where: \.isOffline) ? try stream.future() : nil
    return policies.map { spec in
      let retention = spec.retention.init(spec.retentionParameters)
      guard let future, var seer = retention as? any RetentionPolicy & OfflinePolicy else { return retention }
      seer.foresee(future)
      return seer
    }
  }

  /// The policies named, `all` spelled out, each once.
  private func policies() throws -> [StrategySpec] {
    let registry = KnownStrategies.all
    let descriptors = (registry.retentions + registry.boundRetentions).map { $0.descriptor }
    let ids = descriptors.map(\.id)
    var specs: [StrategySpec] = []
    for text in retention.flatMap({ $0 == "all" ? registry.retentions.map { $0.descriptor.id } : [$0] }) {
      let isBare = descriptors.contains { $0.id == text && $0.parameters.contains { $0.key == "budget" } }
      let spec = try StrategySpec(
        isBare ? "\(text):budget=\(budget.rawValue)B" : text, registry: registry)
      guard ids.contains(String(text.prefix { $0 != ":" })), !text.contains("+") else {
        throw UsageError("'\(text)' decides what to decode ahead, and a stream has no geometry: name \(words(ids))")
      }
      for case .screens(let screens) in spec.retentionParameters.budgets {
        throw UsageError(
          "'\(text)' has a budget of \(Budget.screens(screens)), and a stream has no screen: "
            + "write bytes, such as \(text.prefix { $0 != ":" }):budget=30MB")
      }
      if !specs.contains(where: { $0.canonicalText == spec.canonicalText }) { specs.append(spec) }
    }
    return specs
  }

  private func words(_ ids: [String]) -> String { ids.dropLast().joined(separator: ", ") + " or \(ids.last ?? "lru")" }

  private func write(_ name: String, to path: String) throws {
    guard let format = input ?? RequestFormat(path: path) else {
      throw RequestError(file: path, place: nil, value: path, problem: .unknownFormat)
    }
    guard let tracePath = try TracePaths.find([name]).first, name != "all" else {
      throw UsageError("--export writes one trace: name it")
    }
    let export = try RequestExport(
      try Trace.load(path: tracePath), name: name, settings: RunSettings(screen.given.merging(library.given) { $1 }))
    try export.write(to: path, format: format)
    Terminal.output("\(path): \(NumberText.count(export.slots.count, "request"))\n")
  }
}

extension RequestFormat: ExpressibleByArgument {}
