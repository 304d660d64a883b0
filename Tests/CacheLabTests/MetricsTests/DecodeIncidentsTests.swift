import CacheLab
import Testing

@Suite struct DecodeIncidentsTests {
  @Test(arguments: [
    // A process that was stopped for a second.
    (Int64(1_011_000_000), Int64(8_000_000), true), (108_000_000, 8_000_000, true),
    // The turns of a scheduler, and large photos.
    (107_999_999, 8_000_000, false), (12_000_000, 8_000_000, false), (3_000_000_000, 2_800_000_000, false),
    (0, 0, false),
  ])
  func aDecodeThatStoodStillIsCounted(_ wall: Int64, _ cpu: Int64, _ isStall: Bool) {
    var incidents = DecodeIncidents()
    incidents.record(wall: 9_000_000, cpu: 8_900_000)
    incidents.record(wall: wall, cpu: cpu)
    #expect(incidents.stalls == (isStall ? 1 : 0))
    #expect(incidents.longestStall.wall == (isStall ? wall : 0) && incidents.longestStall.cpu == (isStall ? cpu : 0))
  }

  @Test func theLongestStallIsKept() {
    var incidents = DecodeIncidents()
    for wall in [300, 900, 600] as [Int64] { incidents.record(wall: wall * 1_000_000, cpu: 1_000_000) }
    #expect(incidents.stalls == 3 && incidents.longestStall.wall == 900_000_000)
  }

  /// By the time that it stood still, not by all that it took.
  @Test func workIsNoPartOfAStall() {
    var incidents = DecodeIncidents()
    incidents.record(wall: 900_000_000, cpu: 400_000_000)
    incidents.record(wall: 700_000_000, cpu: 1_000_000)
    #expect(incidents.longestStall.wall == 700_000_000)
  }

  @Test func partialImagesAreCountedAndTheFirstPhotosKeptInWhateverOrderTheyEnd() {
    var incidents = DecodeIncidents()
    for asset in [9, 4, 7, 4, 1, 8, 3] { incidents.recordPartial(asset: asset) }
    #expect(incidents.partialImages == 7 && incidents.partialAssets == [1, 3, 4, 7])
  }
}
