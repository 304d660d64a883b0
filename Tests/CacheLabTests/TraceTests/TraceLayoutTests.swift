import Strategies
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
    #expect(trace.layouts.map(\.columns) == [4, 3])
    #expect(trace.entries[1].value == 1)
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
    #expect(trace.samples[1] == [10_000_000, offset])
    #expect(trace.warnings.isEmpty)
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
}
