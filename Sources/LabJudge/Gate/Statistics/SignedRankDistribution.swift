/// The exact distribution of a signed-rank sum: each rank counts with a fair coin, all coins apart from each other.
///
/// Made by dynamic programming, one rank after the other. Ranks are doubled, so that the mean rank of ties is whole.
///
/// - Complexity: O(n x sum of the doubled ranks): 8 million steps for 200 ranks.
public struct SignedRankDistribution: Sendable {
  /// More differences than this are not ranked.
  public static let countMax = 200

  /// `atMost[s]` is the probability of a doubled sum of at most `s`, `atLeast[s]` of at least `s`. Both are summed from
  /// their small end, so that far tails keep their digits.
  private let atMost: [Double]
  private let atLeast: [Double]

  /// - Precondition: at most `countMax` doubled ranks, none negative.
  public init(doubledRanks: [Int]) {
    precondition(doubledRanks.count <= SignedRankDistribution.countMax, "a signed-rank sum has 200 ranks at most")
    precondition(doubledRanks.allSatisfy { $0 >= 0 }, "ranks are not negative")
    var chance = [Double](repeating: 0, count: doubledRanks.reduce(0, +) + 1)
    chance[0] = 1
    var largest = 0
    for rank in doubledRanks {
      largest += rank
      // From the top down: the lower half is still as it was before this rank.
      for sum in stride(from: largest, through: 0, by: -1) {
        chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2
      }
    }
    var (below, above) = (chance, chance)
    for sum in chance.indices.dropFirst() { below[sum] += below[sum - 1] }
    for sum in chance.indices.dropLast().reversed() { above[sum] += above[sum + 1] }
    atMost = below
    atLeast = above
  }

  /// The ranks 1 to `count`: no ties.
  public init(count: Int) { self.init(doubledRanks: (0..<count).map { 2 * ($0 + 1) }) }

  /// P(doubled sum <= `sum`).
  public func probability(atMost sum: Int) -> Double { sum < 0 ? 0 : atMost[min(sum, atMost.count - 1)] }

  /// P(doubled sum >= `sum`).
  public func probability(atLeast sum: Int) -> Double { sum >= atLeast.count ? 0 : atLeast[max(sum, 0)] }
}
