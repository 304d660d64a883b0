import CacheLab
import LabJudge
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
}
