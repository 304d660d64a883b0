import Strategies
import StrategyKit
import Testing

@testable import CacheLab
@testable import LabRecords

@Suite struct TraceReadingTests {
  /// The example of the format's page.
  static let example = #"""
    {"scrolltrace":1,"title":"flick to the top","unit":"pt","viewport":[390,844],\#
    "content":[390,97998],"grid":{"count":4000,"columns":4,"cell":[96,96],"spacing":[2,2]},\#
    "scale":3,"refresh_hz":120,"source":{"kind":"physics","by":"UIScrollView model"}}
    # a comment
    [0,212.5]
    [500,"down"]
    [508.3,"drag"]
    [508.3,207.1]
    [516.7,186]
    [607.9,"up",{"v":-1370.7,"target":0}]
    [607.9,"decel"]
    [608.3,96.4]
    [680.2,"bounce",{"to":0}]
    [683.3,-3.9]
    [1208.3,0]
    [1210,"idle"]
    [9000,"end"]

    """#

  @Test func readsTheExampleOfTheFormat() throws {
    let trace = try TraceText.parse(text: TraceReadingTests.example)
    #expect(
      trace.samples == [
        [0, 212_500], [508_300_000, 207_100], [516_700_000, 186_000], [608_300_000, 96_400], [683_300_000, -3_900],
        [1_208_300_000, 0],
      ])
    #expect(trace.end == .milliseconds(9000) && trace.entries.count == 12)
  }

  /// Lines as nearly all are written are read by another way than all others.
  @Test(arguments: ShippedTraces.names) func aSpaceChangesNothing(_ name: String) throws {
    let text = String(decoding: try TraceFile.read(ShippedTraces.path(name)), as: UTF8.self)
    let (plain, spaced) = (
      try TraceText.parse(text: text), try TraceText.parse(text: text.replacing("\n[", with: "\n[ "))
    )
    #expect(plain.entries == spaced.entries && plain.end == spaced.end && plain.warnings == spaced.warnings)
  }

  @Test(arguments: [
    "[1,2]", "[1.5,-2.25]", "[0.000001,0.001]", "[1,-0]", "[1.,2]", "[1,2.]", "[.5,2]", "[01,2]", "[1,02]", "[1,00.5]",
    "[-1,2]", "[1,--2]", "[1,+2]", "[1,-]", "[,2]", "[1,]", "[1 ,2]", "[1,2] ", "[1,2]x", "[1,2,3]", "[1,2", "[1", "[",
    "[1.0000004,2]", "[1.0000005,2.0005]", "[1,2e1]", "[1,999999999]", "[1,1000000000]", "[2592000000,1]",
    "[2592000001,1]", "[999999999999999999999,1]", "[1,1001000.001]", "[1,98000]", "[1,NaN]", "[1,2]\r", "[1,1:]",
    "[1/,1]",
  ])
  func aSampleIsWhatItIsWithASpace(_ line: String) {
    for lines in [["[0,0]", line, "[9,9]"], ["[0,0]", line]] {
      func outcome(_ line: String) -> String {
        let text = TraceText.header + "\n" + lines.map { $0 == lines[1] ? line : $0 }.joined(separator: "\n")
        do throws(InputError) {
          let trace = try TraceText.parse(text: text)
          return "\(trace.entries) \(trace.end) \(trace.warnings)"
        } catch {
          return "\(error)".replacing("[ ", with: "[")
        }
      }
      #expect(outcome(line) == outcome("[ " + line.dropFirst()))
    }
  }

  @Test func readsCommentsBlankLinesAndCarriageReturns() throws {
    let lines = [TraceText.header, "", "# [5,5]", " \t", "[ 0 , 0 ]", "\t[10,\t5] ", #"[20, "end" , {"a" : [1, 2]} ]"#]
    let plain = try TraceText.parse(text: lines.joined(separator: "\n") + "\n")
    let windows = try TraceText.parse(text: lines.joined(separator: "\r\n") + "\r\n")
    #expect(plain.samples == [[0, 0], [10_000_000, 5000]])
    #expect(windows.samples == plain.samples)
    #expect(plain.warnings.isEmpty && windows.warnings.isEmpty)
  }

  @Test func skipsAByteOrderMark() throws {
    let text = "\u{FEFF}" + TraceText.header + "\n[0,0]\n[1,\"end\"]\n"
    #expect(try TraceText.parse(text: text).samples == [[0, 0]])
  }

  @Test func ignoresUnknownCodesKeysAndElements() throws {
    let trace = try TraceText.parse([
      #"[0,"hover",{"x":null}]"#, #"[0,0,"extra",{"a":1}]"#, #"[3,"mark",{"text":"t"},5]"#, #"[4,"End"]"#, "[5,1]",
      #"[9,"end",{"why":true}]"#,
    ])
    #expect(
      trace.kinds == [.sample, .event(.mark), .sample] && trace.end == .milliseconds(9) && trace.warnings.isEmpty)
  }

  @Test func sortsEventsBeforeTheSampleOfTheirTime() throws {
    let trace = try TraceText.parse([
      "[0,0]", #"[0,"down"]"#, #"[0,"drag"]"#, #"[5,"idle"]"#, "[5,0]", #"[5,"mark"]"#, #"[5,"end"]"#,
    ])
    #expect(trace.kinds == [.event(.down), .event(.drag), .sample, .event(.idle), .event(.mark), .sample])
    #expect(trace.entries.map(\.time) == [0, 0, 0, 5_000_000, 5_000_000, 5_000_000])
  }

  @Test func keepsWhatHappensAtTheEndOnEitherSideOfItsLine() throws {
    let before = try TraceText.parse(["[0,0]", "[9,5]", #"[9,"end"]"#])
    let after = try TraceText.parse(["[0,0]", #"[9,"end"]"#, "[9,5]", #"[9,"background"]"#])
    #expect(before.samples == [[0, 0], [9_000_000, 5000]])
    #expect(after.samples == before.samples && after.kinds == [.sample, .event(.background), .sample])
    #expect(before.warnings.isEmpty && after.warnings.isEmpty)
    #expect(ReplayScript(after).steps.last?.value == 5000)
  }

  @Test(arguments: [
    ("[0,0]\n[9,\"end\"]\n[20,\"end\"]\n", 9, 1), ("[0,0]\n[9,5]\n[12,\"hover\"]\n", 12, 1),
    ("[0,0]\n[7,\"end\"]", 7, 0),
  ])
  func endsAtTheFirstEndOrTheLastLine(_ lines: String, _ end: Int, _ warnings: Int) throws {
    let trace = try TraceText.parse(text: TraceText.header + "\n" + lines)
    #expect(trace.end == .milliseconds(end) && trace.warningCount == warnings)
  }

  /// The fuzzer damages traces in other ways.
  @Test func everyTruncationIsReadOrRefused() {
    let bytes = Array(TraceReadingTests.example.utf8)
    let readCount = (0...bytes.count).count { (try? Trace.parse(Array(bytes.prefix($0)), name: "cut")) != nil }
    #expect(0 < readCount && readCount < bytes.count)
  }

  @Test func theSampleAfterThousandsOfEventsAtItsTimeIsKept() throws {
    let count = 30_000
    let trace = try TraceText.parse(["[0,0]"] + [String](repeating: #"[0,"idle"]"#, count: count))
    #expect(trace.entries.count == count + 1 && trace.entries.last?.kind == .sample)
  }

  static func warnings(_ lines: [String]) throws -> [String] {
    try TraceText.parse(lines + [#"[9999,"end"]"#]).warnings.map(\.description)
  }

  @Test func warnsOfAFirstSampleThatIsNotAtTheStart() throws {
    let found = try TraceReadingTests.warnings([#"[0,"mark"]"#, "[8.30,0]"])
    #expect(found == ["line 3: the first sample is at 8.3 ms, not at 0"])
  }

  @Test func warnsOfAMissingEnd() throws {
    let trace = try TraceText.parse(["[0,0]", "[5,1]"])
    #expect(trace.warnings.map(\.line) == [3] && trace.warnings[0].text.contains("no \"end\""))
  }

  @Test(arguments: ["[", "[9", "[9,", "[9,1", "[9,\"", "[9,\"bounce\",{\"to\":", "[9,\"mark\",{}", "[9,-"])
  func keepsTheRestOfAStreamedFile(_ cut: String) throws {
    let trace = try TraceText.parse(text: TraceText.header + "\n[0,0]\n[5,1]\n" + cut)
    #expect(trace.samples == [[0, 0], [5_000_000, 1000]] && trace.end == .milliseconds(5))
    #expect(trace.warnings.map(\.line) == [4, 4] && trace.warnings[0].text.contains("cut"))
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
    #expect(try TraceReadingTests.warnings(lines) == [warning].compactMap { $0 })
  }

  @Test(arguments: ["jump", "top", "scrub"])
  func expectsLeapsAfterAJumpAScrubOrOnTheWayToTheTop(_ code: String) throws {
    #expect(try TraceReadingTests.warnings(["[0,0]", "[5,\"\(code)\"]", "[5,90000]"]).isEmpty)
    // The event of a sample's time sorts first, wherever its line stands.
    #expect(try TraceReadingTests.warnings(["[0,0]", "[5,90000]", "[5,\"\(code)\"]"]).isEmpty)
  }

  @Test func warnsOfLinesAfterTheEnd() throws {
    let trace = try TraceText.parse([
      "[0,0]", #"[9,"end"]"#, "[10,5]", #"[11,"layout",{"viewport":[1,1]}]"#, "[11,999999]", "[11,0]",
    ])
    #expect(trace.samples == [[0, 0]] && trace.layouts.count == 1 && trace.warnings.map(\.line) == [4, 5, 6, 7])
    #expect(trace.end == .milliseconds(9))
  }

  @Test(arguments: ["insert", "remove", "access"])
  func warnsOfChangesThatDoNotSayOfWhat(_ code: String) throws {
    #expect(try TraceReadingTests.warnings(["[0,0]", "[5,\"\(code)\"]"]).count == 1)
    #expect(try TraceReadingTests.warnings(["[0,0]", "[5,\"\(code)\",{\"items\":[1]}]"]).isEmpty)
  }

  @Test func ordersWarningsByLine() throws {
    // The sample is judged after the event below it.
    let trace = try TraceText.parse(["[0,90000]", "[5,0]", #"[5,"remove"]"#, "[6,90000]", #"[6,"end"]"#, "[9,0]"])
    #expect(trace.warnings.map(\.line) == [4, 5, 7])
    let late = try TraceText.parse(["[5,0]", #"[5,"insert"]"#, #"[9,"end"]"#])
    #expect(late.warnings.map(\.line) == [2, 3] && late.warningCounts["the first sample is not at 0"] == 1)
  }

  @Test func countsMoreWarningsThanItKeeps() throws {
    let lines = (0...150).map { "[\($0),\($0 % 2 * 90_000)]" }
    let trace = try TraceText.parse(lines + [#"[200,"end"]"#])
    #expect(trace.warningCount == 150 && Array(trace.warningCounts.values) == [150])
    #expect(trace.warnings.count == Trace.warningsMax)
  }

  private static let atHome = "outside [-844, 97998]"

  /// Texts that are refused, with the line, the value and the reason.
  @Test(
    arguments: [
      (["[0,0]", "[10,NaN]"], 3, "NaN", "not a finite number"),
      (["[0,-Infinity]"], 2, "-Infinity", "not a finite number"), (["[0,-nan]"], 2, "-nan", "not a finite number"),
      (["[inf,0]"], 2, "inf", "not a finite number"),
      (["[0,0]", #"[5,"mark",{"x":[NaN]}]"#], 3, "NaN", "not a finite number"),
      (["[0,0]", "[-0.1,5]"], 3, "-0.1", "negative time"), (["[-1e-99,0]"], 2, "-1e-99", "negative time"),
      (["[0,0]", "[20,5]", "[19.999,6]"], 4, "19.999", "before, at 20 ms"),
      (["[0,0]", #"[20,"x"]"#, "[19,6]"], 4, "19", "before, at 20 ms"),
      (["[0,0]", #"[5,"end"]"#, "[9,1]", "[8,1]"], 5, "8", "before, at 9 ms"),
      (["[0,0]", "[5.0009,0]", "[5.0005,1]"], 4, "5.0005", "before, at 5.0009 ms"),
      (["[0,0]", "[8.3,5]", "[8.30,6]"], 4, "8.30", "two samples"),
      (["[0,0]", #"[0,"idle"]"#, "# -", "[0,0]"], 5, "0", "two samples"), (["[0,-844.001]"], 2, "-844.001", atHome),
      (["[0,97998.001]"], 2, "97998.001", atHome), (["[0,1e999]"], 2, "1e999", atHome),
      (["[0,-1e99999999999999999999]"], 2, "-1e99999999999999999999", atHome),
      // The first wrong line is named, although a sample is judged when its time is over.
      (["[0,99999]", "garbage"], 2, "99999", atHome), ([], 1, "", "no sample"),
      ([#"[5,"end"]"#, "# only this"], 3, "", "no sample"),
      ([#"[5,"layout",{"viewport":[10,20]}]"#], 2, "96 pt", "the viewport has 10 pt"),
      (
        ["[0,0]", #"[5,"layout",{"grid":{"count":1,"columns":0,"cell":[9,9]}}]"#], 3, "columns 0, cell 9x9",
        "fits no cell"
      ),
      (
        ["[0,0]", #"[5,"layout",{"grid":{"count":1,"columns":2,"cell":[391,9]}}]"#], 3, "391 pt",
        "the viewport has 390 pt"
      ),
      (["[0,0]", #"[5,"layout",{"grid":{"count":1,"columns":2}}]"#], 3, "", #""cell" is missing"#),
      (
        ["[0,0]", #"[5,"layout",{"grid":{"count":1.5,"columns":2,"cell":[9,9]}}]"#], 3, "1.5",
        #""count"; it must be a whole number from 0 to 100000000"#
      ),
      (["[2592000000.1,0]"], 2, "2592000000.1", #""t"; it must be at most 30 days"#),
    ] as [([String], Int, String, String)])
  func namesLineAndValue(_ lines: [String], _ line: Int, _ value: String, _ says: String) {
    let error = TraceText.refusal(of: TraceText.text(lines))
    #expect(error?.line == line && (error?.value ?? "") == value)
    let words = error?.description ?? ""
    #expect(words.hasPrefix("hand:\(line): ") && words.contains(says), "\(words)")
  }

  @Test(arguments: [
    "hello", "[0 0]", "[0]", "[]", "{}", "[0,0", "[0,0]]", "[0,0] x", "[0,]", "[0,.5]", "[0,5.]", "[0,+5]",
    "[0,05]", "[00,5]", "[0,- 5]", "[0,1e]", "[0,0,]", "[0,0]\u{0}", "\u{0}", "[0,true]", "[0,null]", "[\"0\",0]",
    "[0,\"mark]", "[0,\"mark\",{\"a\"}]", "[0,\"mark\",{\"a\":truth}]", "[0,\"\\x\"]", "[0,\"\\u+123\"]", "[0,0x10]",
  ])
  func refusesWhatIsNoLine(_ line: String) {
    let error = TraceText.refusal(of: TraceText.header + "\n" + line + "\n[9,9]\n")
    #expect(error?.line == 2)
    // Control characters are replaced on the way to the terminal.
    #expect(error?.value == InputError("", value: line, "", cure: "").value)
    #expect(error?.problem == "is not a line of a trace")
  }

  @Test(arguments: [
    "", "\n", "\n\n\n", "# only a comment\n", "# a\n# b\n", "[0,0]\n", "{}\n", #"{"scrolltrace":0.9}"#, "{", "\u{FEFF}",
    "\u{0}", "{\"viewport\":[390,844]}\n[0,0]\n", "\r\n", #"{"scrolltrace":-1}"#,
  ])
  func refusesAFirstLineThatIsNoHeader(_ text: String) {
    let error = TraceText.refusal(of: text)
    #expect(error?.line == 1 && error?.problem.contains("header") == true)
  }

  @Test func readsTheHeaderFromTheFirstLineOnly() {
    let error = TraceText.refusal(of: "# a comment\n" + TraceText.header + "\n[0,0]\n")
    #expect(error?.line == 1 && error?.value == "# a comment" && error?.problem == "is not a header")
  }

  @Test func refusesALaterVersion() {
    let error = TraceText.refusal(of: #"{"scrolltrace":3,"viewport":[390,844]}"#)
    #expect(error?.line == 1 && error?.problem == "version 3 of the format is newer than this lab")
    let minor = TraceText.header.replacing(#""scrolltrace":1"#, with: #""scrolltrace":1.7"#)
    #expect(TraceText.refusal(of: minor + "\n[0,0]\n") == nil)
  }

  @Test func refusesALineOverAMebibyte() {
    let longest = "#" + String(repeating: "x", count: (1 << 20) - 1)
    #expect(TraceText.refusal(of: TraceText.header + "\n[0,0]\n" + longest + "\n") == nil)
    let error = TraceText.refusal(of: TraceText.header + "\n[0,0]\n" + longest + "x\n")
    #expect(error?.line == 3 && error?.problem == "a line of more than \(1 << 20) bytes")
  }

  @Test func refusesTooManyLines() throws {
    #expect(Trace.linesMax == 10_000_000)
    // Ten million lines take too long to read in a debug build.
    func read(_ text: String) throws(InputError) -> Trace {
      try Trace.parse(Array(text.utf8), name: "hand", linesMax: 5)
    }
    let text = TraceText.header + "\n[0,0]\n\n# -\n[1,0]\n"
    #expect(try read(text).samples.count == 2)
    let error = #expect(throws: InputError.self) { try read(text + "\n") }
    #expect(error?.line == 6 && error?.problem == "more than 5 lines")
  }

  @Test func refusesMoreLayoutsThanTheLimit() throws {
    let lines = ["[0,0]"] + [String](repeating: #"[0,"layout"]"#, count: Trace.layoutsMax)
    #expect(try TraceText.parse(lines).layouts.count == Trace.layoutsMax + 1)
    let more = lines + [#"[0,"layout"]"#]
    #expect(TraceText.refusal(of: ([TraceText.header] + more).joined(separator: "\n") + "\n")?.line == more.count + 1)
  }

  @Test func refusesDeepNesting() {
    let deep = "[0,\"mark\"," + String(repeating: "[", count: 4000) + "\n"
    #expect(TraceText.refusal(of: TraceText.header + "\n[0,0]\n" + deep)?.line == 3)
  }

  @Test func namesAFileThatCannotBeRead() {
    #expect(throws: InputError.self) { try Trace.load(path: "/nowhere/a.scrolltrace") }
    let error = #expect(throws: InputError.self) { try Trace.load(path: "/") }
    #expect(error?.file == "/" && error?.problem == "cannot be read (not a regular file)")
  }
}
