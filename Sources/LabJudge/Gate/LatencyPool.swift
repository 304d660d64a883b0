/// Arms of one binary in the order in which they ran, to find out how often a judge errs: windows of it are A/A
/// comparisons, and with a fault planted in one side, comparisons that must be found.
public struct LatencyPool: Sendable {
  public let arms: [LatencyEvidence.Arm]
  /// Decodes an arm.
  public let decodes: Int
  /// Wall time of all arms, nanoseconds.
  public let wall: Int64

  public init(arms: [LatencyEvidence.Arm], decodes: Int, wall: Int64) {
    self.arms = arms
    self.decodes = decodes
    self.wall = wall
  }

  /// Comparisons that share no arm, each of `pairs` pairs in the order old new new old.
  ///
  /// - Parameter slowdown: How much longer each time of the new side is made, as a share. Decodes that burn a share of
  ///   their own time are longer by just that.
  public func windows(pairs: Int, slowdown: Double = 0) -> [LatencyEvidence] {
    let size = 2 * pairs
    guard size > 0 else { return [] }
    return (0..<arms.count / size).map { window in
      let first = window * size
      let list = (0..<pairs).map { pair in
        let (one, two) = (arms[first + 2 * pair], arms[first + 2 * pair + 1])
        let baseFirst = pair % 2 == 0
        return LatencyEvidence.Pair(
          base: baseFirst ? one : two, head: (baseFirst ? two : one).longer(by: slowdown), baseFirst: baseFirst)
      }
      return LatencyEvidence(
        cell: "window \(window + 1)", decodes: decodes, baseList: "", headList: "", baseWork: 0, headWork: 0,
        pairs: list, wall: wall * Int64(size) / Int64(max(1, arms.count)), burnIn: [], steal: nil)
    }
  }
}

extension LatencyEvidence.Arm {
  fileprivate func longer(by share: Double) -> LatencyEvidence.Arm {
    func longer(_ time: Int64) -> Int64 { Int64((Double(time) * (1 + share)).rounded()) }
    return LatencyEvidence.Arm(p50: longer(p50), mean: longer(mean), p99: longer(p99), wallP99: longer(wallP99))
  }
}
