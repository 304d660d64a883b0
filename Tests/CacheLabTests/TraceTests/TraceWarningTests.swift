import CacheLab
import Strategies
import Testing

@Suite struct TraceWarningTests {
  static func warnings(_ lines: [String]) throws -> [String] {
    try TraceText.parse(lines + [#"[9999,"end"]"#]).warnings.map(\.description)
  }

  @Test func warnsOfAFirstSampleThatIsNotAtTheStart() throws {
    let found = try TraceWarningTests.warnings([#"[0,"mark"]"#, "[8.30,0]"])
    #expect(found == ["line 3: the first sample is at 8.3 ms, not at 0"])
  }

  @Test func warnsOfAMissingEnd() throws {
    let trace = try TraceText.parse(["[0,0]", "[5,1]"])
    #expect(trace.warnings.map(\.line) == [3])
    #expect(trace.warnings[0].text.contains("no \"end\""))
  }

  @Test(arguments: ["[", "[9", "[9,", "[9,1", "[9,\"", "[9,\"bounce\",{\"to\":", "[9,\"mark\",{}", "[9,-"])
  func keepsTheRestOfAStreamedFile(_ cut: String) throws {
    let trace = try TraceText.parse(text: TraceText.header + "\n[0,0]\n[5,1]\n" + cut)
    #expect(trace.samples == [[0, 0], [5_000_000, 1000]])
    #expect(trace.end == .milliseconds(5))
    #expect(trace.warnings.map(\.line) == [4, 4])
    #expect(trace.warnings[0].text.contains("cut"))
  }

  private static let down = #"[0,"down"]"#
  private static let moving = ["[0,0]", down, "[16,10]", "[33,20]"]
  private static let gap = "over 100 ms since the last sample while moving"
  private static let leap = "faster than 200,000 pt/s without a jump, top or scrub"

  @Test(
    arguments: [
      (moving + ["[133,30]"], nil), (moving + ["[133.001,20]"], nil), (moving + ["[133.001,30]"], "line 6: \(gap)"),
      // An app that logs nothing while the content rests tells of no finger.
      (["[0,0]", "[16,10]", "[33,20]", "[2000,30]", "[2016,40]"], nil),
      ([down, "[0,0]", "[16,10]", "[33,20]", "[2000,30]", "[2016,40]"], "line 6: \(gap)"),
      // Rest is no gap.
      (moving + ["[50,20]", "[500,30]"], nil), (moving + [#"[33,"idle"]"#, "[500,30]"], nil),
      (moving + [#"[40,"idle"]"#, "[500,30]"], nil),
      (["[0,0]", "[10,2000]"], nil), (["[0,0]", "[10,2000.001]"], "line 3: \(leap)"),
      (["[0,90000]", "[1,0]"], "line 3: \(leap)"),
      (["[0,0]", #"[5,"jump"]"#, "[5,90000]", "[6,0]"], "line 5: \(leap)"),
    ] as [([String], String?)])
  func warnsOfGapsAndLeapsInAMovement(_ lines: [String], _ warning: String?) throws {
    #expect(try TraceWarningTests.warnings(lines) == [warning].compactMap { $0 })
  }

  @Test(arguments: ["jump", "top", "scrub"])
  func expectsLeapsAfterAJumpAScrubOrOnTheWayToTheTop(_ code: String) throws {
    #expect(try TraceWarningTests.warnings(["[0,0]", "[5,\"\(code)\"]", "[5,90000]"]).isEmpty)
    // The event of a sample's time sorts first, wherever its line stands.
    #expect(try TraceWarningTests.warnings(["[0,0]", "[5,90000]", "[5,\"\(code)\"]"]).isEmpty)
  }

  @Test func warnsOfLinesAfterTheEnd() throws {
    let trace = try TraceText.parse([
      "[0,0]", #"[9,"end"]"#, "[10,5]", #"[11,"layout",{"viewport":[1,1]}]"#, "[11,999999]", "[11,0]",
    ])
    #expect(trace.samples == [[0, 0]])
    #expect(trace.layouts.count == 1)
    #expect(trace.warnings.map(\.line) == [4, 5, 6, 7])
    #expect(trace.end == .milliseconds(9))
  }

  @Test(arguments: ["insert", "remove", "access"])
  func warnsOfChangesThatDoNotSayOfWhat(_ code: String) throws {
    #expect(try TraceWarningTests.warnings(["[0,0]", "[5,\"\(code)\"]"]).count == 1)
    #expect(try TraceWarningTests.warnings(["[0,0]", "[5,\"\(code)\",{\"items\":[1]}]"]).isEmpty)
  }

  @Test func ordersWarningsByLine() throws {
    // The sample is judged after the event below it.
    let trace = try TraceText.parse(["[0,90000]", "[5,0]", #"[5,"remove"]"#, "[6,90000]", #"[6,"end"]"#, "[9,0]"])
    #expect(trace.warnings.map(\.line) == [4, 5, 7])
    let late = try TraceText.parse(["[5,0]", #"[5,"insert"]"#, #"[9,"end"]"#])
    #expect(late.warnings.map(\.line) == [2, 3])
    #expect(late.warningCounts["the first sample is not at 0"] == 1)
  }

  @Test func countsMoreWarningsThanItKeeps() throws {
    let lines = (0...150).map { "[\($0),\($0 % 2 * 90_000)]" }
    let trace = try TraceText.parse(lines + [#"[200,"end"]"#])
    #expect(trace.warningCount == 150 && Array(trace.warningCounts.values) == [150])
    #expect(trace.warnings.count == Trace.warningsMax)
  }
}
