import LabSystem
import StrategyKit
import Testing

@testable import CacheLab
@testable import LabRecords

/// Logs of offsets become traces.
@Suite struct OffsetLogTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The traces of a log of offsets under their names.
  private func offsets(
    _ text: String, names: [LogColumn: String] = [:], unit: TimeUnit? = nil, scale: Int64? = nil, gap: Int64? = nil
  ) throws -> (traces: [String: TraceDocument], reader: LogReader) {
    try folder.write(Array(text.utf8), to: "log.csv")
    var rules = LogReader.Rules()
    (rules.names, rules.unit, rules.scale, rules.gap) = (names, unit, scale, gap)
    var reader = try LogReader("\(folder.path)/log.csv", .offsets, rules: rules)
    var traces: [String: TraceDocument] = [:]
    let layout = try Synthesis.layout(ScreenOverride())
    while let sessions = try reader.next() {
      for session in sessions { traces[session.name] = try session.offsets(layout: layout, file: "log.csv") }
    }
    return (traces, reader)
  }

  @Test func offsetsBecomeTracesBySession() throws {
    let text =
      "uid,session,time_s,scrollY\na,1,10.0,0\nb,1,3,100\na,1,10.016,12.5\nb,1,3.5,160\na,1,10.033,40\n"
    let (traces, reader) = try offsets(text)
    #expect(traces.keys.sorted() == ["a/1", "b/1"] && reader.timeWords == "s")
    let document = try #require(traces["a/1"])
    let lines = "[0,0]\n[984,0]\n[1000,12.5]\n[1017,40]\n[1017,\"end\"]\n"
    #expect(document.text.hasSuffix(lines), "\(document.text)")
    let trace = try document.trace(name: "t")
    #expect(try trace.layouts == [Synthesis.layout(ScreenOverride())] && trace.header.source.kind == "converted")
    #expect(trace.header.source.model == "from log.csv")
    let error = #expect(throws: InputError.self) { try offsets(text + "c,1,1,5\n") }
    #expect(error?.description.hasPrefix("log.csv:7: session 'c/1' has one row") == true)
  }

  /// Sixty frames of a slow scroll, and what its times are written as.
  private static func scroll(_ head: String, _ time: (Int) -> String) -> String {
    (0..<60).reduce("user,session,\(head)\n") { $0 + "a,1,\(time($1)),\($1 * 3)\n" }
  }

  @Test func offsetsHaveTheUnitThatMakesAScroll() throws {
    let milliseconds = try offsets(OffsetLogTests.scroll("time,offset") { "\($0 * 16)" })
    let text = try #require(milliseconds.traces["a/1"]).text
    #expect(milliseconds.reader.timeWords == "ms")
    for (head, unit, time) in [
      ("t,offset", "s", { "\(Double($0 * 16) / 1000)" }),
      ("t,offset", "us", { "\(1_774_745_998_000_000 + $0 * 16000)" }),
      ("t,offset", "ns", { "\(1_774_745_998_000_000_000 + $0 * 16_000_000)" }),
      ("timestamp (s),offset", "s", { "\(Double($0 * 16) / 1000)" }),
      ("t,offset", "ISO 8601", { "2026-03-29T00:59:59.\("\(1000 + $0 * 16)".dropFirst())Z" }),
    ] as [(String, String, (Int) -> String)] {
      let (traces, reader) = try offsets(OffsetLogTests.scroll(head, time))
      #expect(traces["a/1"]?.text == text && reader.timeWords == unit, "\(unit)")
    }
    // Of few or slow rows an epoch has so many digits in one unit alone.
    let epoch = try offsets("user,session,t,offset\na,1,1774745998000000,1\na,1,1774745999000000,2\n")
    #expect(epoch.reader.timeWords == "us" && epoch.traces["a/1"]?.text.contains("[1000,2]\n") == true)
    // Rows that lie 5 s apart make no scroll in any unit, but an app may write them.
    let slow = (0..<60).reduce("user,session,t,offset\n") { $0 + "a,1,\($1 * 5000),\($1 * 300)\n" }
    let error = #expect(throws: InputError.self) { try offsets(slow) }
    #expect(error?.description.contains("no unit of time makes plausible: name one with --time-unit") == true)
    #expect(try offsets(slow, unit: .milliseconds).traces.count == 1)
  }

  @Test(
    arguments: [
      ("time_ms,offset_x,offset_y", "0,900,1\n16,900,2\n", nil), ("frame,time_ms,offset_y", "7,0,1\n8,16,2\n", nil),
      ("timeMs,scrollTop", "0,1\n16,2\n", nil), ("time_ms,offset_px", "0,3\n16,6\n", 3000),
      ("Time (ms);ScrollY [px]", "0;3\n16;6\n", 3000),
    ] as [(String, String, Int64?)])
  func headingsSayWhatStandsWhere(_ head: String, _ rows: String, _ scale: Int64?) throws {
    let traces = try offsets("\(head)\n\(rows)", names: [.user: "-", .session: "-"], scale: scale).traces
    #expect(traces["session"]?.text.hasSuffix("[0,1]\n[984,1]\n[1000,2]\n[1000,\"end\"]\n") == true, "\(traces)")
  }

  @Test(
    arguments: [
      ("time_ms,offset_px", "log.csv:1: 'offset_px' counts pixels: say how many of them are a point", nil),
      ("time_ms,offset_pt", "log.csv:1: 'offset_pt' counts points: leave out --in-pixels", 3000),
      ("time_ms,offset_x", "log.csv:1: no column for the offset among 'time_ms' and 'offset_x': name it", nil),
      ("time_ms,offset_rows", "log.csv:1: no column for the offset among", nil),
      ("frame,offset_y", "log.csv:1: no column for the time among 'frame' and 'offset_y'", nil),
      ("time_ms,offset,offset_y", "log.csv:1: 'offset' and 'offset_y' may both be the offset: choose by --names", nil),
      ("time_ms,scroll_y,scroll_y_px", "log.csv:1: 'scroll_y' and 'scroll_y_px' may both be the offset", nil),
    ] as [(String, String, Int64?)])
  func headingsThatMayMeanAnythingElseAreRefused(_ head: String, _ message: String, _ scale: Int64?) throws {
    let error = #expect(throws: InputError.self) {
      try offsets("\(head)\n0,1,2\n16,2,3\n", names: [.user: "-", .session: "-"], scale: scale)
    }
    let said = error.map { $0.description.replacing(folder.path + "/", with: "") } ?? ""
    #expect(said.hasPrefix(message), "\(said)")
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01 01:00:00.25+01:00", 250_000_000), ("1969-12-31T23:00-0100", 0),
      ("2026-03-29T00:59:59.016Z", 1_774_745_999_016_000_000),
      ("2026-03-29T02:59:59,016+02", 1_774_745_999_016_000_000),
      ("1970-01-01", nil), ("1970-02-30T00:00:00Z", nil), ("1970-01-01T24:00:00Z", nil), ("1970-01-01T00:00:00+1", nil),
      ("1970-01-01T00:00:00+013", nil), ("9999-01-01T00:00:00Z", nil), ("12", nil), ("1970-01-01T00:00:00Z ", nil),
    ] as [(String, Int64?)])
  func calendarsTellTimes(_ text: String, _ time: Int64?) {
    #expect(CalendarTime.nanoseconds(Array(text.utf8)[...]) == time)
  }

  @Test func aClockThatGoesBackAndAGapBeginSessions() throws {
    let rows = [100, 116, 132, 40, 56, 200_072, 200_088].map { "a,1,\($0),\($0 % 50)\n" }.joined()
    let (traces, reader) = try offsets("user,session,t,offset\n" + rows, gap: 120_000_000_000)
    #expect(traces.keys.sorted() == ["a/1", "a/1-2", "a/1-3"] && reader.partCount == 2)
    #expect(traces["a/1-2"]?.text.hasSuffix("[0,40]\n[984,40]\n[1000,6]\n[1000,\"end\"]\n") == true)
    #expect(try offsets("user,session,t,offset\n" + rows).traces.count == 2)
  }

  /// An app tells of no frames while the content rests: what moves then began a frame ago.
  @Test func aPauseEndsOneRowBeforeTheMovement() throws {
    let times = [0, 16, 32, 48, 3048, 3064]
    let rows = times.enumerated().map { "a,1,\($1),\($0 * 9)\n" }.joined()
    let text = try offsets("user,session,t_ms,offset\n" + rows).traces["a/1"]?.text
    #expect(text?.contains("[1032,27]\n[4016,27]\n[4032,36]\n[4048,45]\n") == true, "\(text ?? "")")
    // Rows that always lie far apart are the frames that the app tells of.
    let slow = times.indices.map { "a,1,\($0 * 400),\($0 * 9)\n" }.joined()
    let plain = try offsets("user,session,t_ms,offset\n" + slow).traces["a/1"]?.text
    #expect(plain?.hasSuffix("[1000,9]\n[1400,18]\n[1800,27]\n[2200,36]\n[2600,45]\n[2600,\"end\"]\n") == true)
  }

  @Test func whatRestsAtFirstRestsNoLonger() throws {
    let log = "user,session,t_ms,offset\na,1,5,10\na,1,2005,10\na,1,2021,20\n"
    let text = try offsets(log).traces["a/1"]?.text
    #expect(text?.hasSuffix("\n[0,10]\n[2000,10]\n[2016,20]\n[2016,\"end\"]\n") == true, "\(text ?? "")")
  }
}
