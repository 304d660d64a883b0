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
}
