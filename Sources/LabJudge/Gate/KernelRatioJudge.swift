import LabBase
public import StrategyKit

/// Judges decode time without an old binary: this machine's ratio to the C kernel against the stored one.
public struct KernelRatioJudge: Sendable {
  /// The change of the ratio that is too much, as a share. Over 30 processes of 100 decodes, on a virtual machine that
  /// two other builds kept busy, the median of three rounds had a coefficient of variation of 0.14 % and lay between
  /// 0.998 and 1.003. Two such figures differ by 0.2 % (1 sd), so 2 % is not chance; a smaller limit would be taken up by
  /// where the linker happens to put code.
  public var limit: Rational

  public init(limit: Rational = Rational(2, 100)) { self.limit = limit }

  /// - Parameter baseline: The ratio as it was when the baseline was accepted.
  public func judge(cell: String, baseline: KernelRatio, now: KernelRatio) -> GateRow {
    func row(_ verdict: GateVerdict, _ change: String, _ detail: String) -> GateRow {
      GateRow(
        cell: cell, kind: .latency, metric: "decode-kernel-ratio", old: KernelRatioJudge.text(baseline.ppm),
        new: KernelRatioJudge.text(now.ppm), change: change,
        limit: LatencyText.share(Double(limit.numerator) / Double(limit.denominator)),
        verdict: verdict, detail: detail)
    }
    for (name, old, new) in [
      ("C kernel", String(baseline.kernelSHA256.prefix(12)), String(now.kernelSHA256.prefix(12))),
      ("libjpeg-turbo", baseline.codec, now.codec), ("SIMD level", baseline.simd, now.simd),
    ] where old != new {
      return row(
        .notComparable, "",
        "the baseline was made with \(name) \(old), this is \(new): record one here, or compare two binaries with --base"
      )
    }
    guard baseline.ppm > 0, now.ppm > 0 else { return row(.notComparable, "", "nothing was decoded: record it again") }
    let (old, new) = (ExactNumber(Int128(baseline.ppm)), ExactNumber(Int128(now.ppm)))
    let tooMuch = ExactNumber(1) + ExactNumber(limit)
    let verdict: GateVerdict =
      new > old * tooMuch ? .regressed : new * tooMuch < old ? .improved : new == old ? .ok : .withinNoise
    var detail = "CPU time of a decode over that of the C kernel, median of \(NumberText.count(now.decodes, "decode"))"
    if baseline.slice != now.slice { detail += "; the baseline decoded other photos or scales" }
    return row(verdict, verdict == .withinNoise ? "~" : LatencyText.change(from: baseline.ppm, to: now.ppm), detail)
  }

  /// `1.003 x`.
  private static func text(_ ppm: Int64) -> String { NumberText.fixed(Double(ppm) / 1e6, decimals: 3) + " x" }
}
