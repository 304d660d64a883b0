import Strategies
import Testing

@testable import LabBase
@testable import LabJudge

@Suite struct KernelRatioTests {
  private func ratio(_ ppm: [Int64], kernel: String = "k", simd: String = "avx2", codec: String = "2.1.5")
    -> KernelRatio
  {
    KernelRatio(
      kernelSHA256: kernel, codec: codec, simd: simd, slice: "s", decodes: 200,
      rounds: ppm.map { KernelRatio.Round(ours: $0, kernel: 1_000_000, medianPPM: $0) })
  }

  private func verdict(_ now: KernelRatio) -> GateRow {
    let baseline = ratio([1_010_000, 1_000_000, 990_000])
    return KernelRatioJudge(limit: Rational(3, 100)).judge(cell: "c", baseline: baseline, now: now)
  }

  @Test(arguments: [
    (Int64(1_040_000), GateVerdict.regressed), (960_000, .improved), (1_020_000, .withinNoise), (1_000_000, .ok),
  ])
  func theMedianOfTheRoundsIsComparedWithTheLimit(_ ppm: Int64, _ expected: GateVerdict) {
    let row = verdict(ratio([ppm, ppm, 9_000_000]))
    #expect(row.verdict == expected && row.old == "1.000 x" && row.limit == "3%", "\(row)")
  }

  @Test func anotherKernelCodecOrSIMDLevelIsNotComparable() {
    for (other, word) in [
      (ratio([1_000_000], kernel: "other"), "C kernel"), (ratio([1_000_000], simd: "sse2"), "SIMD level"),
      (ratio([1_000_000], codec: "3.0"), "libjpeg-turbo"), (ratio([]), "nothing was decoded"),
    ] {
      let row = verdict(other)
      #expect(row.verdict == .notComparable && row.detail.contains(word), "\(row)")
    }
  }

  @Test func otherDecodesAreSaid() {
    var now = ratio([1_000_000])
    now.slice = "t"
    #expect(verdict(now).detail.hasSuffix("the baseline decoded other photos or scales"))
  }

  @Test func whatIsReadIsWhatWasWritten() throws {
    let written = ratio([1_010_000, 1_000_000])
    #expect(KernelRatio(try JSON.parse(written.json.prettyText)) == written)
    #expect(KernelRatio(.object([:])) == nil)
    #expect(KernelRatio(ratio([]).json) == nil)
  }
}
