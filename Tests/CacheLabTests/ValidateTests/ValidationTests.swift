import CacheLab
import LabJudge
import LabRecords
import Strategies
import Testing

@Suite struct ValidationTests {
  private func facts(_ hits: Int64, late: Int64 = 0, frames: FrameTimings? = nil) -> RunFacts {
    var tally = ReplayTally()
    tally.requests.count = 1000
    (tally.requests.hits, tally.requests.late, tally.requests.misses) = (hits, late, 1000 - hits - late)
    tally.requestedBytes = 400_000_000
    tally.requestedCost = 12_000_000_000
    tally.peak.bytes = 40_000_000
    (tally.blank.part, tally.blank.whole) = (1, 100)
    tally.duration = 1_000_000_000
    return RunFacts(tally: tally, frames: frames)
  }

  private func timings(overruns: Int64 = 0, lateFrames: Int = 0) -> FrameTimings {
    var timings = FrameTimings(refreshPeriod: 10_000_000)
    for index in 0..<1000 {
      timings.record(
        due: Int64(index) * 10_000_000, done: Int64(index) * 10_000_000 + (index < lateFrames ? 30_000_000 : 1))
    }
    timings.decodeLateness = Array(repeating: 50_000, count: 100)
    timings.overruns = overruns
    return timings
  }

  @Test func aFrameDoneByTheNextRefreshIsInTime() {
    var timings = FrameTimings(refreshPeriod: 10)
    for (due, done) in [(0, 0), (10, 20), (20, 29)] as [(Int64, Int64)] { timings.record(due: due, done: done) }
    #expect(timings.dropped == 0 && timings.lateness == [0, 10, 9])
    timings.record(due: 30, done: 41)
    #expect(timings.dropped == 1 && timings.lateness.last == 11)
  }

  private func validation(_ rounds: [RunFacts], others: Double? = 0) -> Validation {
    Validation(strategy: "s", trace: "t", virtual: facts(800), rounds: rounds, othersShare: others)
  }

  @Test func whatIsWithinItsBoundAgrees() {
    let found = validation([
      facts(790, frames: timings()), facts(800, frames: timings()), facts(819, frames: timings()),
    ])
    #expect(found.verdict == .agrees)
    let row = found.rows.first { $0.name == "hit-rate" }
    #expect(row?.median == 0.8 && row?.bound == 0.02)
    #expect((row.map { abs($0.spread - 0.029) } ?? 1) < 1e-9)
  }

  @Test func aDifferenceWithACauseMeansThatTheMachineWasUnfit() {
    let found = validation([facts(700, frames: timings(overruns: 50))])
    #expect(found.verdict == .unfit && found.sentence.contains("hit-rate"))
    #expect(found.sentence.contains("a decode is done within the cost that the device declares"))
  }

  @Test func aDifferenceWithoutACauseIsVirtualTimesOwn() {
    let found = validation([facts(700, frames: timings())])
    #expect(found.verdict == .disagrees && found.assumptions.allSatisfy { $0.isMet })
  }

  @Test func lateFramesAndBusyNeighboursAreNamed() {
    let late = validation([facts(700, frames: timings(lateFrames: 100))])
    #expect(late.assumptions.filter { !$0.isMet }.map { $0.statement } == ["a frame happens when it is due"])
    let busy = validation([facts(700, frames: timings())], others: 0.5)
    #expect(busy.assumptions.filter { !$0.isMet }.map { $0.statement } == ["the machine is otherwise idle"])
  }

  @Test func aMachineThatDoesNotSayWhatOthersTookIsNotJudgedByIt() {
    #expect(validation([facts(800, frames: timings())], others: nil).assumptions.count == 3)
  }
}
