import CacheLab
import LabJudge
import Strategies
import Testing

@Suite struct EventPartingTests {
  private func trail(_ strategy: String) throws -> EventTrail {
    let replay = try ReplayFixture.shipped("zoom")
    let frames = replay.script.steps.count { $0.kind == .frame }
    var trail = replay.run(try StrategySpec(strategy), cells: .cancel, observer: EventTrail(frameCount: frames))
      .observer
    trail.finish()
    return trail
  }

  @Test func equalReplaysNeverPart() throws {
    #expect(try trail("preheat2x").parting(from: try trail("preheat2x")) == nil)
  }

  @Test func differentReplaysPartSomewhere() throws {
    let frames = try #require(try trail("preheat2x").parting(from: try trail("preheat2x:height=3")))
    #expect(frames.lowerBound == 0, "the first frame's plan is another already")
    #expect(try trail("lru:budget=30MB").parting(from: try trail("lru:budget=31MB")) != nil)
  }

  @Test func whyABitmapWentAndWhatAGridShowsAreInTheTrail() {
    func mark(_ version: Int, _ events: (inout EventTrail) -> Void) -> [UInt64] {
      var trail = EventTrail(frameCount: 1, version: version)
      events(&trail)
      trail.finish()
      return trail.marks
    }
    func drop(_ why: DropReason) -> (inout EventTrail) -> Void {
      { $0.drop(slot: 3, bytes: ByteCount(rawValue: 4), why: why, at: .zero) }
    }
    func content(_ upper: Int32) -> (inout EventTrail) -> Void {
      { $0.content([ItemRange(lower: 0, upper: upper)], at: .zero) }
    }
    #expect(mark(2, drop(.evicted)) != mark(2, drop(.unwanted)))
    #expect(mark(2, content(4)) != mark(2, content(5)))
    // Committed baselines have trails without them, which must go on being theirs.
    #expect(mark(1, drop(.evicted)) == mark(1, drop(.unwanted)) && mark(1, content(4)) == mark(1) { _ in })
  }

  @Test func aTrailComesBackFromItsBaselineAndOnlyMeetsItsOwnVersion() throws {
    var trails: [EventTrail] = []
    for version in [1, 2] {
      var trail = EventTrail(frameCount: 1, version: version)
      trail.cancel(ItemID(3), at: .zero)
      trail.finish()
      let baseline = try GateFixture.baseline(GateFixture.tally(), trail: trail)
      let again = try #require(try Baseline(text: baseline.text, file: "b.json").trail)
      #expect(again.version == version && again.marks == trail.marks)
      trails.append(trail)
    }
    #expect(trails[0].marks == trails[1].marks && trails[0].parting(from: trails[1]) == nil)
    let old = try GateFixture.baseline(GateFixture.tally(), trail: trails[0]).text
      .replacing("\"version\":1", with: "").replacing(",}", with: "}")
    #expect(try Baseline(text: old, file: "b.json").trail?.version == 1, "the first trails did not say")
    let later = try GateFixture.baseline(GateFixture.tally(), trail: trails[1]).text
      .replacing("\"version\":2", with: "\"version\":3")
    #expect(try Baseline(text: later, file: "b.json").trail == nil)
  }

  @Test func theFirstDifferentEventIsNamedWithTheQueuesBeforeIt() {
    let common = """
      {"events":1}
      {"t":0,"e":"frame","y":0,"visible":[0,2]}
      {"t":0,"e":"start","items":[[2,4]]}
      {"t":0,"e":"request","item":0,"size":[1,1],"outcome":"miss"}
      {"t":0,"e":"request","item":1,"size":[1,1],"outcome":"miss"}
      {"t":0,"e":"begin","item":0,"size":[1,1],"tier":"full","cause":"demand","cost":5,"bytes":4}
      {"t":0,"e":"live","bytes":4}

      """
    let old = common + "{\"t\":5000000,\"e\":\"request\",\"item\":7,\"size\":[1,1],\"outcome\":\"hit\"}\n"
    let new = common + "{\"t\":5000000,\"e\":\"request\",\"item\":7,\"size\":[1,1],\"outcome\":\"late\"}\n"
    #expect(EventComparison(old: old, new: old).text == nil)
    #expect(
      EventComparison(old: old, new: new).text == """
        the replays part at 0.005 s, in frame 0:
        old: request item 7: hit
        new: request item 7: late
        until then: 1 decode running (0), 1 request waiting (1), 2 preheats behind them (2, 3)
        """)
    #expect(EventComparison(old: common, new: new).text?.contains("old: nothing more") == true)
  }

  @Test func whatIsHeldOrDecodedAtAnotherSizeIsNoWaitingPreheat() {
    let common = """
      {"events":1,"screen":{"target-px":[2,2]}}
      {"t":0,"e":"frame","y":0,"visible":[0,1]}
      {"t":0,"e":"start","items":[[4,5]]}
      {"t":0,"e":"begin","item":4,"size":[2,2],"tier":"full","cause":"preheat","cost":1,"bytes":4}
      {"t":1,"e":"end","item":4,"size":[2,2],"kept":true}
      {"t":2,"e":"start","items":[[4,5]]}
      {"t":2,"e":"start","items":[[6,8]]}
      {"t":2,"e":"begin","item":6,"size":[2,2],"tier":"full","cause":"preheat","cost":9,"bytes":4}
      {"t":3,"e":"stop","items":[[7,8]]}
      {"t":3,"e":"cancel","item":7}
      {"t":4,"e":"layout","target":[3,3]}
      {"t":4,"e":"frame","y":0,"visible":[0,1]}
      {"t":4,"e":"request","item":6,"size":[3,3],"outcome":"miss"}

      """
    let text = EventComparison(old: common, new: common + "{\"t\":5,\"e\":\"release\",\"item\":6}\n").text ?? ""
    #expect(text.hasSuffix("until then: 1 decode running (6), 1 request waiting (6), no preheats behind them"))
  }
}
