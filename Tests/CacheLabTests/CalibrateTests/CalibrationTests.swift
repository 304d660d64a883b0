import LabRecords
import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary

/// What is said of a fit, from timings that are made up; and one of real decodes.
@Suite struct CalibrationTests {
  private static let assets = TestLibrary.shared.index.assets
  private static let decodes = DecodeTrials.decodes(of: assets, imageCount: 24)

  /// Timings by the formula; a round is slower by its share, and the wall shows twice the CPU time.
  private static func timings(paces: [Double], progressive: Double = 1) -> [[DecodeTiming]] {
    decodes.enumerated().map { index, decode in
      let pixels = Double(decode.form.decoded.pixelCount)
      let factor = SyntheticDecodes.factors[Int(decode.form.scale.eighths) - 1]
      let time = 20_000 + factor * (4.8 * Double(assets[decode.asset].encodedBytes) + 1.5 * pixels)
      let reduction = 1.25 * Double(decode.form.reducedPixels)
      let cpu = reduction + ((index / DecodeTrials.formCount) % 2 == 0 ? time : time * progressive)
      return paces.map { share in
        let time = Int64((cpu * share).rounded())
        return DecodeTiming(cpu: time, wall: 2 * time)
      }
    }
  }

  private static func fit(_ timings: [[DecodeTiming]]) throws -> FittedDevice {
    try Calibration.fit(timings, of: decodes, assets, workers: 2, name: "a")
  }

  @Test func oneSlowRoundChangesNoCoefficientButIsTheSpread() throws {
    let quiet = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, 1, 1]))
    let slow = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, 1.3, 1]))
    #expect(slow.device == quiet.device)
    #expect(quiet.members["spread-between-rounds"] == .number(0) && quiet.unfitness == nil)
    #expect(slow.members["spread-between-rounds"] == .number(0.3))
    let unfit = try #require(slow.unfitness)
    #expect(unfit.contains("differed by 30.0% between rounds") && unfit.contains("no device was written"), "\(unfit)")
  }

  @Test func theLimitOfTheSpreadIsATenth() throws {
    for (pace, isFit) in [(1.09, true), (1.11, false)] {
      let fitted = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, pace, 1]))
      #expect((fitted.unfitness == nil) == isFit, "\(pace)")
    }
  }

  @Test func exactTimesArePredictedExactly() throws {
    let fitted = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, 1, 1]))
    #expect(fitted.errors.p95 < 1e-3, "\(fitted.errors)")
    let scales = try #require(fitted.members["scales"]?.array)
    #expect(scales.count == 8 && scales.allSatisfy { $0["decodes"] == .integer(24) })
    #expect(fitted.members["reduced"]?["decodes"] == .integer(24) && fitted.members["decodes"] == .integer(24 * 9 * 3))
    #expect(try #require(fitted.members["reduced"]?["error"]?["p95"]?.number) < 1e-3)
    #expect(abs(fitted.device.picosecondsPerReducedPixel - 1_250) < 15, "\(fitted.device)")
    #expect(fitted.members["busy-wall-over-cpu"] == .number(2))
    #expect(fitted.text.contains("\nscales decodes         24 24 24 24 24 24 24 24\n"), "\(fitted.text)")
  }

  @Test func noiseIsToldFromAPoorFit() throws {
    let odd = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, 1, 1], progressive: 3))
    #expect(odd.errors.p95 > 0.25 && odd.members["noise"]?["p95"] == .number(0))
    var timings = CalibrationTests.timings(paces: [1, 1, 1])
    var random = SplitMix64(seed: 3)
    for index in timings.indices {
      for round in 0..<3 { timings[index][round].cpu *= Int64(random.next(in: 1...4)) }
    }
    let noisy = try CalibrationTests.fit(timings)
    #expect(try #require(noisy.members["noise"]?["p95"]?.number) > 0.25)
  }

  @Test func realDecodesGiveADeviceWithinTheLimits() throws {
    var steps: [Int] = []
    let fitted = try Calibration.measure(
      TestLibrary.shared, imageCount: 12, rounds: 3, workers: 2, name: "a"
    ) { done, all in
      #expect(done < all)
      steps.append(done)
    }
    #expect(fitted.members["images"] == .integer(12) && fitted.members["rounds"] == .integer(3))
    #expect(fitted.members["decodes"] == .integer(3 * 12 * 9) && fitted.device.scaleFactors?.last == 1000)
    #expect(DeviceLimits.problem(of: fitted.device) == nil)
    #expect(steps == steps.sorted() && steps.first == 0)
  }

  @Test func aLibraryOfTooFewPhotosIsRefused() throws {
    let few = try TestLibrary.open(assetCount: 7)
    let needed = "the library has 7 photos that decode, a fit needs 8; choose a larger library"
    #expect(throws: MeasureError(needed)) {
      try Calibration.measure(few, imageCount: 200, rounds: 3, workers: 1, name: "a") { _, _ in }
    }
  }

  @Test(arguments: [8, 13, 200]) func everyPhotoIsDecodedAtEveryScaleThenReduced(_ count: Int) throws {
    let decodes = DecodeTrials.decodes(of: Self.assets, imageCount: count)
    #expect(Set(decodes).count == 9 * count, "no decode twice")
    for eighths in 1...8 as ClosedRange<Int32> {
      #expect(decodes.count { $0.form.scale.eighths == eighths && !$0.form.isReduced } == count)
    }
    let reduced = decodes.indices.filter { decodes[$0].form.isReduced }
    #expect(reduced.count == count && Set(reduced.map { decodes[$0].form.scale.eighths }) == Set(2...8))
    for index in reduced {
      let other = decodes[try #require(DecodeTrials.unreduced(decodes, index))]
      #expect(other.asset == decodes[index].asset && other.form.scale == decodes[index].form.scale)
      #expect(!other.form.isReduced)
    }
  }

  @Test func aFolderOfManySizesIsTakenFromEvenly() {
    var many: ContiguousArray<AssetInfo> = []
    for index in 0..<1_000 as Range<Int32> {
      let isDecodable = index % 10 != 0
      many.append(
        AssetInfo(
          width: 100 + index, height: 300, encodedBytes: 5_000 + index, thumbnailBytes: 0, isDecodable: isDecodable))
    }
    let chosen = Set(DecodeTrials.decodes(of: many, imageCount: 100).map(\.asset)).sorted()
    #expect(chosen.count == 100 && chosen.first == 1 && chosen.last == 999)
    #expect(chosen.allSatisfy { many[$0].isDecodable }, "what does not decode is not timed")
    #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $1 - $0 <= 12 })
    #expect(DecodeTrials.decodes(of: ContiguousArray(many.prefix(10)), imageCount: 200).count == 9 * 9)
    #expect(DecodeTrials.decodes(of: [], imageCount: 200).isEmpty)
  }

  @Test func eachRoundHasAnOrderOfItsOwnThatRepeats() {
    let orders = (0..<5).map { DecodeTrials.order(of: 500, round: $0) }
    #expect(Set(orders).count == 5 && orders.allSatisfy { $0.sorted() == Array(0..<500) })
    #expect(orders[3] == DecodeTrials.order(of: 500, round: 3))
  }

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
    #expect(cost(.eighth, 290) == 512 * 384 && cost(.fill, 290) == 512 * 384 + 3 * 387 * 290)
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
