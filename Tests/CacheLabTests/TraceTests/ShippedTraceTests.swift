import Strategies
import Testing

@testable import CacheLab
@testable import LabRecords

@Suite struct ShippedTraceTests {
  @Test(arguments: ShippedTraces.names + ShippedTraces.people)
  func loadsWithoutWarnings(_ name: String) throws {
    let trace = try Trace.load(path: ShippedTraces.path(name))
    #expect(trace.warnings.isEmpty)
    #expect(trace.warningCount == 0)
    if name != "tablet" && name != "library-changes" {
      #expect(trace.layouts[0].contentHeight == .points(97_998))
    }
    #expect(ReplayScript(trace).steps.count >= trace.sampleCount)
  }

  /// Synthetic traces can be made again: scripts and seeds are in the repository.
  @Test(arguments: [
    ("rotation", ScrollModel.ios, 4000), ("interrupted", .android, 4000), ("library-changes", .ios, 3700),
    ("limited-access", .ios, 4000),
  ])
  func aScriptedTraceIsWhatItsScriptMakes(_ name: String, _ model: ScrollModel, _ count: Int) throws {
    let path = "\(ShippedTraces.root)/traces/scripts/\(name).txt"
    let script = try GestureScript(try #require(try TextFile.read(path)), file: "traces/scripts/\(name).txt")
    let shipped = try Trace.load(path: ShippedTraces.path(name))
    let synthesis = Synthesis(
      model: model, refreshHz: 60, layout: try Synthesis.layout(ScreenOverride(), count: Int32(count)),
      title: shipped.header.title ?? "")
    let made = try synthesis.trace(of: script, file: "traces/scripts/\(name).txt").trace(name: name)
    #expect(made.sha256 == shipped.sha256)
  }

  @Test(arguments: [
    ("promotion", ScrollModel.ios, 120, HumanStyle.fast, 23, 30), ("ten-minutes", .ios, 60, .browse, 22, 600),
    ("reader-android-60", .android, 60, .reader, 3110, 300), ("reader-android-120", .android, 120, .reader, 3115, 300),
    ("reader-ios-60", .ios, 60, .reader, 3117, 300), ("reader-ios-120", .ios, 120, .reader, 3124, 240),
    ("looker-android-60", .android, 60, .looker, 3127, 300), ("looker-android-120", .android, 120, .looker, 3130, 240),
    ("looker-ios-60", .ios, 60, .looker, 3132, 240), ("looker-ios-120", .ios, 120, .looker, 3137, 180),
    ("searcher-60", .chromium, 60, .searcher, 3201, 300), ("searcher-120", .chromium, 120, .searcher, 3202, 300),
  ])
  func aSeededTraceIsWhatItsSeedMakes(
    _ name: String, _ model: ScrollModel, _ hz: Int, _ style: HumanStyle, _ seed: Int, _ seconds: Int
  ) throws {
    let shipped = try Trace.load(path: ShippedTraces.path(name))
    #expect(shipped.header.source.seed == Int64(seed))
    let synthesis = Synthesis(
      model: model, refreshHz: hz, layout: try Synthesis.layout(ScreenOverride()),
      title: shipped.header.title ?? "", durationMs: Double(seconds) * 1000)
    #expect(try synthesis.trace(of: style, seed: UInt64(seed)).trace(name: name).sha256 == shipped.sha256)
  }
}
