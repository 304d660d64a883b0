import LabJudge
import Strategies
import Testing

@testable import CacheLab
@testable import LabRecords

/// Traces that are read, changed and written again.
@Suite struct TraceDocumentTests {
  private static func document(_ lines: [String]) throws -> TraceDocument {
    try TraceDocument(Array(TraceText.text(lines).utf8), name: "test")
  }

  private static func load(_ name: String) throws -> TraceDocument {
    try TraceDocument.load(path: ShippedTraces.path(name))
  }

  @Test(arguments: ShippedTraces.names) func whatIsReadAndWrittenIsTheSameTrace(_ name: String) throws {
    let original = try Trace.load(path: ShippedTraces.path(name))
    let again = try Trace.parse(Array(try TraceDocumentTests.load(name).text.utf8), name: name)
    #expect(again.entries == original.entries && again.layouts == original.layouts && again.end == original.end)
    #expect(again.header.source == original.header.source && again.header.title == original.header.title)
    #expect(again.warningCount == original.warningCount)
  }

  @Test func unknownKeysCodesAndCommentsStay() throws {
    let document = try TraceDocumentTests.document([
      "# a comment", "[0,1]", #"[5,"sneeze",{"loud":true}]"#, #"[9,"end"]"#,
    ])
    #expect(document.text.contains("\n# a comment\n[0,1]\n[5,\"sneeze\",{\"loud\":true}]\n[9,\"end\"]\n"))
  }

  @Test func aPartBeginsWithWhatIsInForce() throws {
    let document = try TraceDocumentTests.document([
      "[0,0]", "[100,50]", #"[200,"layout",{"viewport":[500,700]}]"#, "[200,60]", "[300,90]", #"[400,"down"]"#,
      "[450,95]", #"[900,"end"]"#,
    ])
    let part = try document.cut(from: 250_000_000, to: 500_000_000, name: "test")
    let trace = try part.trace(name: "part")
    #expect(trace.layouts.count == 1 && trace.layouts[0].viewportWidth == .points(500))
    #expect(trace.entries.map(\.value) == [60_000, 90_000, 0, 95_000])
    #expect(trace.entries.map(\.time) == [0, 50_000_000, 150_000_000, 200_000_000])
    #expect(trace.end == Nanoseconds(rawValue: 250_000_000))
    let error = #expect(throws: InputError.self) { try document.cut(from: 2_000_000_000, to: .max, name: "test") }
    #expect(error?.description.contains("the trace goes from 0 to 900 ms") == true)
  }

  @Test(arguments: ShippedTraces.names) func partsAreValid(_ name: String) throws {
    let document = try TraceDocumentTests.load(name)
    let whole = try document.trace(name: name)
    // A cut reads the whole trace: some twelve of a long one are enough.
    let step = max(3_333_333_333, whole.end.rawValue / 12)
    for begin in stride(from: 0, to: whole.end.rawValue, by: Int(step)) {
      let part = try document.cut(from: begin, to: begin + 5_000_000_000, name: name).trace(name: name)
      #expect(part.entries.first?.time == 0)
      let expected = whole.entries.last { $0.time <= begin && $0.kind == .sample }?.value
      #expect(part.entries.first { $0.kind == .sample }?.value == expected, "\(name) from \(begin)")
    }
    let all = try document.cut(from: 0, to: .max, name: name).trace(name: name)
    #expect(all.entries.filter { $0.kind == .sample } == whole.entries.filter { $0.kind == .sample })
  }

  @Test(arguments: ShippedTraces.names + ShippedTraces.people)
  func loadsWithoutWarnings(_ name: String) throws {
    let trace = try Trace.load(path: ShippedTraces.path(name))
    #expect(trace.warnings.isEmpty && trace.warningCount == 0)
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

  static func info(_ lines: [String]) throws -> TraceInfo { TraceInfo(try TraceText.parse(lines)) }

  static func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 1e-9 }

  @Test func measuresSpeedAndWayInScreens() throws {
    // One screen in 100 ms, a rest, half a screen back in 100 ms.
    let info = try TraceDocumentTests.info(["[0,0]", "[100,844]", "[200,844]", "[300,422]", #"[1500,"end"]"#])
    #expect(info.seconds == 1.5 && info.sampleCount == 4)
    #expect(TraceDocumentTests.isNear(info.peakSpeed, 10) && TraceDocumentTests.isNear(info.meanSpeed, 7.5))
    #expect(TraceDocumentTests.isNear(info.distance, 1.5))
    #expect(info.reversals == 1 && info.jumps == 0 && info.layoutChanges == 0 && info.overscrolledSamples == 0)
  }

  @Test func leavesJumpsOutOfTheSpeedAndLayoutsOutOfTheWay() throws {
    let info = try TraceDocumentTests.info([
      "[0,0]", #"[10,"jump"]"#, "[10,8440]", "[1010,9284]", #"[1020,"layout",{"content":[390,90000]}]"#, "[1020,844]",
      "[2020,1688]", #"[3000,"end"]"#,
    ])
    #expect(TraceDocumentTests.isNear(info.peakSpeed, 1) && TraceDocumentTests.isNear(info.distance, 12))
    #expect(info.jumps == 1 && info.layoutChanges == 1 && info.reversals == 0)
  }

  @Test func countsSamplesBeyondEitherEnd() throws {
    let info = try TraceDocumentTests.info(["[0,0]", "[10,-0.001]", "[20,97154]", "[30,97154.001]"])
    #expect(info.overscrolledSamples == 2)
  }

  @Test func restsThroughout() throws {
    let info = try TraceDocumentTests.info(["[0,5]", "[10,5]"])
    #expect(info.peakSpeed == 0 && info.meanSpeed == 0 && info.distance == 0 && info.reversals == 0)
  }

  @Test func agreesWithThePublishedFiguresOfFastscroll() throws {
    let info = TraceInfo(try Trace.load(path: ShippedTraces.path("fastscroll")))
    #expect((info.peakSpeed * 10).rounded() == 263)
    #expect((info.distance * 10).rounded() == 1151)
    #expect(info.sampleCount == 1699)
    #expect((info.seconds * 10).rounded() == 346)
    #expect(info.jumps == 0 && info.layoutChanges == 0)
  }
}
