import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary

/// Least squares against decodes whose cost is known.
@Suite struct CostFitTests {
  struct Model: Sendable {
    var fixed: Double
    var perByte: Double
    var perPixel: Double
    var factors = SyntheticDecodes.factors
  }

  static let models = [
    Model(fixed: 90_000, perByte: 4.8, perPixel: 1.5),
    Model(fixed: 500_000, perByte: 50, perPixel: 15, factors: Array(repeating: 1, count: 8)),
    Model(fixed: 0, perByte: 10, perPixel: 2),
    Model(fixed: 20_000, perByte: 12, perPixel: 0),
    Model(fixed: 20_000, perByte: 0, perPixel: 3),
    Model(fixed: 5, perByte: 0.001, perPixel: 7, factors: [9, 0.2, 3, 1, 0.1, 5, 2, 1]),
  ]

  @Test(arguments: models) func exactTimesGiveTheirCoefficients(_ model: Model) throws {
    let fit = try CostFit(
      SyntheticDecodes.samples(
        fixed: model.fixed, perByte: model.perByte, perPixel: model.perPixel, factors: model.factors))
    // A millionth of what a decode costs.
    let scale = 250_000 * model.perByte + 800_000 * model.perPixel + model.fixed
    #expect(abs(fit.fixed - model.fixed) < scale * 1e-6, "\(fit)")
    #expect(abs(fit.perByte - model.perByte) * 250_000 < scale * 1e-6, "\(fit)")
    #expect(abs(fit.perPixel - model.perPixel) * 800_000 < scale * 1e-6, "\(fit)")
    for (found, wanted) in zip(fit.factors, model.factors) { #expect(abs(found / wanted - 1) < 1e-5, "\(fit)") }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func noisyTimesGiveThemNearly(_ seed: UInt64) throws {
    let samples = SyntheticDecodes.samples(photos: 200, noise: 0.05, seed: seed)
    let fit = try CostFit(samples)
    #expect(abs(fit.perByte / 4.8 - 1) < 0.05, "seed \(seed): \(fit)")
    #expect(abs(fit.perPixel / 1.5 - 1) < 0.1, "seed \(seed): \(fit)")
    #expect(abs(fit.fixed / 90_000 - 1) < 0.5, "seed \(seed): \(fit)")
    let device = try fit.device(name: "a", workers: 2)
    let truth = SyntheticDecodes.samples(photos: 200, seed: seed)
    let errors = ErrorSummary(truth.map { $0.error(of: device) })
    #expect(errors.p95 < 0.02, "seed \(seed): noise of 5 % averages out, \(errors)")
  }

  @Test func aFixedCostBelowNothingIsNothing() throws {
    let fit = try CostFit(SyntheticDecodes.samples(fixed: -50_000))
    #expect(fit.fixed == 0 && fit.perByte > 0 && fit.perPixel >= 0, "\(fit)")
  }

  /// Brute force: no neighbour of the coefficients found leaves less relative error.
  @Test func noNeighbourIsBetter() throws {
    let samples = SyntheticDecodes.samples(noise: 0.2, seed: 7)
    let fit = try CostFit(samples)
    func error(_ fixed: Double, _ perByte: Double, _ perPixel: Double, _ factors: [Double]) -> Double {
      samples.reduce(0) { sum, sample in
        let variable = perByte * Double(sample.encodedBytes) + perPixel * Double(sample.pixels)
        let error = (fixed + factors[Int(sample.eighths) - 1] * variable) / sample.nanoseconds - 1
        return sum + error * error
      }
    }
    let best = error(fit.fixed, fit.perByte, fit.perPixel, fit.factors)
    for change in [0.999, 1.001] {
      #expect(error(fit.fixed * change, fit.perByte, fit.perPixel, fit.factors) > best)
      #expect(error(fit.fixed, fit.perByte * change, fit.perPixel, fit.factors) > best)
      #expect(error(fit.fixed, fit.perByte, fit.perPixel * change, fit.factors) > best)
      for index in 0..<7 {
        var factors = fit.factors
        factors[index] *= change
        #expect(error(fit.fixed, fit.perByte, fit.perPixel, factors) > best)
      }
    }
  }

  @Test func theDeviceHasTheCoefficientsInItsUnits() throws {
    let device = try CostFit(SyntheticDecodes.samples()).device(name: "a", workers: 3)
    let wanted = DeviceProfile(
      name: "a", fixed: Nanoseconds(rawValue: 90_000), picosecondsPerByte: 4_800, picosecondsPerPixel: 1_500,
      workers: 3, scaleFactors: [1500, 1600, 1750, 1400, 1900, 1950, 2050, 1000])
    #expect(device == wanted)
  }

  @Test func whatCannotTellTheCoefficientsApartIsRefused() {
    func failure(_ samples: [CostSample]) -> String {
      #expect(throws: CalibrationError.self) { try CostFit(samples) }?.description ?? ""
    }
    #expect(failure([]) == "0 decodes at 1/8, a fit needs 8: raise --images")
    #expect(failure(SyntheticDecodes.samples(photos: 7)) == "7 decodes at 1/8, a fit needs 8: raise --images")
    #expect(failure(SyntheticDecodes.samples().filter { $0.eighths != 5 }).hasPrefix("0 decodes at 5/8, "))
    var equal = SyntheticDecodes.samples()
    for index in equal.indices { equal[index].encodedBytes = 200_000 }
    #expect(failure(equal).hasPrefix("the files measured have 200000 to 200000 bytes: "))
    for time in [0, -1, Double.nan, .infinity] {
      var wrong = SyntheticDecodes.samples()
      wrong[3].nanoseconds = time
      #expect(failure(wrong).hasPrefix("no cost model fits what was measured (a decode of "), "\(time) ns")
    }
  }

  @Test func aDeviceBeyondItsLimitsIsRefused() throws {
    let fit = try CostFit(SyntheticDecodes.samples(perByte: 2_000, perPixel: 10))
    #expect(throws: CalibrationError.self) { try fit.device(name: "a", workers: 2) }
  }
}
