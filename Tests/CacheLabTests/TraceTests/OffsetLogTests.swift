import LabSystem
import StrategyKit
import Testing

@testable import CacheLab
@testable import LabRecords

/// Logs of offsets become traces.
@Suite struct OffsetLogTests {
  private let folder = TemporaryDirectory()

  /// Returns the traces of a log of offsets under their names.
  private func offsets(_ text: String, names: [ScrollLog.Column: String] = [:]) throws -> [String: TraceDocument] {
    try folder.write(Array(text.utf8), to: "log.csv")
    let log = try ScrollLog("\(folder.path)/log.csv", names: names)
    var traces: [String: TraceDocument] = [:]
    let layout = try Synthesis.layout(ScreenOverride())
    for session in log.sessions { traces[session.name] = try session.offsets(layout: layout, file: "log.csv") }
    return traces
  }

  @Test func offsetsBecomeTracesBySession() throws {
    let text =
      "user,session,time_s,offset\na,1,10.0,0\nb,1,3,100\na,1,10.016,12.5\nb,1,3.5,160\na,1,10.033,40\nc,1,1,5\n"
    let traces = try offsets(text)
    #expect(traces.keys.sorted() == ["a/1", "b/1"], "one row is no scroll")
    let document = try #require(traces["a/1"])
    let lines = "[0,0]\n[984,0]\n[1000,12.5]\n[1017,40]\n[1017,\"end\"]\n"
    #expect(document.text.hasSuffix(lines), "\(document.text)")
    let trace = try document.trace(name: "t")
    #expect(try trace.layouts == [Synthesis.layout(ScreenOverride())] && trace.header.source.kind == "converted")
    #expect(trace.header.source.model == "from log.csv")
    let error = #expect(throws: InputError.self) { try offsets(text + "c,1,1,6\n") }
    #expect(
      error?.description.hasSuffix(
        "log.csv:8: '1' is the time of the row above in its session: keep one of the two, or leave it out with --skip-damaged"
      ) == true)
  }

  @Test(arguments: [
    ("t_s", "0", "0.016"), ("timestamp_us", "1774745998000000", "1774745998016000"),
    ("T_ns", "1774745998000000000", "1774745998016000000"), ("offset_x,time_ms", "900,0", "900,16"),
  ])
  func headingsTellUnitsAndPlaces(_ head: String, _ first: String, _ second: String) throws {
    let text = "\(head),offset\n\(first),1\n\(second),2\n"
    let trace = try offsets(text, names: [.user: "-", .session: "-"])["session"]
    #expect(trace?.text.hasSuffix("[0,1]\n[984,1]\n[1000,2]\n[1000,\"end\"]\n") == true, "\(trace?.text ?? "")")
  }

  /// An app tells of no frames while the content rests: what moves then began a frame ago.
  @Test func aPauseEndsOneRowBeforeTheMovement() throws {
    let times = [0, 16, 32, 48, 3048, 3064]
    let rows = times.enumerated().map { "a,1,\($1),\($0 * 9)\n" }.joined()
    let text = try offsets("user,session,t_ms,offset\n" + rows)["a/1"]?.text
    #expect(text?.contains("[1032,27]\n[4016,27]\n[4032,36]\n[4048,45]\n") == true, "\(text ?? "")")
    // Rows that always lie far apart are the frames that the app tells of.
    let slow = times.indices.map { "a,1,\($0 * 400),\($0 * 9)\n" }.joined()
    let plain = try offsets("user,session,t_ms,offset\n" + slow)["a/1"]?.text
    #expect(plain?.hasSuffix("[1000,9]\n[1400,18]\n[1800,27]\n[2200,36]\n[2600,45]\n[2600,\"end\"]\n") == true)
  }

  @Test func whatRestsAtFirstRestsNoLonger() throws {
    let log = "user,session,t_ms,offset\na,1,5,10\na,1,2005,10\na,1,2021,20\n"
    let text = try offsets(log)["a/1"]?.text
    #expect(text?.hasSuffix("\n[0,10]\n[2000,10]\n[2016,20]\n[2016,\"end\"]\n") == true, "\(text ?? "")")
  }
}
