import CacheLab
import Strategies
import StrategyContract
import Testing

/// Every strategy that ships keeps the contract on every trace of it.
@Suite struct RegistryContractTests {
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
