import LabLibrary
import Strategies
import Testing

@testable import CacheLab
@testable import LabMeasure

/// Which decodes are timed, and in which order.
@Suite struct CalibrationPlanTests {
  private let assets = TestLibrary.shared.index.assets

  @Test(arguments: [8, 13, 48, 200, 4_000]) func everyPhotoIsDecodedAtEveryScale(_ count: Int) {
    let plan = CalibrationPlan(assets: assets, imageCount: count)
    #expect(plan.imageCount == count)
    #expect(Set(plan.decodes).count == 9 * count, "no decode twice")
    for eighths in 1...8 as ClosedRange<Int32> {
      #expect(plan.decodes.count { $0.form.scale.eighths == eighths && !$0.form.isReduced } == count)
    }
  }

  @Test func everyReducedDecodeHasTheOneWithoutBesideIt() throws {
    let plan = CalibrationPlan(assets: assets, imageCount: 48)
    let reduced = plan.decodes.indices.filter { plan.decodes[$0].form.isReduced }
    #expect(reduced.count == 48)
    #expect(Set(reduced.map { plan.decodes[$0].form.scale.eighths }) == Set(2...8))
    for index in reduced {
      let other = plan.decodes[try #require(plan.unreduced(index))]
      #expect(other.asset == plan.decodes[index].asset && other.form.scale == plan.decodes[index].form.scale)
      #expect(!other.form.isReduced)
    }
  }

  @Test func everySourceSizeHasItsShareFromTheSmallestFileToTheLargest() {
    let plan = CalibrationPlan(assets: assets, imageCount: 120)
    let chosen = Set(plan.decodes.map(\.asset))
    for size in Set(assets.map(\.size)) {
      let all = assets.indices.filter { assets[$0].size == size }
      let taken = chosen.filter { assets[$0].size == size }
      #expect(taken.count == 20, "\(size): a sixth, though 2 % to 45 % of the photos have it")
      #expect(taken.map { assets[$0].encodedBytes }.min() == all.map { assets[$0].encodedBytes }.min())
      #expect(taken.map { assets[$0].encodedBytes }.max() == all.map { assets[$0].encodedBytes }.max())
    }
  }

  @Test func aFolderOfManySizesIsTakenFromEvenly() {
    var many: ContiguousArray<AssetInfo> = []
    for index in 0..<1_000 as Range<Int32> {
      let decodes = index % 10 != 0
      many.append(
        AssetInfo(width: 100 + index, height: 300, encodedBytes: 5_000 + index, thumbnailBytes: 0, decodes: decodes))
    }
    let chosen = Set(CalibrationPlan(assets: many, imageCount: 100).decodes.map(\.asset)).sorted()
    #expect(chosen.count == 100 && chosen.first == 1 && chosen.last == 999)
    #expect(chosen.allSatisfy { many[$0].decodes }, "what does not decode is not timed")
    #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $1 - $0 <= 12 })
  }

  @Test func aLibraryOfFewerPhotosGivesAllThatItHas() {
    let few = ContiguousArray(assets.prefix(9))
    #expect(CalibrationPlan(assets: few, imageCount: 200).imageCount == 9)
    #expect(CalibrationPlan(assets: [], imageCount: 200).imageCount == 0)
  }

  @Test func eachRoundHasAnOrderOfItsOwnThatRepeats() {
    let indexes = Array(0..<500)
    let orders = (0..<5).map { CalibrationPlan.order(of: indexes, round: $0) }
    #expect(Set(orders).count == 5)
    for (round, order) in orders.enumerated() {
      #expect(order.sorted() == indexes)
      #expect(order == CalibrationPlan.order(of: indexes, round: round))
    }
  }
}
