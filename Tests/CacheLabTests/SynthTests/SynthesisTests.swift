import Strategies
import Testing

@testable import CacheLab

@Suite struct SynthesisTests {
  static func synthesis(
    _ model: ScrollModel = .ios, hz: Int = 60, ms: Double? = nil, screen: ScreenOverride = ScreenOverride()
  ) throws -> Synthesis {
    Synthesis(model: model, refreshHz: hz, layout: try Synthesis.layout(screen), title: "test", durationMs: ms)
  }

  static func scripted(
    _ script: String, _ model: ScrollModel = .ios, hz: Int = 60, screen: ScreenOverride = ScreenOverride()
  ) throws -> Trace {
    let document = try synthesis(model, hz: hz, screen: screen).trace(
      of: try GestureScript(script, file: "test"), file: "test")
    let trace = try Trace.parse(Array(document.text.utf8), name: "test")
    #expect(trace.warningCount == 0, "\(trace.warnings)")
    return trace
  }

  static func samples(_ trace: Trace) -> [(ms: Double, y: Double)] {
    trace.entries.filter { $0.kind == .sample }.map { (Double($0.time) / 1e6, Double($0.value) / 1000) }
  }

  /// Digests made on x86_64: another processor or C library must make the same bytes.
  @Test(arguments: [
    (ScrollModel.ios, HumanStyle.hunt, "15a7da2cd113062b"), (.iosFast, .fast, "2f08891ba16f44dc"),
    (.android, .fast, "ece33c376a366c1b"),
    (.chromium, .browse, "e67cc1461adfdfd6"), (.flutter, .hunt, "ba42a0d4511bee75"),
    (.ios, .looker, "c061539b711ea4f1"), (.android, .reader, "fd34ffd81b798d22"),
  ])
  func theSameSeedMakesTheSameBytesOnEveryMachine(_ model: ScrollModel, _ style: HumanStyle, _ digest: String) throws {
    let document = try SynthesisTests.synthesis(model, ms: 60_000).trace(of: style, seed: 7)
    let trace = try Trace.parse(Array(document.text.utf8), name: "test")
    #expect(trace.sha256.hasPrefix(digest), "\(trace.sha256)")
  }

  @Test(arguments: ScrollModel.allCases) func everyPersonAndRateMakesAValidTrace(_ model: ScrollModel) throws {
    for (style, (hz, seed)) in zip(HumanStyle.allCases, zip([10, 90, 120, 60, 30], [1, 2, 3, 4, 5] as [UInt64])) {
      let document = try SynthesisTests.synthesis(model, hz: hz, ms: 40_000).trace(of: style, seed: seed)
      let trace = try Trace.parse(Array(document.text.utf8), name: "\(model) \(style)")
      #expect(trace.warningCount == 0, "\(model) \(style): \(trace.warnings)")
      #expect(trace.end == Nanoseconds(rawValue: 40_000_000_000))
      #expect(trace.header.source.seed == Int64(seed) && trace.header.source.model == model.summary)
      #expect(trace.header.refreshHz == Int64(hz))
    }
  }

  @Test func aFlickEndsWhereItsPhysicsSay() throws {
    // The finger goes 0.6 x 2000 x 0.08 = 96 pt in 80 ms; then 2000/2.002 less the last half point in 3,796.5 ms.
    let trace = try SynthesisTests.scripted("flick 2000 80", hz: 120)
    let samples = SynthesisTests.samples(trace)
    #expect(((samples.last?.y ?? 0) - (96 + 999.0 - 0.5)).magnitude <= 0.34, "\(samples.last?.y ?? 0)")
    let late = Double(trace.end.rawValue) / 1e6 - 3876.5
    #expect(late.magnitude <= 1, "\(trace.end)")
  }

  @Test func framesComeAtTheRefreshRate() throws {
    let samples = SynthesisTests.samples(try SynthesisTests.scripted("wait 500\nflick 2000 80", hz: 120))
    for (one, next) in zip(samples.dropFirst(), samples.dropFirst(2)).prefix(60) {
      #expect((next.ms - one.ms - 1000 / 120).magnitude < 0.0011)
    }
  }

  @Test func onlyIOSGoesBeyondTheEndAndComesBack() throws {
    for model in ScrollModel.allCases {
      let samples = SynthesisTests.samples(try SynthesisTests.scripted("flick -3000\nrest", model))
      let low = samples.map(\.y).min() ?? 0
      let bounces = model == .ios || model == .iosFast
      #expect(bounces ? low < -50 && low > -844 : low == 0, "\(model): \(low)")
      #expect(samples.last?.y == 0)
    }
  }

