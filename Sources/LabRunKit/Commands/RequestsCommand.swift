import ArgumentParser
import LabRecords

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
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Eviction policy, id[:key=value,...], or 'all'; repeat for several. See \(ToolName.current) list.",
      valueName: "policy"),
    completion: .list(
      (KnownStrategies.all.evictionPolicies + KnownStrategies.all.oracleEvictionPolicies).map { $0.descriptor.id } + [
        "all"
      ]))
  var eviction: [String] = []

  @Option(
    help: ArgumentHelp(
      "The budget of policies named without parameters, which a stream needs in bytes.", valueName: "BYTES"))
  var budget = ByteCount(rawValue: 30_000_000)

  @Option(help: "table or json.")
  var format = ListCommand.Format.table

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
    let report = RequestReport(
      stream: file, keyCount: stream.keyCount,
      rows: policies.indices.map {
        (evictionPolicy: policies[$0], budget: evictionPolicies[$0].budget, tally: caches[$0].tally)
      })
    Terminal.output(format == .json ? report.json.prettyText : report.table)
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
