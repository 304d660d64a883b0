import ArgumentParser
import CacheLab
import LabLibrary
import Strategies
import Testing

@testable import LabRecords
@testable import LabRunKit

@Suite struct MatrixEstimateTests {
  @Test func aLongMatrixSaysItsMinutesAndTheQuickForm() {
    #expect(
      MatrixEstimate(runCount: 42, decodes: 138_123, seconds: 718).text
        == "42 runs decode about 138,123 photos, which takes this machine about 12 minutes; --decode none has all but "
        + "RSS and decode ms in seconds")
    #expect(MatrixEstimate(runCount: 3, decodes: 9_000, seconds: 60).text?.contains("about 1 minute;") == true)
    #expect(MatrixEstimate(runCount: 3, decodes: 9_000, seconds: 29).text == nil, "a short one needs no warning")
  }

  @Test func theEstimateCountsWhatTheTracesAskFor() throws {
    let request = try RunOptions.parse(["-s", "all", "-t", "hunt", "-t", "scrub"] + Tool.tiny).request
    // In the tests' own cache: there may be no home.
    let library = try PhotoLibrary.open(
      LibraryConfiguration(assetCount: 300, profile: .tiny), in: Tool.cache + "/cachelab")
    let runs = try ["hunt", "scrub"].flatMap { name in
      let path = "\(Tool.home)/traces/\(name).scrolltrace"
      let prepared = try PreparedRun(request, path: path, trace: Trace.load(path: path), library: library)
      return try prepared.runs(of: try request.specs(registry: .all))
    }
    let estimate = try #require(MatrixEstimate(runs, request))
    let none = try StrategySpec("none")
    let counted = runs.reduce(Int64(0)) { $0 + $1.prepared.replay.run(none).decodes }
    #expect(estimate.decodes == counted && estimate.seconds > 0)
    #expect(MatrixEstimate(Array(runs.prefix(2)), request) == nil, "two short runs are not worth the work")
  }
}
