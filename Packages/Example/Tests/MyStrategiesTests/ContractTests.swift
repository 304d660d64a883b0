import MyStrategies
import StrategyContract
import Testing

/// Replays scrolls made by formula, among them layout changes, memory warnings, empty and huge grids.
@Test(arguments: ContractTrace.all, ["seconds=1/2", "seconds=0", "seconds=5,window=20MB"])
func keepsTheContract(_ trace: ContractTrace, _ settings: String) throws {
  let findings = try StrategyContract(MyStrategy.self, settings: settings).findings(on: trace)
  #expect(findings.isEmpty, "\(findings)")
}
