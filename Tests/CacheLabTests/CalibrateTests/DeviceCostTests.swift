import LabRecords
import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary

/// The cost of a decode in integers, with factors and without.
@Suite struct DeviceCostTests {
  @Test func costsWithFactorsAreThoseOfTheFormulaInLargeIntegers() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<20_000 {
      let factors = (0..<8).map { _ in Int64(random.next(in: 1...Int(DeviceLimits.factorMax))) }
      let device = DeviceProfile(
        name: "a", fixed: Nanoseconds(rawValue: Int64(random.next(below: 1_000_000))),
        picosecondsPerByte: Int64(random.next(in: 0...Int(DeviceLimits.picosecondsMax))),
        picosecondsPerPixel: Int64(random.next(in: 0...Int(DeviceLimits.picosecondsMax))), scaleFactors: factors)
      let (bytes, pixels) = (Int64(random.next(below: 30_000_000)), Int64(random.next(below: 200_000_000)))
      let eighths = Int32(random.next(in: 1...8))
      // One digit more than any machine word: thousands, by hand.
      let sum = Int128(device.picosecondsPerByte) * Int128(bytes) + Int128(device.picosecondsPerPixel) * Int128(pixels)
      let wanted = Int128(device.fixed.rawValue) + sum * Int128(factors[Int(eighths) - 1]) / 1_000_000
      #expect(Int128(device.cost(encodedBytes: bytes, pixels: pixels, eighths: eighths).rawValue) == wanted)
    }
  }

  @Test(arguments: [
    (0.05, "decode-12ms"), (0.8, "decode-12ms"), (3, "decode-12ms"), (3.2, "decode-12mp"), (48, "decode-12mp"),
  ])
  func theDeviceFitsThePhotos(_ megapixels: Double, _ name: String) {
    #expect(DeviceProfile.fitting(megapixels: megapixels).name == name)
  }

  @Test func otherMeansOfADecodeAreInProportion() throws {
    for device in DeviceProfile.all.prefix(3) { #expect(DeviceProfile.named(device.name) == device) }
    #expect(DeviceProfile.named("decode-24ms")?.fixed.rawValue == 1_000_000)
    #expect(DeviceProfile.named("decode-24ms:workers=3")?.workers == 3)
    for text in ["decode-024ms", "decode-0ms", "decode-ms", "decode-24ms:workers=0", "decode-24ms:x", "", "instant:"] {
      #expect(DeviceProfile.named(text) == nil, "\(text)")
    }
  }

  @Test func aFactorOfOneChangesNoBit() {
    var random = SplitMix64(seed: 12)
    for device in DeviceProfile.all {
      let same = DeviceProfile(
        name: device.name, fixed: device.fixed, picosecondsPerByte: device.picosecondsPerByte,
        picosecondsPerPixel: device.picosecondsPerPixel, scaleFactors: Array(repeating: 1000, count: 8))
      for _ in 0..<5_000 {
        let (bytes, pixels) = (Int64(random.next(below: 30_000_000)), Int64(random.next(below: 200_000_000)))
        let eighths = Int32(random.next(in: 1...8))
        let contract =
          device.fixed.rawValue + (device.picosecondsPerByte * bytes + device.picosecondsPerPixel * pixels) / 1000
        #expect(device.cost(encodedBytes: bytes, pixels: pixels, eighths: eighths).rawValue == contract)
        #expect(same.cost(encodedBytes: bytes, pixels: pixels, eighths: eighths).rawValue == contract)
      }
    }
  }

  /// The dearest device that a file may hold, and the largest file that any library may: a year at most.
  @Test func noDeviceWithinTheLimitsOverflows() {
    let device = DeviceProfile(
      name: "a", fixed: Nanoseconds(rawValue: DeviceLimits.fixedMax),
      picosecondsPerByte: DeviceLimits.picosecondsMax, picosecondsPerPixel: DeviceLimits.picosecondsMax,
      scaleFactors: Array(repeating: DeviceLimits.factorMax, count: 8))
    let cost = device.cost(encodedBytes: Int64(Int32.max), pixels: JPEGLimits.pixelsMax, eighths: 1)
    #expect(cost.rawValue > DeviceLimits.fixedMax && cost.rawValue < 365 * 86_400 * 1_000_000_000)
  }

  @Test func aReductionStandsInRecordsWhereItCosts() {
    let keys = ["fixed-ns", "name", "ps-per-byte", "ps-per-pixel", "workers"]
    for device in DeviceProfile.all {
      let own = device.picosecondsPerReducedPixel > 0 ? keys + ["ps-per-reduced-pixel"] : keys
      #expect(device.json.object?.keys.sorted() == own.sorted())
    }
    let text = DeviceProfile.all[0].json.compactText
    let own = #"{"fixed-ns":500000,"name":"decode-12ms","ps-per-byte":50000,"ps-per-pixel":15000,"#
    #expect(text == own + #""ps-per-reduced-pixel":7500,"workers":2}"#)
  }

  @Test func aReductionCostsEachPixelThatItWrites() {
    let device = DeviceProfile(
      name: "a", fixed: .zero, picosecondsPerByte: 0, picosecondsPerPixel: 1000, picosecondsPerReducedPixel: 3000)
    func cost(_ fit: Fit, _ side: Int32) -> Int64 {
      let form = BitmapForm(
        of: PixelSize(width: 1024, height: 768), reaching: PixelSize(width: side, height: side), fit: fit)
      return device.cost(encodedBytes: 5, of: form).rawValue
    }
    #expect(cost(.eighth, 290) == 512 * 384)
    #expect(cost(.fill, 290) == 512 * 384 + 3 * 387 * 290)
    #expect(cost(.crop, 290) == 512 * 384 + 3 * 290 * 290)
    #expect(cost(.fill, 288) == 384 * 288, "nothing is reduced")
    #expect(cost(.crop, 288) == 384 * 288 + 3 * 288 * 288, "the middle is copied")
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 2), (9, 2)]) func anAppUsesSomeOfItsWorkersAndOneAtLeast(_ max: Int, _ own: Int)
  {
    let device = DeviceProfile.all[0].asApp(workersMax: max)
    #expect(DeviceProfile.all[0].workers == 2 && device.workers == own && device.thumbnailWorkers == 64)
  }
}
