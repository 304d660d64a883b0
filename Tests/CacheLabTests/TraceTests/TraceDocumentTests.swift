import CacheLab
import LabBase
import LabJudge
import LabPictures
import LabRecords
import Strategies
import Testing

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
    let error = #expect(throws: TraceError.self) { try document.cut(from: 2_000_000_000, to: .max, name: "test") }
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

  @Test func aTableBecomesATraceAndATableAgain() throws {
    let layout = try Synthesis.layout(ScreenOverride())
    let table = "time_ms,offset_y\n1000.5,0\n1017,12.5\n1034,40\n"
    let document = try TraceCSV.document(table, name: "a/b.csv", layout: layout)
    let trace = try document.trace(name: "b")
    #expect(trace.entries.map(\.time) == [0, 16_500_000, 33_500_000])
    #expect(trace.header.source.kind == "converted" && trace.header.source.model == "from b.csv")
    #expect(trace.layouts == [layout])
    #expect(TraceCSV.text(document) == "time_ms,offset_y\n0,0\n16.5,12.5\n33.5,40\n")
    let excels = "\u{FEFF}" + table.replacing("\n", with: "\r\n")
    #expect(try TraceCSV.document(excels, name: "a/b.csv", layout: layout).text == document.text)
  }

  @Test(arguments: [
    ("time_ms,offset_y\n0,0\n5,x\n", "t.csv:3: '5,x' is not a row"), ("0,0\n5\n", "t.csv:2: '5' is not a row"),
    ("0,0\n5,1\n4,2\n", "t.csv:3: time 4 ms comes after 5 ms"), ("0,0\n0.0001,2\n", "t.csv:2: a second sample"),
    ("time_ms,offset_y\n", "t.csv: no sample"), ("0,0\n2592000001,5\n", "t.csv:2: \"t\" is 2592000001"),
    ("-9000000000000,0\n9000000000000,5\n", "t.csv:2: \"t\" is 9000000000000"),
    // Their sum with what is added to round is beyond the largest number.
    (
      "9223372036854.775307,0\n9223372036854.775807,1\n9223372036854.775807,2\n", "t.csv:3: a second sample"
    ),
  ])
  func aWrongTableIsNamedByLine(_ table: String, _ message: String) throws {
    let layout = try Synthesis.layout(ScreenOverride())
    let error = #expect(throws: TraceError.self) { try TraceCSV.document(table, name: "t.csv", layout: layout) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  /// 60 rows of a slow scroll, 0.2 screens a second, in a unit.
  private static func slowScroll(_ heading: String, _ row: Double) -> String {
    (0..<60).reduce("\(heading)\n") { $0 + "\(NumberText.fixed(100 + Double($1) * row, decimals: 6)),\($1 * 3)\n" }
  }

  @Test func timesThatMakeNoScrollAreRefusedWithTheUnitThatDoes() throws {
    let layout = try Synthesis.layout(ScreenOverride())
    func read(_ heading: String, _ row: Double, unit: TimeUnit? = nil) throws -> TraceDocument {
      try TraceCSV.document(TraceDocumentTests.slowScroll(heading, row), name: "t.csv", layout: layout, unit: unit)
    }
    let right = try read("time_ms,offset_y", 16).text
    let seconds = try [read("time_s,y", 0.016), read("t (s),y", 0.016), read("time,y", 0.016, unit: .seconds)]
    let others = try [read("time,y", 16000, unit: .microseconds), read("t [ns],y", 16_000_000)]
    #expect((seconds + others).allSatisfy { $0.text == right })
    for (row, unit) in [(0.016, "s"), (16000, "us")] {
      let error = #expect(throws: TraceError.self) { try read("time,offset", row) }
      #expect(error?.description.contains("--time-unit \(unit);") == true, "\(error?.description ?? "")")
    }
    // Seconds are the longest unit.
    let closest = #expect(throws: TraceError.self) { try read("time_s,y", 0.0005) }
    #expect(closest?.description.contains("name their unit with --time-unit;") == true)
    let leaps = "0,0\n16,50000\n32,100000\n48,150000\n"
    let error = #expect(throws: TraceError.self) { try TraceCSV.document(leaps, name: "t.csv", layout: layout) }
    #expect(error?.description.contains("3,703 screens a second") == true, "\(error?.description ?? "")")
    let far = "0,9223372036854775\n16,-9223372036854775\n"
    #expect(throws: TraceError.self) { try TraceCSV.document(far, name: "t.csv", layout: layout) }
    // Two rows that lie close do not make a table one of another unit.
    let rows = "0,0\n1000,0\n1000.5,10\n2000,10\n"
    #expect(throws: Never.self) { try TraceCSV.document(rows, name: "t.csv", layout: layout, unit: .milliseconds) }
    #expect(throws: Never.self) {
      try TraceCSV.document("0,0\n16,50000\n32,50000\n48,50010\n64,50020\n", name: "t.csv", layout: layout)
    }
    let events = try ChromeTrace.text(read("time_ms,y", 16), name: "t").replacing("000,", with: ",")
    let chrome = #expect(throws: TraceError.self) {
      try ChromeTrace.document(events, name: "t.json", layout: layout)
    }
    #expect(chrome?.description.contains("--time-unit ms;") == true, "\(chrome?.description ?? "")")
    #expect(try ChromeTrace.document(events, name: "t.csv", layout: layout, unit: .milliseconds).text == right)
  }

  @Test(arguments: ["fastscroll", "zoom", "ios-overscroll", "scrub"]) func chromesEventsHoldTheSamples(_ name: String)
    throws
  {
    let document = try TraceDocumentTests.load(name)
    let json = try JSON.parse(ChromeTrace.text(document, name: name))
    #expect((json["traceEvents"]?.array?.count ?? 0) > 500)
    let layout = try document.trace(name: name).layouts[0]
    let again = try ChromeTrace.document(ChromeTrace.text(document, name: name), name: name, layout: layout)
    #expect(TraceCSV.text(again) == TraceCSV.text(document))
    let signals = [document, again].map { try? TraceInfo($0.trace(name: name)).signals }
    #expect(signals[0] != nil && signals[0] == signals[1], "what the finger does comes along")
    #expect(throws: TraceError.self) { try ChromeTrace.document("[]", name: "x", layout: layout) }
  }

  @Test func plotsAreTheSameEachTimeAndSayHowTheyWereMade() throws {
    let trace = try Trace.load(path: ShippedTraces.path("zoom"))
    let plots = [Plot.trace(trace, name: "zoom"), Plot.trace(trace, name: "zoom")]
    let scripts = plots.map { $0.script(command: "lab-run trace plot zoom") }
    #expect(scripts[0] == scripts[1] && plots[0].data == plots[1].data)
    #expect(scripts[0].hasPrefix("# lab-run trace plot zoom\n"))
    #expect(plots[0].data.split(separator: "\n").count > 1000)
    #expect(Plot.trace(trace, name: "../it's").name == "trace-..-it-s")
  }
}
