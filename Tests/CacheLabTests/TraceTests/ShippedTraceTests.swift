@testable import CacheLab
import Strategies
import Testing

@Suite struct ShippedTraceTests {
  @Test(arguments: ShippedTraces.names)
  func loadsWithoutWarnings(_ name: String) throws {
    let trace = try Trace.load(path: ShippedTraces.path(name))
    #expect(trace.warnings.isEmpty)
    #expect(trace.warningCount == 0)
    #expect(trace.layouts[0].contentHeight == .points(97_998))
    #expect(ReplayScript(trace).steps.count >= trace.sampleCount)
  }

  @Test func areAllListed() {
    let locator = TraceLocator(roots: [ShippedTraces.root])
    #expect(locator.allPaths() == ShippedTraces.names.map(ShippedTraces.path))
  }
}
