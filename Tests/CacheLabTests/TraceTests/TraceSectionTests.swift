import GridEngine
import StrategyKit
import Testing

@testable import CacheLab

@Suite struct TraceSectionTests {
  private static func text(_ grid: String, version: Int = 2, _ lines: [String] = ["[0,0]", #"[9,"end"]"#]) -> String {
    let header =
      #"{"scrolltrace":\#(version),"viewport":[390,844],"content":[390,9000],"grid":{"count":60,"columns":4,"#
      + #""cell":[96,96],"spacing":[2,2]\#(grid)},"scale":3}"#
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private static func trace(_ text: String) throws(InputError) -> Trace {
    try Trace.parse(Array(text.utf8), name: "a")
  }

  private static func counts(_ layout: GridLayout) -> [Int32] { layout.sections.map(\.count) }

  private static let told =
    #","section":{"header":44},"sections":[5,[7,3],12,"#
    + #"{"count":22,"columns":3,"cell":[128,64],"header":80}]"#

  @Test func sectionsAreReadInEachOfTheirForms() throws {
    let layout = try TraceSectionTests.trace(TraceSectionTests.text(TraceSectionTests.told)).layouts[0]
    #expect(TraceSectionTests.counts(layout) == [5, 7, 7, 7, 12, 22])
    #expect(layout.sections.map(\.style.columns) == [4, 4, 4, 4, 4, 3])
    #expect(layout.sections.map(\.style.header) == [44, 44, 44, 44, 44, 80].map { .points($0) })
    #expect(layout.sections.map(\.style.cellWidth) == [96, 96, 96, 96, 96, 128].map { .points($0) })
    #expect(layout.targetSizes == [PixelSize(width: 288, height: 288), PixelSize(width: 384, height: 192)])
    #expect(layout.contentHeight == .points(5 * 44 + 4 * 194 + 292 + 80 + 8 * 66 - 2))
  }

  @Test func versionOneReadsAsBefore() throws {
    let old = try TraceSectionTests.trace(TraceSectionTests.text(TraceSectionTests.told, version: 1))
    #expect(!old.layouts[0].hasSections && old.warnings.count == 1)
    let plain = try TraceSectionTests.trace(TraceSectionTests.text("", version: 1))
    #expect(old.layouts == plain.layouts && plain.warnings.isEmpty)
    #expect(try TraceSectionTests.trace(TraceSectionTests.text("")).layouts == plain.layouts)
  }

  @Test(arguments: [
    (#","sections":[59]"#, #"'59 items' is not a valid "sections": it must be sections of 60 items together"#),
    (#","sections":60"#, #"'60' is not a valid "sections": it must be a list of sections"#),
    (#","sections":[[1,2,3],57]"#, #"it must be a list of sections"#),
    (#","sections":[-1,61]"#, #"'-1' is not a valid "sections": it must be a whole number from 0 to 100000000"#),
    (#","sections":[[6,0],60]"#, #"'0' is not a valid "sections": it must be a whole number from 1 to 1000000"#),
    (#","sections":[[0,1000001],60]"#, #"it must be a whole number from 1 to 1000000"#),
    (#","sections":[[0,1000000],60]"#, "more than 1000000 sections, over all layouts: cut the trace into shorter ones"),
    (#","sections":[{"columns":2},60]"#, #""count" is missing: add it to this line"#),
    (#","sections":[{"count":60,"columns":0}]"#, #"'0' is not a valid "columns""#),
    (
      #","sections":[{"count":60,"cell":[391,48]}]"#,
      "'391 pt' is the width of a cell, and the viewport has 390 pt: make"
    ),
    (#","section":{"cell":[0,48]}"#, #"'0' is not a valid "cell""#),
    (#","axis":"x""#, #"'"x"' is not a valid "axis": a trace of a grid that scrolls sideways"#),
    (#","axis":1"#, #"'1' is not a valid "axis": a trace of a grid that scrolls sideways"#),
    (#","sections":[{"count":60,"header":-1}]"#, #"'-1' is not a valid "header": it must be from 0 to 1000000 pt"#),
    (#","sections":[{"count":60,"inset":[1,2]}]"#, #""inset""#),
    (
      #","section":{"footer":1000001},"sections":[60]"#,
      #"'1000001' is not a valid "footer": it must be from 0 to 1000000 pt"#
    ),
  ])
  func whatIsNoSectionIsRefused(_ grid: String, _ words: String) {
    let error = #expect(throws: InputError.self) { try TraceSectionTests.trace(TraceSectionTests.text(grid)) }
    #expect(error.map { "\($0)".contains(words) && $0.line == 1 } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func photosStayInTheirSection() throws {
    func after(_ line: String) throws -> [Int32] {
      let lines = ["[0,0]", line, #"[9,"end"]"#]
      let text = TraceSectionTests.text(#","section":{"header":44},"sections":[10,20,30]"#, lines)
      return TraceSectionTests.counts(try TraceSectionTests.trace(text).layouts[1])
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
    let text = TraceSectionTests.text(TraceSectionTests.told, lines)
    let trace = try TraceSectionTests.trace(text)
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
