import Strategies
import Testing

@testable import LabRecords
@testable import LabJudge
@testable import CacheLab

@Suite struct EventPartingTests {
  @Test func whereOneEndsEarlierTheyPartAfterItsLastMark() throws {
    func trail(_ marks: [String]) throws -> EventTrail {
      try #require(EventTrail(.object(["stride": .integer(10), "marks": .array(marks.map { .string($0) })])))
    }
    let whole = try trail(["a", "b", "c", "d"])
    #expect(try trail(["a"]).parting(from: whole) == 0..<10)
    #expect(try whole.parting(from: trail(["a", "b", "c"])) == 20..<30)
  }

  /// However many frames a trace has, its trail has marks that a baseline may hold, and they enclose the first difference.
  @Test(arguments: [1, 127, 128, 129, 256, 257, 1_000]) func marksLieAroundTheFirstDifference(_ frames: Int) throws {
    let range = ItemRange(lower: 0, upper: 3)
    func trail(from first: Int) -> EventTrail {
      var maker = EventTrailMaker(frameCount: frames)
      for frame in 0..<frames { maker.take(.frame(offset: frame < first ? 0 : 1, visible: range), at: 7) }
      return maker.finish()
    }
    let plain = trail(from: frames)
    #expect(plain.stride == (frames + 127) / 128)
    let again = try #require(EventTrail(plain.json), "\(plain.marks.count) marks")
    #expect(again.marks == plain.marks && again.stride == plain.stride)
    for first in Set([0, 1, frames / 2, frames - 1]) where first < frames {
      let parting = try #require(plain.parting(from: trail(from: first)))
      #expect(parting.contains(first) && parting.count == plain.stride, "frame \(first): \(parting)")
    }
  }

  private func made(_ events: [(ReplayEvent, Int64)]) -> EventTrail {
    var maker = EventTrailMaker(frameCount: 1)
    for (event, time) in events { maker.take(event, at: time) }
    return maker.finish()
  }

  /// A trail is a digest of lines, and a line says all of its event (`EventReaderTests`).
  @Test func everyEventIsInTheTrailButTheBytesThatFollowFromOthers() {
    let events = EventReaderTests.examples.filter { if case .live = $0 { false } else { true } }
    let marks = events.map { made([($0, 7)]).marks } + [made([(events[0], 8)]).marks]
    #expect(Set(marks).count == marks.count)
    #expect(made([(.live(4), 7)]).marks == made([]).marks)
  }

  @Test func aTrailComesBackFromItsBaseline() throws {
    let trail = made([(.cancel(3, .full), 0)])
    let text = try GateFixture.baseline(GateFixture.tally(), trail: trail).text
    #expect(try Baseline(text: text, file: "b.json").trail?.marks == trail.marks)
  }

  private func parting(_ old: String, _ new: String) throws -> String? {
    var comparison = EventComparison(old: try EventReader(text: old, name: "old.jsonl"))
    var reader = try EventReader(text: new, name: "new.jsonl")
    try reader.feed(&comparison)
    return comparison.finish()
  }

  @Test func theFirstDifferentEventIsNamedWithTheQueuesBeforeIt() throws {
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
    #expect(try parting(old, old) == nil)
    #expect(
      try parting(old, new) == """
        the replays part at 0.005 s, in frame 0:
        old: {"t":5000000,"e":"request","item":7,"size":[1,1],"outcome":"hit"}
        new: {"t":5000000,"e":"request","item":7,"size":[1,1],"outcome":"late"}
        until then: 1 decode running (0), 1 request waiting (1), 2 preheats behind them (2, 3)
        """)
    #expect(try parting(common, new)?.contains("old: nothing more") == true)
    #expect(try parting(new, common)?.contains("new: nothing more") == true)
  }

  @Test func whatIsHeldOrDecodedAtAnotherSizeIsNoWaitingPreheat() throws {
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
    let text = try parting(common, common + "{\"t\":5,\"e\":\"release\",\"item\":6}\n") ?? ""
    #expect(text.hasSuffix("until then: 1 decode running (6), 1 request waiting (6), no preheats behind them"))
  }
}
