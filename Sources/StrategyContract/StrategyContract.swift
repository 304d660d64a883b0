public import CacheLab

/// Checks the rules of every strategy by replaying it in virtual time. A test of your own strategy is
///
///     @Test(arguments: ContractTrace.all) func keepsTheContract(_ trace: ContractTrace) {
///       let findings = StrategyContract(MyStrategy.self).findings(on: trace)
///       #expect(findings.isEmpty, "\(findings)")
///     }
///
/// A strategy that traps ends the process: the test that ran names the trace. `ContractRule` lists what is checked.
/// A strategy is held to the budget that it declares: a parameter that is a budget, or `budget` of a strategy that
/// ranks.
public struct StrategyContract: Sendable {
  /// The strategy as it is written, with the parameters that are not at their default.
  public let name: String
  private let run: @Sendable (ContractTrace, StrategyWatch) -> Void
  private let budget: Budget?

  /// Creates a check of a strategy at its defaults.
  public init(_ strategy: any CacheStrategy.Type) {
    self.init(strategy, ParameterValues(defaultsOf: strategy.descriptor), name: strategy.descriptor.id)
  }

  /// Creates a check of a strategy with other parameters.
  ///
  /// - Parameter settings: `key=value,...`, as on the command line.
  /// - Throws: `SpecError` naming the nearest valid word.
  public init(_ strategy: any CacheStrategy.Type, settings: String) throws(SpecError) {
    let spec = try StrategySpec(
      "\(strategy.descriptor.id):\(settings)",
      registry: StrategyRegistry(prefetchers: [strategy.registered], evictionPolicies: [])
    )
    self.init(strategy, spec.prefetcherParameters, name: spec.shortText)
  }

  /// Creates a check of an eviction policy at its defaults, replayed below `preheat2x`.
  public init(_ evictionPolicy: any EvictionPolicy.Type) {
    self.init(
      evictionPolicy, ParameterValues(defaultsOf: evictionPolicy.descriptor), name: evictionPolicy.descriptor.id)
  }

  /// Creates a check of an eviction policy with other parameters.
  ///
  /// - Throws: `SpecError` naming the nearest valid word.
  public init(_ evictionPolicy: any EvictionPolicy.Type, settings: String) throws(SpecError) {
    let spec = try StrategySpec(
      "\(evictionPolicy.descriptor.id):\(settings)",
      registry: StrategyRegistry(prefetchers: [], evictionPolicies: [evictionPolicy.registered])
    )
    self.init(evictionPolicy, spec.evictionParameters, name: spec.shortText)
  }

  private init(_ type: any CacheStrategy.Type, _ parameters: ParameterValues, name: String) {
    self.name = name
    // One that ranks is held to its budget by the replay; what it has started is not what it holds.
    budget = type.isRanking ? nil : parameters.budgets.first
    let strategy = type.init(parameters)
    run = { StrategyContract.run(strategy, $0, $1) }
  }

  private init(_ type: any EvictionPolicy.Type, _ parameters: ParameterValues, name: String) {
    self.name = name
    budget = nil
    let evictionPolicy = type.init(parameters)
    run = { StrategyContract.run(evictionPolicy, $0, $1) }
  }

  /// Returns the findings on all traces of `ContractTrace.all`; empty for a strategy that keeps the contract.
  public func findings() -> [ContractFinding] { ContractTrace.all.flatMap { findings(on: $0) } }

  /// Returns the findings on one trace.
  public func findings(on trace: ContractTrace) -> [ContractFinding] {
    let half = trace.frames / 2
    let (copied, plain) = (watch(trace, copiesFrom: half), watch(trace))
    let copies = copied.findings.filter { $0.rule == .copies }
    var findings = plain.findings + copies
    // A copy that is none changes what the original says after it was made.
    if plain.digest.finalize() != copied.digest.finalize()
      && (copies.isEmpty || watch(trace, copiesFrom: half).firstHalf.finalize() != copied.firstHalf.finalize())
    {
      findings.append(finding(.deterministic, trace, "two replays led to other plans"))
    }
    if trace.warmFrom != nil && !AllocationCounter.isCounting {
      var unchecked = finding(
        .noAllocation, trace, "allocations are counted on Linux with glibc, without sanitizers; run this test there")
      unchecked.isChecked = false
      findings.append(unchecked)
    }
    return findings
  }

  private func finding(_ rule: ContractRule, _ trace: ContractTrace, _ value: String) -> ContractFinding {
    ContractFinding(rule: rule, strategy: name, trace: trace.name, frame: nil, value: value)
  }

  private func watch(_ trace: ContractTrace, copiesFrom: Int? = nil) -> WatchBook {
    let watch = StrategyWatch(strategy: name, trace: trace, budget: budget, copiesFrom: copiesFrom)
    run(trace, watch)
    return watch.with { $0 }
  }

  private static func run(_ strategy: some CacheStrategy, _ trace: ContractTrace, _ watch: StrategyWatch) {
    _ = trace.replay.run(WatchedStrategy(strategy, watch: watch))
  }

  private static func run(_ evictionPolicy: some EvictionPolicy, _ trace: ContractTrace, _ watch: StrategyWatch) {
    _ = trace.replay.run(
      WatchedFrames(watch: watch), evictionPolicy: WatchedEvictionPolicy(evictionPolicy, watch: watch))
  }
}