  @Test func aFingerThatComesDownStopsTheScroll() throws {
    let trace = try SynthesisTests.scripted("flick 3000\nwait 300\ndrag 0 400")
    let codes = trace.entries.compactMap { if case .event(let code) = $0.kind { code } else { nil } }
    #expect(codes == [.down, .drag, .up, .decel, .down, .drag, .up, .idle])
    let after = SynthesisTests.samples(trace).filter { $0.ms > 400 }
    #expect(Set(after.map(\.y)).count <= 1)
  }

  @Test func aRotationKeepsTheTopmostPhoto() throws {
    let trace = try SynthesisTests.scripted("jump 9800\nwait 500\nrotate\nwait 500\ncolumns 3\nwait 300")
    #expect(trace.layouts.count == 3 && trace.layouts[1].viewportWidth == .points(844) && trace.layouts[1].columns == 9)
    var current = trace.layouts[0]
    var items: [Int32] = []
    for entry in trace.entries {
      if entry.kind == .event(.layout) { current = trace.layouts[Int(entry.value)] }
      if entry.kind == .sample {
        items.append(current.items(overlapping: current.viewport(at: MilliPoints(rawValue: entry.value))).lower)
      }
    }
    // Row 100 of 4 columns begins with item 400; rows of 9 and 3 that hold it.
    #expect(items.suffix(3) == [400, 396, 396], "\(items)")
  }

  @Test(arguments: ["insert 0 5", "remove 0 5", "columns 3\njump 400\ncolumns 5", "access 9", "rotate"])
  func changesAtOneTimeHaveOneFrame(_ change: String) throws {
    let trace = try SynthesisTests.scripted("jump 500\nwait 500\n\(change)\ninsert 0 1\nwait 100")
    let frames = trace.entries.filter { $0.kind == .sample && $0.time == 500_000_000 }
    #expect(frames.count == 1 && trace.entries.last { $0.layout != nil }?.time == 500_000_000)
    #expect(trace.layouts.count == 3 + change.count { $0 == "\n" } / 2)
  }

  @Test func tellsWhatTheSystemTells() throws {
    let trace = try SynthesisTests.scripted(
      "flick 4000\nwait 200\nmemory-warning\nbackground\nwait 2000\nforeground\nmark back again\ntop\nscrub 0.5 900")
    let codes = trace.entries.compactMap { if case .event(let code) = $0.kind { code } else { nil } }
    #expect(
      codes.filter { ![.down, .drag, .up, .decel, .idle].contains($0) } == [
        .memoryWarning, .background, .foreground, .mark, .top, .scrub, .scrub,
      ])
    #expect(SynthesisTests.samples(trace).last?.y == 48_577)
  }

  @Test(arguments: [
    ("wait 5\nfly 3", "s.txt:2: 'fly' is not understood; write one of wait MS, rest [MS], flick SPEED [CONTACT], drag"),
    ("flick", "s.txt:1: 'flick' is not understood; write flick SPEED [CONTACT]"),
    ("flick fast", "s.txt:1: 'fast' is not understood; write flick"),
    ("# a\n\nscrub 2 100", "s.txt:3: '2' is out of range"),
    ("top 3", "s.txt:1: 'top 3' is not understood; write top"), ("# nothing", "s.txt: no gesture"),
    ("flick nan", "s.txt:1: 'nan' is not understood"),
  ])
  func aWrongScriptIsNamedByLine(_ script: String, _ message: String) {
    let error = #expect(throws: InputError.self) { try GestureScript(script, file: "s.txt") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func aScriptMayEndItsLinesInCRLF() throws {
    let script = "flick 3000\nrest 500\n"
    let mailed = try SynthesisTests.scripted(script.replacing("\n", with: "\r\n"))
    #expect(try mailed.sha256 == SynthesisTests.scripted(script).sha256)
    let endless = #expect(throws: InputError.self) {
      try GestureScript(String(repeating: "x", count: 100_000), file: "s.txt")
    }
    #expect((endless?.description.count ?? 0) < 1000)
  }

  @Test func aGridThatFitsNoCellIsRefused() {
    #expect(throws: InputError.self) { try Synthesis.layout(ScreenOverride(columns: 900)) }
    #expect(throws: InputError.self) { try SynthesisTests.scripted("columns 1000") }
  }
}
