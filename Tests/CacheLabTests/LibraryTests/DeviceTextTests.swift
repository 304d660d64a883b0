import CacheLab
import GridEngine
import StrategyKit
import Testing

@Suite struct DeviceTextTests {
  @Test func otherMeansOfADecodeAreInProportion() throws {
    for device in DeviceProfile.all.prefix(3) { #expect(DeviceProfile.named(device.name) == device) }
    #expect(DeviceProfile.named("decode-24ms")?.fixed.rawValue == 1_000_000)
    #expect(DeviceProfile.named("decode-24ms:workers=3")?.workers == 3)
    for text in ["decode-024ms", "decode-0ms", "decode-ms", "decode-24ms:workers=0", "decode-24ms:x", "", "instant:"] {
      #expect(DeviceProfile.named(text) == nil, "\(text)")
    }
  }
}
