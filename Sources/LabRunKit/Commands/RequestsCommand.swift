struct RequestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests",
    abstract: "Run eviction policies over a plain stream of requests.",
    discussion: """
      The code of a replay without geometry and without time: what is missed is there
      at once, as in any cache simulator. A stream is a file of key,size lines (keys
      are numbers or words; the first line may be key,size itself); one whose name
      ends in .oracleGeneral or .bin has records of 24 bytes, uint32 time, uint64
      key, uint32 size, int64 next request.
      An entry larger than the whole budget is never kept, under every policy.
      belady knows the stream: the fewest misses there can be where every entry
      counts 1, a heuristic where sizes differ. It is an oracle: 'all' leaves it out.
      A trace becomes a stream by lab-run trace convert.

      EXAMPLES
        lab-run requests stream.csv --eviction sieve:budget=20MB
        lab-run requests stream.bin --eviction all --budget 20MB --format json
        lab-run requests stream.csv -e all -e belady --budget 20MB
        lab-run trace convert hunt -o hunt.csv
      """
  )

  @Argument(help: ArgumentHelp("A file of requests.", valueName: "FILE"), completion: .file())
  private var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Eviction policy, id[:key=value,...], or 'all'; repeat for several. See \(ToolName.current) list.",
      valueName: "policy"),
    completion: .list(
      (KnownStrategies.all.evictionPolicies + KnownStrategies.all.oracleEvictionPolicies).map { $0.descriptor.id } + [
        "all"
      ]))
  private var eviction: [String] = []

  @Option(
    help: ArgumentHelp(
      "The budget of policies named without parameters, which a stream needs in bytes.", valueName: "BYTES"))
  private var budget = ByteCount(rawValue: 30_000_000)

  @Option(help: "table or json.")
  private var format = ListCommand.Format.table

  func run() throws {
    let policies = try policies()
    if policies.isEmpty { throw UsageError("name a policy: --eviction sieve:budget=20MB (or all)") }
    let stream = try RequestStream(path: file)
    let future = policies.contains(where: \.isOffline) ? try stream.future() : nil
    let evictionPolicies = policies.compactMap { $0.makeEvictionPolicy(foreseeing: future) }
    var caches = evictionPolicies.map { RequestCache($0, keyCount: stream.keyCount) }
    try stream.forEachBatch { batch in
      for index in caches.indices { caches[index].take(batch) }
    }
    let rows = policies.indices.map {
      (policy: policies[$0], budget: evictionPolicies[$0].budget, tally: caches[$0].tally)
    }
    Terminal.output(format == .json ? json(rows, keyCount: stream.keyCount).prettyText : RequestsCommand.table(rows))
  }

  private typealias Row = (policy: StrategySpec, budget: ByteCount, tally: RequestTally)

  private static let fields: [(name: String, value: @Sendable (Row) -> JSON)] = [
    ("budget", { .integer(Int128($0.budget.rawValue)) }), ("requests", { .integer(Int128($0.tally.requests)) }),
    ("misses", { .integer(Int128($0.tally.misses)) }),
    ("miss-ratio", { .number(ratio($0.tally.misses, $0.tally.requests)) }),
    ("byte-miss-ratio", { .number(ratio($0.tally.missedBytes.rawValue, $0.tally.requestedBytes.rawValue)) }),
    ("requested-bytes", { .integer(Int128($0.tally.requestedBytes.rawValue)) }),
    ("missed-bytes", { .integer(Int128($0.tally.missedBytes.rawValue)) }),
    ("evictions", { .integer(Int128($0.tally.evictions)) }), ("too-large", { .integer(Int128($0.tally.oversize)) }),
  ]

  private static func ratio(_ part: Int64, _ whole: Int64) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }

  private static func table(_ rows: [Row]) -> String {
    var columns = [TableColumn<Row>.words("policy") { $0.policy.shortText }]
    for (name, value) in fields where !["budget", "requested-bytes", "missed-bytes"].contains(name) {
      columns.append(
        .numbers(name.replacing("-", with: " ")) { row in
          let json = value(row)
          return json.integer.map { NumberText.grouped($0) }
            ?? NumberText.fixed(100 * (json.number ?? 0), decimals: 3) + " %"
        })
    }
    let text = TextTable(rows, columns).text()
    guard let resized = rows.map(\.tally.resized).max(), resized > 0 else { return text }
    return text
      + "up to \(NumberText.grouped(resized)) hits came with another size than was held; the size held counts\n"
  }

  private func json(_ rows: [Row], keyCount: Int) -> JSON {
    let results = rows.map { row in
      var members: [String: JSON] = [
        "policy": .string(row.policy.canonicalText), "resized": .integer(Int128(row.tally.resized)),
      ]
      for (name, value) in RequestsCommand.fields { members[name.replacing("-", with: "_")] = value(row) }
      return JSON.object(members)
    }
    return .object([
      "schema": .integer(1), "stream": .string(file), "keys": .integer(Int128(keyCount)), "results": .array(results),
    ])
  }

  private func policies() throws -> [StrategySpec] {
    let registry = KnownStrategies.all
    let descriptors = (registry.evictionPolicies + registry.oracleEvictionPolicies).map { $0.descriptor }
    let ids = descriptors.map(\.id)
    let texts = eviction.flatMap { $0 == "all" ? registry.evictionPolicies.map { $0.descriptor.id } : [$0] }
    return try texts.map { text in
      let isBare = descriptors.contains { $0.id == text && $0.parameters.contains { $0.key == "budget" } }
      let spec = try StrategySpec(isBare ? "\(text):budget=\(budget.rawValue)B" : text, registry: registry)
      guard ids.contains(String(text.prefix { $0 != ":" })), !text.contains("+") else {
        let names = ids.dropLast().joined(separator: ", ") + " or \(ids.last ?? "lru")"
        throw UsageError("'\(text)' decides what to decode ahead, and a stream has no geometry; name \(names)")
      }
      for case .screens(let screens) in spec.evictionParameters.budgets {
        throw UsageError(
          "'\(text)' has a budget of \(Budget.screens(screens)), and a stream has no screen: "
            + "write bytes, such as \(text.prefix { $0 != ":" }):budget=30MB")
      }
      return spec
    }.distinct
  }
}
