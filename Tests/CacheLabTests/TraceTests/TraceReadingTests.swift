import Strategies
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
    #expect(trace.end == .milliseconds(9000))
    #expect(trace.entries.count == 12)
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
    #expect(trace.kinds == [.sample, .event(.mark), .sample])
    #expect(trace.end == .milliseconds(9))
    #expect(trace.warnings.isEmpty)
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
    #expect(after.samples == before.samples)
    #expect(after.kinds == [.sample, .event(.background), .sample])
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

  @Test func hashesTheBytesOfTheFile() throws {
    let text = TraceText.header + "\n[0,0]\n"
    #expect(try TraceText.parse(text: text).sha256 == SHA256.hex(of: text))
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
    #expect(trace.entries.count == count + 1)
    #expect(trace.entries.last?.kind == .sample)
  }
}
