import GridEngine
import Strategies
import StrategyKit
import Testing

@testable import CacheLab

@Suite struct TraceLayoutTests {
  /// 3 columns, 1,334 rows.
  static let three = #"""
    [10,"layout",{"content":[390,174307.778],\#
    "grid":{"count":4000,"columns":3,"cell":[128.667,128.667],"spacing":[2,2]}}]
    """#

  @Test func takesTheSampleOfItsTimeForItsFirstFrame() throws {
    let trace = try TraceText.parse(["[0,0]", TraceLayoutTests.three, "[10,174307.778]", "[20,0]"])
    #expect(trace.samples == [[0, 0], [10_000_000, 174_307_778], [20_000_000, 0]])
    #expect(trace.layouts.map(\.columns) == [4, 3] && trace.entries[1].value == 1)
  }

  @Test func putsALayoutBeforeASampleThatStandsAboveIt() throws {
    let trace = try TraceText.parse(["[0,0]", "[10,174307.778]", TraceLayoutTests.three, "[20,0]"])
    #expect(trace.kinds == [.sample, .event(.layout), .sample, .sample])
    #expect(trace.samples[1] == [10_000_000, 174_307_778])
  }

  @Test func boundsOffsetsByTheLayoutInForce() {
    let small = #"[10,"layout",{"content":[390,2000]}]"#
    for (lines, line) in [
      (["[0,0]", small, "[10,2000.001]"], 4), (["[0,0]", "[10,2000.001]", small], 3),
      (["[0,0]", small, "[11,2000.001]"], 4),
      (["[0,0]", #"[10,"layout",{"viewport":[390,100]}]"#, "[10,-100.001]"], 4),
    ] {
      let error = TraceText.refusal(of: ([TraceText.header] + lines + [""]).joined(separator: "\n"))
      #expect(error?.line == line, "\(lines)")
    }
    let fitting = ["[0,0]", small, "[10,2000]", "[11,-844]"]
    #expect(TraceText.refusal(of: ([TraceText.header] + fitting + [""]).joined(separator: "\n")) == nil)
  }

  /// content - h is what bounds the frame, also where the grid is shorter or longer.
  @Test(arguments: [
    ("[0,97998]", "{}", 97_154_000), ("[0,-30]", "{}", 0), ("[0,500]", "{}", 500_000),
    ("[0,5000]", #"{"content":[390,2000]}"#, 1_156_000), ("[0,5000]", #"{"content":[390,100]}"#, 0),
    ("[0,97998]", #"{"viewport":[390,1000]}"#, 96_998_000),
    ("[0,90000]", #"{"grid":{"count":40,"columns":4,"cell":[96,96]}}"#, 90_000_000),
    ("[0,90000]", #"{"content":[390,50000],"grid":{"count":4000,"columns":4,"cell":[96,96]}}"#, 49_156_000),
  ])
  func showsTheClampedOffsetWithoutASample(_ first: String, _ details: String, _ offset: Int64) throws {
    let trace = try TraceText.parse([first, "[10,\"layout\",\(details)]", #"[10,"mark"]"#, #"[50,"end"]"#])
    #expect(trace.kinds == [.sample, .event(.layout), .event(.mark), .sample])
    #expect(trace.samples[1] == [10_000_000, offset] && trace.warnings.isEmpty)
  }

  @Test func showsOneFrameForSeveralLayoutsOfATime() throws {
    let trace = try TraceText.parse([
      "[0,5000]", #"[10,"layout",{"content":[390,1000]}]"#, #"[10,"layout",{"content":[390,3000]}]"#, #"[10,"end"]"#,
    ])
    #expect(trace.kinds == [.sample, .event(.layout), .event(.layout), .sample])
    #expect(trace.samples[1] == [10_000_000, 2_156_000])
    #expect(ReplayScript(trace).steps.count == 4)
  }

  @Test func holdsTheClampedOffset() throws {
    let trace = try TraceText.parse([
      "[0,5000]", #"[10,"layout",{"content":[390,1000]}]"#, #"[20,"layout",{"content":[390,97998]}]"#, #"[30,"end"]"#,
    ])
    #expect(trace.samples == [[0, 5_000_000], [10_000_000, 156_000], [20_000_000, 156_000]])
  }

  @Test func hasNoFrameBeforeTheFirstSample() throws {
    let trace = try TraceText.parse([#"[0,"layout",{"content":[390,1000]}]"#, "[5,0]"])
    #expect(trace.kinds == [.event(.layout), .sample])
  }

  @Test func keepsWhatALayoutLeavesOut() throws {
    let trace = try TraceText.parse(["[0,0]", #"[10,"layout",{"viewport":[844,390]}]"#, TraceLayoutTests.three])
    #expect(trace.layouts[1].cellWidth == .points(96) && trace.layouts[1].columns == 4)
    #expect(trace.layouts[1].viewportHeight == .points(390))
    // The viewport stays when the grid changes.
    #expect(trace.layouts[2].viewportWidth == .points(844) && trace.layouts[2].columns == 3)
    #expect(trace.layouts[2].scaleThousandths == 3000)
  }

  @Test func comesAfterTheFrameOfTheTimeBefore() throws {
    let trace = try TraceText.parse([
      "[0,0]", "[10,97000]", #"[11,"layout",{"content":[390,1000]}]"#, "[11,1000]", "[12,0]", #"[20,"end"]"#,
    ])
    #expect(trace.samples.map { $0[1] } == [0, 97_000_000, 1_000_000, 0])
  }

  private static let fine = #""viewport":[390,844],"content":[390,844],"#

  static func refusal(_ header: String) -> InputError? { TraceText.refusal(of: header + "\n[0,0]\n") }

  @Test func laysTheDefaultGridWhereThereIsNone() throws {
    let trace = try TraceText.parse(["[0,0]"], header: #"{"scrolltrace":1,"viewport":[390,844],"content":[390,97998]}"#)
    let expected = GridLayout(
      count: 4000, columns: 4, cellWidth: .points(96), cellHeight: .points(96), spacingX: .points(2),
      spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 1000)
    #expect(trace.layouts == [expected] && trace.header.scaleThousandths == 1000)
  }

  @Test func laysTheDefaultGridOverTheContentOfALayout() throws {
    let trace = try TraceText.parse(
      ["[0,0]", #"[5,"layout",{"viewport":[844,390],"content":[806,2018]}]"#],
      header: #"{"scrolltrace":1,"viewport":[390,844],"content":[390,97998]}"#)
    #expect(trace.layouts[1].cellWidth == .points(200) && trace.layouts[1].count == 40)
    #expect(trace.layouts[1].viewportWidth == .points(844))
  }

  @Test func readsEveryKey() throws {
    let header = #"""
      {"scrolltrace":1,"title":"a \"b\" \u00e9 \ud83d\ude00","unit":"pt","viewport":[390,844.5],"content":[391,1000],\#
      "scale":2.5,"refresh_hz":120,"clock":"frame","device":"d","recorded_at":"r",\#
      "duration_ms":5,"source":{"kind":"physics","by":"b","model":"m",\#
      "fingers":"f","seed":9223372036854775807,"license":"l"},\#
      "grid":{"count":7,"columns":3,"cell":[128.667,100],"spacing":[1,2],\#
      "inset":[3,4,5,6]},"new":[{}]}
      """#
    let trace = try TraceText.parse(["[0,0]"], header: header)
    #expect(trace.header.title == "a \"b\" é 😀" && trace.layouts[0].viewportHeight == MilliPoints(rawValue: 844_500))
    #expect(trace.header.scaleThousandths == 2500 && trace.header.refreshHz == 120 && trace.header.device == "d")
    let source = trace.header.source
    #expect([source.kind, source.by, source.model, source.fingers] == ["physics", "b", "m", "f"])
    #expect(source.seed == .max)
    let grid = trace.layouts[0]
    #expect(grid.count == 7 && grid.columns == 3 && grid.cellWidth == MilliPoints(rawValue: 128_667))
    #expect(grid.spacingX == .points(1) && grid.insetTop == .points(3) && grid.insetBottom == .points(5))
  }

  @Test func takesNullForAbsent() throws {
    let header = #"{"scrolltrace":1,"viewport":[390,844],"content":[390,97998],"grid":null,"title":null,"scale":null}"#
    let trace = try TraceText.parse(["[0,0]"], header: header)
    #expect(trace.header.title == nil && trace.layouts[0].count == 4000)
  }

  @Test func readsAnEmptyGrid() throws {
    let header = #"{"scrolltrace":1,"viewport":[390,844],"content":[390,0]}"#
    #expect(try TraceText.parse(["[0,-844]", "[1,844]"], header: header).layouts[0].count == 0)
  }

  @Test(arguments: [
    (#""content":[1,2]"#, "", #""viewport" is missing"#), (#""viewport":[1,2]"#, "", #""content" is missing"#),
    (#""viewport":[1],"content":[1,2]"#, "a list of 1", #""viewport"; it must be two numbers"#),
    (#""viewport":[1,"2"],"content":[1,2]"#, "\"2\"", #""viewport"; it must be a number"#),
    (#""viewport":[0,5],"content":[1,2]"#, "0", #""viewport"; it must be from 0.001 to 1000000 pt"#),
    (#""viewport":[1e400,5],"content":[1,2]"#, "1e400", #""viewport"; it must be from 0.001 to 1000000 pt"#),
    (fine + #""scale":0"#, "0", #""scale"; it must be from 0.1 to 16"#),
    (#""viewport":[390,844],"content":[6,844]"#, "4 columns in a content width of 6", "fits no cell"),
    (#""viewport":[390,844],"content":[6.004,1e9]"#, "1000000000", #""content"; it must be at most 100,000,000 cells"#),
    (#""viewport":[390,NaN],"content":[6,844]"#, "NaN", "finite number"),
    (fine + #""title":5"#, "5", #""title"; it must be a text"#),
    (fine + #""recorded_at":7"#, "7", #""recorded_at"; it must be a text"#),
    (fine + #""source":{"license":7}"#, "7", #""license"; it must be a text"#),
  ])
  func namesTheKeyThatIsWrong(_ header: String, _ value: String, _ says: String) {
    let error = TraceLayoutTests.refusal(#"{"scrolltrace":1,\#(header)}"#)
    #expect(error?.line == 1 && (error?.value ?? "") == value, "\(error as Any)")
    #expect(error?.description.contains(says) == true, "\(error as Any)")
  }

  private static func text(_ grid: String, version: Int = 2, _ lines: [String] = ["[0,0]", #"[9,"end"]"#]) -> String {
    let header =
      #"{"scrolltrace":\#(version),"viewport":[390,844],"content":[390,9000],"grid":{"count":60,"columns":4,"#
      + #""cell":[96,96],"spacing":[2,2]\#(grid)},"scale":3}"#
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private static func trace(_ text: String) throws(InputError) -> Trace { try Trace.parse(Array(text.utf8), name: "a") }

  private static func counts(_ layout: GridLayout) -> [Int32] { layout.sections.map(\.count) }

  private static let told =
    #","section":{"header":44},"sections":[5,[7,3],12,"#
    + #"{"count":22,"columns":3,"cell":[128,64],"header":80}]"#

  @Test func sectionsAreReadInEachOfTheirForms() throws {
    let layout = try TraceLayoutTests.trace(TraceLayoutTests.text(TraceLayoutTests.told)).layouts[0]
    #expect(TraceLayoutTests.counts(layout) == [5, 7, 7, 7, 12, 22])
    #expect(layout.sections.map(\.style.columns) == [4, 4, 4, 4, 4, 3])
    #expect(layout.sections.map(\.style.header) == [44, 44, 44, 44, 44, 80].map { .points($0) })
    #expect(layout.sections.map(\.style.cellWidth) == [96, 96, 96, 96, 96, 128].map { .points($0) })
    #expect(layout.targetSizes == [PixelSize(width: 288, height: 288), PixelSize(width: 384, height: 192)])
    #expect(layout.contentHeight == .points(5 * 44 + 4 * 194 + 292 + 80 + 8 * 66 - 2))
  }

  @Test func versionOneReadsAsBefore() throws {
    let old = try TraceLayoutTests.trace(TraceLayoutTests.text(TraceLayoutTests.told, version: 1))
    #expect(!old.layouts[0].hasSections && old.warnings.count == 1)
    let plain = try TraceLayoutTests.trace(TraceLayoutTests.text("", version: 1))
    #expect(old.layouts == plain.layouts && plain.warnings.isEmpty)
    #expect(try TraceLayoutTests.trace(TraceLayoutTests.text("")).layouts == plain.layouts)
  }

  @Test(arguments: [
    (#","sections":[59]"#, #"'59 items' is not a valid "sections"; it must be sections of 60 items together"#),
    (#","sections":60"#, #"'60' is not a valid "sections"; it must be a list of sections"#),
    (#","sections":[[1,2,3],57]"#, #"it must be a list of sections"#),
    (#","sections":[-1,61]"#, #"'-1' is not a valid "sections"; it must be a whole number from 0 to 100000000"#),
    (#","sections":[[6,0],60]"#, #"'0' is not a valid "sections"; it must be a whole number from 1 to 1000000"#),
    (#","sections":[[0,1000001],60]"#, #"it must be a whole number from 1 to 1000000"#),
    (#","sections":[[0,1000000],60]"#, "more than 1000000 sections, over all layouts; cut the trace into shorter ones"),
    (#","sections":[{"columns":2},60]"#, #""count" is missing; add it to this line"#),
    (#","sections":[{"count":60,"columns":0}]"#, #"'0' is not a valid "columns""#),
    (
      #","sections":[{"count":60,"cell":[391,48]}]"#,
      "'391 pt' is the width of a cell, and the viewport has 390 pt; make"
    ),
    (#","section":{"cell":[0,48]}"#, #"'0' is not a valid "cell""#),
    (#","axis":"x""#, #"'"x"' is not a valid "axis": a trace of a grid that scrolls sideways"#),
    (#","axis":1"#, #"'1' is not a valid "axis": a trace of a grid that scrolls sideways"#),
    (#","sections":[{"count":60,"header":-1}]"#, #"'-1' is not a valid "header"; it must be from 0 to 1000000 pt"#),
    (#","sections":[{"count":60,"inset":[1,2]}]"#, #""inset""#),
    (
      #","section":{"footer":1000001},"sections":[60]"#,
      #"'1000001' is not a valid "footer"; it must be from 0 to 1000000 pt"#
    ),
  ])
  func whatIsNoSectionIsRefused(_ grid: String, _ words: String) {
    let error = #expect(throws: InputError.self) { try TraceLayoutTests.trace(TraceLayoutTests.text(grid)) }
    #expect(error.map { "\($0)".contains(words) && $0.line == 1 } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func photosStayInTheirSection() throws {
    func after(_ line: String) throws -> [Int32] {
      let lines = ["[0,0]", line, #"[9,"end"]"#]
      let text = TraceLayoutTests.text(#","section":{"header":44},"sections":[10,20,30]"#, lines)
      return TraceLayoutTests.counts(try TraceLayoutTests.trace(text).layouts[1])
    }
    #expect(try after(#"[5,"insert",{"items":[0]}]"#) == [11, 20, 30])
    #expect(try after(#"[5,"insert",{"items":[10,40,[62,65]]}]"#) == [11, 20, 34])
    #expect(try after(#"[5,"remove",{"items":[[8,31]]}]"#) == [8, 29])
    #expect(try after(#"[5,"remove",{"items":[[0,60]]}]"#) == [0])
    #expect(try after(#"[5,"access",{"items":[[5,12],[90,95],[30,32],3]}]"#) == [5, 7, 2, 1])
    #expect(try after(#"[5,"access",{"items":[[90,95],[30,32]]}]"#) == [7])
    #expect(try after(#"[5,"insert",{"items":[60],"sections":[10,20,30,1]}]"#) == [10, 20, 30, 1])
    #expect(throws: InputError.self) { try after(#"[5,"insert",{"items":[60],"sections":[10,20,30]}]"#) }
  }

  /// Whatever a tool writes of a trace with sections reads as what it was.
  @Test func toolsCarrySections() throws {
    let lines = [
      "[0,0]", "[100,500]", #"[200,"insert",{"items":[3,[20,24]]}]"#,
      #"[300,"remove",{"items":[[0,9]],"sections":[50,6]}]"#,
      #"[400,"layout",{"viewport":[844,390],"grid":{"count":56,"columns":9,"cell":[92,92],"section":{"footer":9},"sections":[[28,2]]}}]"#,
      #"[450,"layout",{"content":[390,23000],"grid":{"count":56,"columns":1,"cell":[844,390],"axis":"y","inset":[1,2,3,4]}}]"#,
      "[500,300]", #"[600,"end"]"#,
    ]
    let text = TraceLayoutTests.text(TraceLayoutTests.told, lines)
    let trace = try TraceLayoutTests.trace(text)
    let document = try TraceDocument(Array(text.utf8), name: "a")
    #expect(try document.trace(name: "a").layouts == trace.layouts)
    for from in [0, 150, 250, 350, 450] {
      let cut = try document.cut(from: Int64(from) * 1_000_000, to: 600_000_000, name: "a").trace(name: "a")
      let inForce = from < 200 ? 0 : from < 300 ? 1 : from < 400 ? 2 : from < 450 ? 3 : 4
      #expect(cut.layouts.last == trace.layouts.last)
      #expect(cut.layouts.contains(trace.layouts[inForce]), "from \(from) ms")
    }
  }
}
