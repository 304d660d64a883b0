import Testing

@testable import LabRecords

@Suite struct RankSumTests {
  /// All ways to deal the values to two sides, counted one by one.
  private func bruteForce(_ first: [Double], _ second: [Double]) -> Double {
    let all = first + second
    func sum(_ side: [Double]) -> Double {
      side.reduce(0) { total, value in
        let below = all.count { $0 < value }
        let same = all.count { $0 == value }
        return total + Double(below) + Double(same + 1) / 2
      }
    }
    let seen = sum(first)
    var (count, below, above) = (0.0, 0.0, 0.0)
    for bits in 0..<(1 << all.count) where bits.nonzeroBitCount == first.count {
      let side = all.indices.filter { bits & (1 << $0) != 0 }.map { all[$0] }
      count += 1
      if sum(side) <= seen { below += 1 }
      if sum(side) >= seen { above += 1 }
    }
    return min(1, 2 * min(below, above) / count)
  }

  @Test(arguments: [
    ([1.0, 2, 3], [4.0, 5, 6]), ([1, 5, 3], [4, 2, 6, 7]), ([1, 1, 2, 2], [2, 3, 3]), ([2, 2], [2, 2, 2]), ([5], [1]),
    ([1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]),
  ]) func itCountsEveryWayToDealTheRanks(first: [Double], second: [Double]) {
    let test = RankSumTest(first, second).twoSided
    #expect((test - bruteForce(first, second)).magnitude < 1e-12, "\(test)")
    #expect((RankSumTest(second, first).twoSided - test).magnitude < 1e-12)
  }

  @Test func theApproximationIsNearTheExactOne() {
    // Beyond 60 values, held against the exact one just below.
    let (first, second) = ((0..<30).map { Double($0) }, (0..<30).map { Double($0) + 4.5 })
    let exact = RankSumTest(first, second).twoSided
    let longer = RankSumTest(first + [100], second + [101]).twoSided
    #expect((exact - longer).magnitude < 0.05 && exact > 0.001)
    #expect(RankSumTest(Array(repeating: 1, count: 40), Array(repeating: 1, count: 40)).twoSided == 1)
  }

  @Test func theApproximationIsThatOfTheTextbookWhereNoValuesAreEqual() {
    // Mann and Whitney: a rank sum of k of n values has the mean k (n + 1) / 2 and the variance k (n - k) (n + 1) / 12.
    let (first, second) = ((0..<40).map { Double(2 * $0) }, (0..<40).map { Double(2 * $0 + 11) })
    let all = (first + second).sorted()
    let sum = first.reduce(0.0) { total, value in total + Double(all.firstIndex(of: value)! + 1) }
    let distance = ((sum - 40 * 81 / 2.0).magnitude - 0.5) / (40 * 40 * 81 / 12.0).squareRoot()
    let wanted = Double.erfc(distance / 2.0.squareRoot())
    #expect((RankSumTest(first, second).twoSided - wanted).magnitude < 1e-12 && wanted < 0.5)
  }

  @Test func aMediansIntervalNeedsSixValues() {
    #expect(MedianInterval([1, 2, 3, 4, 5]).bounds == nil)
    // 1 - 2/64: the smallest and the largest of six.
    #expect(MedianInterval([3, 1, 2, 6, 5, 4]).bounds == 1...6)
    #expect(MedianInterval([3, 1, 2, 6, 5, 4]).median == 3.5)
    // Of nine the second on either side: 1 - 2 x 10/512 is 96 %.
    #expect(MedianInterval((1...9).map { Double($0) }).bounds == 2...8)
  }
}
