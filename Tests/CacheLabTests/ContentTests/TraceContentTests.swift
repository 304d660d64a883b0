import Strategies
import Testing

@testable import CacheLab

/// `insert`, `remove` and `access` in a trace.
@Suite struct TraceContentTests {
  private func trace(_ lines: String...) throws -> Trace { try TraceText.parse(lines + [#"[9999,"end"]"#]) }

  private func photos(_ trace: Trace, _ layout: Int) -> [[Int32]]? {
    trace.contents[layout]?.photos.map { [$0.lower, $0.upper] }
  }

  @Test func photosComeInWithTheNextNumbers() throws {
    let trace = try trace("[0,0]", #"[5,"insert",{"items":[0,[2,4]]}]"#, #"[6,"insert",{"items":[4003]}]"#)
    #expect(trace.layouts.map(\.count) == [4000, 4003, 4004])
    #expect(photos(trace, 0) == nil && photos(trace, 1) == [[4000, 4001], [0, 1], [4001, 4003], [1, 4000]])
    #expect(photos(trace, 2) == [[4000, 4001], [0, 1], [4001, 4003], [1, 4000], [4003, 4004]])
    #expect(trace.entries.compactMap(\.layout) == [1, 2])
    // Each is a frame of its own: the offset in force.
    #expect(trace.samples == [[0, 0], [5_000_000, 0], [6_000_000, 0]])
  }

  @Test func removedPhotosDoNotComeBackByThemselves() throws {
    let trace = try trace(
      "[0,0]", #"[5,"remove",{"items":[[0,10],3999]}]"#, #"[6,"insert",{"items":[1]}]"#,
      #"[7,"access",{"items":[[5,8],4000]}]"#)
    #expect(trace.layouts.map(\.count) == [4000, 3989, 3990, 4])
    #expect(
      photos(trace, 2) == [[10, 11], [4000, 4001], [11, 3999]] && photos(trace, 3) == [[5, 8], [4000, 4001]])
  }

  @Test func boundsFollowTheContent() throws {
    // 4,000 photos are 97,998 pt tall; 40 rows less, 3,920 pt.
    let removed = #"[5,"remove",{"items":[[0,160]]}]"#
    #expect(try trace("[0,0]", removed, "[6,94078]").samples.last == [6_000_000, 94_078_000])
    #expect(TraceText.refusal(of: TraceText.text(["[0,0]", removed, "[6,94078.001]"])) != nil)
    // A frame of its own lies within what is left.
    let last = try trace("[0,97000]", removed).samples.last
    #expect(last == [5_000_000, 94_078_000 - 844_000])
    // The file may say how tall the content is.
    let told = #"[5,"remove",{"items":[[0,160]],"content":[390,97998]}]"#
    #expect(try trace("[0,0]", told, "[6,97998]").samples.last == [6_000_000, 97_998_000])
  }

  @Test(arguments: [
    (#"[5,"insert",{"items":[4001]}]"#, "places below 4001"), (#"[5,"remove",{"items":[4000]}]"#, "places below 4000"),
    (#"[5,"insert",{"items":[2,1]}]"#, "ascending"), (#"[5,"remove",{"items":[1,1]}]"#, "ascending"),
    (#"[5,"remove",{"items":[[3,3]]}]"#, "ascending"), (#"[5,"access",{"items":[[4,2]]}]"#, "none twice"),
    (#"[5,"access",{"items":[7,[3,8]]}]"#, "none twice"),
    (#"[5,"insert",{"items":7}]"#, "must be a list"), (#"[5,"insert",{"items":["a"]}]"#, "must be a list"),
    (#"[5,"insert",{"items":[1.5]}]"#, "a whole number"), (#"[5,"access",{"items":[-1]}]"#, "a whole number"),
    (#"[5,"access",{"items":[[1,2,3]]}]"#, "must be a list"), (#"[5,"insert",{"items":[[0,100000000]]}]"#, "below"),
  ])
  func itemsThatCannotBeAreNamed(_ line: String, _ cure: String) throws {
    let error = try #require(TraceText.refusal(of: TraceText.text(["[0,0]", line])))
    #expect(error.line == 3)
    #expect("\(error)".contains(cure), "\(error)")
  }

  @Test func aLayoutAfterAChangeHasAsManyPhotos() throws {
    let grid = #""columns":5,"cell":[76,76],"spacing":[2,2]"#
    let removed = #"[5,"remove",{"items":[[0,400]]}]"#
    let trace = try trace("[0,0]", removed, #"[6,"layout",{"grid":{"count":3600,\#(grid)}}]"#)
    #expect(trace.layouts.map(\.count) == [4000, 3600, 3600])
    #expect(photos(trace, 2) == [[400, 4000]])
    let other = TraceText.refusal(
      of: TraceText.text(["[0,0]", removed, #"[6,"layout",{"grid":{"count":4000,\#(grid)}}]"#]))
    #expect(other.map { "\($0)" }?.contains("3600, as many as are left") == true)
    let turned = try self.trace("[0,0]", removed, #"[6,"layout",{"viewport":[844,390]}]"#)
    #expect(turned.layouts.map(\.count) == [4000, 3600, 3600])
  }

  @Test func limitedAccessShowsAChoice() throws {
    let limited = ScreenOverride(assetCount: 4000, accessLimit: 500)
    let trace = try trace("[0,0]", "[5,97000]").applying(limited)
    #expect(trace.layouts[0].count == 500 && trace.contents[0] == GridContent(choosing: 500, of: 4000))
    #expect(trace.clampedFrames == 1)
    // The trace's own choice comes after it.
    let widened = try self.trace("[0,0]", #"[5,"access",{"items":[[0,800]]}]"#).applying(limited)
    #expect(widened.layouts.map(\.count) == [500, 800])
    // A choice of everything is none.
    #expect(try self.trace("[0,0]").applying(ScreenOverride(accessLimit: 4000)).contents == [nil])
    let changing = try self.trace("[0,0]", #"[5,"insert",{"items":[1]}]"#)
    #expect(throws: InputError.self) { try changing.applying(limited) }
  }

  @Test func aSmallerLibraryHasNoNewPhotos() throws {
    let trace = try trace("[0,0]", #"[5,"insert",{"items":[[0,3]]}]"#).applying(ScreenOverride(assetCount: 4001))
    #expect(trace.layouts.map(\.count) == [4000, 4001])
    #expect(photos(trace, 1) == [[4000, 4001], [0, 4000]])
  }

  @Test func toolsKeepTheChanges() throws {
    let lines = [
      "[0,0]", #"[5,"insert",{"items":[0]}]"#, "[5,0]", "[10,98]", #"[20,"remove",{"items":[[2,4]]}]"#, "[20,98]",
      "[30,196]", #"[40,"end"]"#,
    ]
    let document = try TraceDocument(Array(TraceText.text(lines).utf8), name: "hand")
    let whole = try document.trace(name: "hand")
    let cut = try document.cut(from: 15_000_000, to: 40_000_000, name: "hand").trace(name: "cut")
    #expect(cut.contents.last == whole.contents.last && cut.layouts.last == whole.layouts.last)
    #expect(cut.contents.count == 3, "the list in force is told at the start")
    #expect(TraceInfo(whole).contentChanges == 2)
  }

  @Test func scriptsMakeTheChanges() throws {
    let text = "insert 0 4\nwait 100\nremove 2 3\nwait 100\naccess 1000\nwait 100"
    let synthesis = Synthesis(
      model: .ios, refreshHz: 60, layout: try Synthesis.layout(ScreenOverride(), count: 3000), title: "hand",
      startOffset: 73_000, durationMs: nil)
    let trace = try synthesis.trace(of: try GestureScript(text, file: "hand"), file: "hand").trace(name: "hand")
    #expect(trace.layouts.map(\.count) == [3000, 3004, 3001, 1000])
    #expect(trace.contents[3] == GridContent(choosing: 1000, of: 3004))
    // The content got too short for where the scroll was.
    #expect(trace.samples.last?[1] == trace.layouts[3].lastOffset.rawValue)
    for wrong in ["insert 3001 1", "remove 2999 2", "access 3001"] {
      #expect(throws: InputError.self) { try synthesis.trace(of: try GestureScript(wrong, file: "hand"), file: "hand") }
    }
  }
}
