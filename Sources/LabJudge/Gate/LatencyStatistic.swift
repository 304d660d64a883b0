/// What of an arm is compared.
public enum LatencyStatistic: String, CaseIterable, Sendable {
  case cpuP50 = "decode-cpu-p50"
  case cpuMean = "decode-cpu-mean"
  case cpuP99 = "decode-cpu-p99"
  case wallP99 = "decode-wall-p99"

  /// Tails are printed and never judged: they measure the neighbours (a p99 of wall time varies by 37 to 91 %).
  public var isGated: Bool { self == .cpuP50 || self == .cpuMean }

  /// How many are judged.
  public static var gatedCount: Int { allCases.count { $0.isGated } }

  /// Nanoseconds.
  public func value(of arm: LatencyEvidence.Arm) -> Int64 {
    switch self {
    case .cpuP50: arm.p50
    case .cpuMean: arm.mean
    case .cpuP99: arm.p99
    case .wallP99: arm.wallP99
    }
  }
}
