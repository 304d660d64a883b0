import CacheLab
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
