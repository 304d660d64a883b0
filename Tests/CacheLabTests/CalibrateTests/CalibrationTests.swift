import LabLibrary
import Strategies
import Testing

@testable import CacheLab
@testable import LabBase
@testable import LabMeasure

/// What is said of a fit, from timings that are made up; and one of real decodes.
@Suite struct CalibrationTests {
  private static let plan = CalibrationPlan(assets: TestLibrary.shared.index.assets, imageCount: 24)

  /// Timings by the formula; a round is slower by its share, and the wall shows twice the CPU time.
  private static func timings(paces: [Double], alone: Double? = nil, progressive: Double = 1) -> DecodeTimings {
    let assets = TestLibrary.shared.index.assets
    func cpu(_ index: Int) -> Double {
      let decode = plan.decodes[index]
      let asset = assets[decode.asset]
      let pixels = Double(decode.form.decoded.pixelCount)
      let factor = SyntheticDecodes.factors[Int(decode.form.scale.eighths) - 1]
      let time = 20_000 + factor * (4.8 * Double(asset.encodedBytes) + 1.5 * pixels)
      let reduction = 1.25 * Double(decode.form.reducedPixels)
      return reduction + ((index / CalibrationPlan.formCount) % 2 == 0 ? time : time * progressive)
    }
    func timing(_ index: Int, _ share: Double) -> DecodeTiming {
      let time = Int64((cpu(index) * share).rounded())
      return DecodeTiming(cpu: time, wall: 2 * time)
    }
    return DecodeTimings(
      busy: plan.decodes.indices.map { index in paces.map { timing(index, $0) } },
      alone: plan.decodes.indices.map { index in
        alone.map { share in plan.alone.contains(index) ? [timing(index, share)] : [] } ?? []
      },
      partialImages: 0)
  }

  private static func fit(_ timings: DecodeTimings) throws -> Calibration {
    try Calibration(timings, plan: plan, assets: TestLibrary.shared.index.assets, workers: 2, name: "a")
  }

  @Test func oneSlowRoundChangesNoCoefficientButIsTheSpread() throws {
    let quiet = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, 1, 1]))
    let slow = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, 1.3, 1]))
    #expect(slow.device == quiet.device)
    #expect(quiet.spread == 0 && abs(slow.spread - 0.3) < 1e-3)
    #expect(quiet.unfitness == nil)
    let unfit = try #require(slow.unfitness)
    #expect(unfit.contains("differed by 30.0% between rounds") && unfit.contains("no device was written"), "\(unfit)")
  }

  @Test func theLimitOfTheSpreadIsATenth() throws {
    for (pace, isFit) in [(1.09, true), (1.11, false)] {
      let fitted = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, pace, 1]))
      #expect((fitted.unfitness == nil) == isFit, "\(pace)")
    }
  }

  @Test func theSlowdownOfBusyWorkersIsStated() throws {
    let fitted = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, 1, 1], alone: 0.8))
    #expect(abs(try #require(fitted.busyOverAlone) - 1.25) < 1e-3)
    #expect(fitted.wallOverCPU == 2)
    #expect(fitted.decodeCount == 24 * 9 * 3 + CalibrationTests.plan.alone.count)
    #expect(fitted.text.contains("with 2 workers busy a decode took 1.250 times the"))
  }

  @Test func exactTimesArePredictedExactly() throws {
    let fitted = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, 1, 1]))
    #expect(fitted.errors.p95 < 1e-3, "\(fitted.errors)")
    #expect(fitted.scales.count == 8 && fitted.scales.allSatisfy { $0.decodes == 24 })
    #expect(fitted.reduced.decodes == 24 && fitted.reduced.errors.p95 < 1e-3, "\(fitted.reduced)")
    #expect(abs(fitted.device.picosecondsPerReducedPixel - 1_250) < 15, "\(fitted.device)")
    #expect(fitted.verdict.hasSuffix("(p95)"), "no complaint: \(fitted.verdict)")
  }

  @Test func aPoorFitSaysWhetherNoiseIsWhy() throws {
    let odd = try CalibrationTests.fit(CalibrationTests.timings(paces: [1, 1, 1], progressive: 3))
    #expect(odd.verdict.contains("a poor fit: one decode repeats within 0.0%"))
    var timings = CalibrationTests.timings(paces: [1, 1, 1])
    var random = SplitMix64(seed: 3)
    for index in timings.busy.indices {
      for round in 0..<3 { timings.busy[index][round].cpu *= Int64(random.next(in: 1...4)) }
    }
    let noisy = try CalibrationTests.fit(timings)
    #expect(noisy.verdict.contains("a poor fit: the machine is noisy"))
  }

  @Test func realDecodesGiveADeviceWithinTheLimits() throws {
    var steps: [Int] = []
    let fitted = try Calibration.measure(
      TestLibrary.shared, imageCount: 12, rounds: 3, workers: 2, name: "a"
    ) { done, all in
      #expect(done < all)
      steps.append(done)
    }
    #expect(fitted.imageCount == 12 && fitted.rounds == 3 && fitted.decodeCount == 3 * (12 * 9 + 3 * 9))
    #expect(fitted.device.scaleFactors?.last == 1000)
    #expect(DeviceLimits.problem(of: fitted.device) == nil)
    #expect(steps == steps.sorted() && steps.first == 0)
  }

  @Test func aLibraryOfTooFewPhotosIsRefused() throws {
    let few = try TestLibrary.open(assetCount: 7)
    #expect(throws: CalibrationError.tooFewPhotos(count: 7)) {
      try Calibration.measure(few, imageCount: 200, rounds: 3, workers: 1, name: "a") { _, _ in }
    }
  }
}
