import CacheLab
import LabRecords
import Testing

@Suite struct TraceInfoTests {
  static func info(_ lines: [String]) throws -> TraceInfo { TraceInfo(try TraceText.parse(lines)) }

  static func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 1e-9 }

  @Test func measuresSpeedAndWayInScreens() throws {
    // One screen in 100 ms, a rest, half a screen back in 100 ms.
    let info = try TraceInfoTests.info(["[0,0]", "[100,844]", "[200,844]", "[300,422]", #"[1500,"end"]"#])
    #expect(info.seconds == 1.5)
    #expect(info.sampleCount == 4)
    #expect(TraceInfoTests.isNear(info.peakSpeed, 10))
    #expect(TraceInfoTests.isNear(info.meanSpeed, 7.5))
    #expect(TraceInfoTests.isNear(info.distance, 1.5))
    #expect(info.reversals == 1)
    #expect(info.jumps == 0 && info.layoutChanges == 0 && info.overscrolledSamples == 0)
  }

  @Test func leavesJumpsOutOfTheSpeedAndLayoutsOutOfTheWay() throws {
    let info = try TraceInfoTests.info([
      "[0,0]", #"[10,"jump"]"#, "[10,8440]", "[1010,9284]", #"[1020,"layout",{"content":[390,90000]}]"#, "[1020,844]",
      "[2020,1688]", #"[3000,"end"]"#,
    ])
    #expect(TraceInfoTests.isNear(info.peakSpeed, 1))
    #expect(TraceInfoTests.isNear(info.distance, 12))
    #expect(info.jumps == 1 && info.layoutChanges == 1)
    #expect(info.reversals == 0)
  }

  @Test func countsSamplesBeyondEitherEnd() throws {
    let info = try TraceInfoTests.info(["[0,0]", "[10,-0.001]", "[20,97154]", "[30,97154.001]"])
    #expect(info.overscrolledSamples == 2)
  }

  @Test func restsThroughout() throws {
    let info = try TraceInfoTests.info(["[0,5]", "[10,5]"])
    #expect(info.peakSpeed == 0 && info.meanSpeed == 0 && info.distance == 0 && info.reversals == 0)
  }

  @Test func agreesWithThePublishedFiguresOfFastscroll() throws {
    let info = TraceInfo(try Trace.load(path: ShippedTraces.path("fastscroll")))
    #expect((info.peakSpeed * 10).rounded() == 263)
    #expect((info.distance * 10).rounded() == 1151)
    #expect(info.sampleCount == 1699)
    #expect((info.seconds * 10).rounded() == 346)
    #expect(info.jumps == 0 && info.layoutChanges == 0)
  }
}
