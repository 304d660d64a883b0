import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabMeasure
import FoundationEssentials
import Strategies
import Testing

@testable import LabRunKit

@Suite struct KernelRatioRunTests {
  @Test func theHashIsThatOfTheSource() throws {
    let source = try Data(contentsOf: URL(filePath: Tool.home + "/Sources/CDecodeLoop/decode_loop.c"))
    #expect(KernelRatioRun.kernelSHA256 == SHA256.hex(of: Array(source)))
  }

  @Test func bothDecodeTheSlice() throws {
    let configuration = LibraryConfiguration(seed: 1, assetCount: 20, profile: .tiny)
    let library = try PhotoLibrary.open(configuration, in: Tool.cache) { _ in }
    let slice = DecodeSlice(items: (0..<5).map { DecodeSlice.Item(asset: $0, scale: DecodeScale(eighths: 4)) })
    let ratio = try KernelRatioRun.measure(slice, library: library, rounds: 2)
    #expect(ratio.rounds.count == 2 && ratio.decodes == 5)
    #expect(ratio.rounds.allSatisfy { $0.ours > 0 && $0.kernel > 0 && $0.medianPPM > 0 })
    #expect(KernelRatioJudge(limit: Rational(1_000_000)).judge(cell: "c", baseline: ratio, now: ratio).verdict == .ok)
  }
}
