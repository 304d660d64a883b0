import CacheLab
import Strategies
import StrategyContract
import Testing

/// Each rule fires: a strategy that breaks it and, on that trace, no other.
@Suite struct BrokenStrategyTests {
  static let broken: [(strategy: any CacheStrategy.Type, trace: String, rules: Set<ContractRule>)] = [
    (PastTheEnd.self, "content", [.inGrid]), (Hoarder.self, "long", [.releases]), (Restless.self, "drags", [.rests]),
    (Unforgetting.self, "relayout", [.forgets]), (Unresuming.self, "warnings", [.forgets]),
    (Spender.self, "drags", [.budget]), (Moody.self, "drags", [.deterministic]), (Shared.self, "long", [.copies]),
    (BadRanker.self, "flings", [.queuedJobs, .heldVictims]), (Miser.self, "flings", [.budget]),
    (Impatient.self, "long", [.copies]),
  ]

  @Test(arguments: broken.indices) func aBrokenRuleIsNamed(_ index: Int) throws {
    let (strategy, name, rules) = BrokenStrategyTests.broken[index]
    let trace = try #require(ContractTrace.all.first { $0.name == name })
    let findings = StrategyContract(strategy).findings(on: trace)
    #expect(Set(findings.map { $0.rule }) == rules, "\(findings)")
    for finding in findings {
      #expect(finding.strategy == strategy.descriptor.id && finding.trace == name && !finding.value.isEmpty)
      #expect("\(finding)".contains(finding.rule.rawValue) && "\(finding)".contains(finding.rule.cure))
    }
  }

  @Test func anAllocationAFrameIsNamed() throws {
    try #require(AllocationCounter.isCounting)
    let laps = try #require(ContractTrace.all.first { $0.name == "laps" })
    let findings = StrategyContract(Allocating.self).findings(on: laps)
    #expect(findings.map { $0.rule } == [.noAllocation], "\(findings)")
    #expect(findings.first?.value.hasPrefix("1 allocation") == true, "\(findings)")
  }

  @Test func anEvictionPolicyThatNamesWhatMayNotGoIsNamed() throws {
    let flings = try #require(ContractTrace.all.first { $0.name == "flings" })
    let findings = StrategyContract(LastHeard.self).findings(on: flings)
    #expect(findings.contains { $0.rule == .heldVictims }, "\(findings)")
  }

  @Test func everyRuleIsBrokenBySomebodyAndHasACure() {
    let shown = BrokenStrategyTests.broken.reduce(into: Set([ContractRule.noAllocation])) { $0.formUnion($1.rules) }
    #expect(shown == Set(ContractRule.allCases))
    #expect(ContractRule.allCases.allSatisfy { !$0.cure.isEmpty })
  }

  @Test(arguments: ContractTrace.all) func everyPrefetcherKeepsTheContract(_ trace: ContractTrace) {
    for strategy in StrategyRegistry.all.prefetchers {
      let findings = StrategyContract(strategy.type).findings(on: trace)
      #expect(findings.isEmpty, "\(findings)")
    }
  }

  @Test(arguments: ContractTrace.all) func everyEvictionKeepsTheContract(_ trace: ContractTrace) {
    for evictionPolicy in StrategyRegistry.all.evictionPolicies {
      let findings = StrategyContract(evictionPolicy.type).findings(on: trace)
      #expect(findings.isEmpty, "\(findings)")
    }
  }

  /// In little room thumbnails are evicted, and every later change must still find their books in order.
  @Test(arguments: ContractTrace.all) func evictedThumbnailsAreForgotten(_ trace: ContractTrace) throws {
    let tally = trace.replay.run(try StrategySpec("budget-priority:budget=8MB+opportunistic"))
    #expect(tally.preheat.isBalanced && tally.frames > 0)
  }

  @Test(arguments: ["skewport:budget=1MB", "budget-priority:budget=1MB", "budget-priority:budget=200MB"])
  func budgetsAreKeptWhateverTheirSize(_ text: String) throws {
    let cut = try #require(text.firstIndex(of: ":"))
    let strategy = try #require(StrategyRegistry.all.prefetchers.first { $0.descriptor.id == text[..<cut] })
    let contract = try StrategyContract(strategy.type, settings: String(text[text.index(after: cut)...]))
    for trace in ContractTrace.all {
      let findings = contract.findings(on: trace)
      #expect(findings.isEmpty, "\(findings)")
    }
  }
}
