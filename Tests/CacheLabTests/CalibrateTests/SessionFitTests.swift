import GridEngine
import LabRecords
import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary

/// A device is found back from what an app's images took.
@Suite struct SessionFitTests {
  private static let target = PixelSize(width: 288, height: 288)

  /// Requests that a driver with so many open makes of a phone that serves so many at once, in bursts.
  private func session(
    _ device: DeviceProfile, open: Int, images count: Int = 400, targets: [PixelSize] = [target],
    knowsPhotos: Bool = true, takes: (Int, Int64) -> Int64 = { $1 }
  ) -> TraceSession {
    var session = TraceSession(strategy: "lru", workers: open, fit: .crop)
    let sizes = [(1024, 768), (768, 1024), (640, 1392), (1280, 720)].map { PixelSize(width: $0.0, height: $0.1) }
    // By worker: when it is idle; by place in the app's queue: when the answer came.
    var (idle, slots) = ([Int64](repeating: 0, count: device.workers), [Int64](repeating: 0, count: open))
    for number in 0..<count {
      if number % 25 == 0 { slots = slots.map { _ in (slots.max() ?? 0) + 100_000_000 } }
      let slot = slots.indices.min { (slots[$0], $0) < (slots[$1], $1) } ?? 0
      let begin = slots[slot]
      let (size, target) = (sizes[number * 7 % sizes.count], targets[number / 25 % targets.count])
      let form = BitmapForm(of: size, reaching: target, fit: .crop)
      let worker = idle.indices.min { idle[$0] < idle[$1] } ?? 0
      let end = max(begin, idle[worker]) + takes(number, device.cost(encodedBytes: 0, of: form).rawValue)
      (idle[worker], slots[slot]) = (end, end)
      session.images.append(
        TraceSession.Image(
          time: end, took: end - begin, photo: knowsPhotos ? size : nil, target: target, bytes: nil, tier: .full,
          result: .image, open: slots.count { $0 > begin }))
    }
    return session
  }

  private func device(fixed: Int64, pixel: Int64, workers: Int) -> DeviceProfile {
    DeviceProfile(
      name: "phone", fixed: Nanoseconds(rawValue: fixed), picosecondsPerByte: 0, picosecondsPerPixel: pixel,
      picosecondsPerReducedPixel: pixel / 2, workers: workers)
  }

  private func isNear(_ value: Int64, _ expected: Int64, within share: Double) -> Bool {
    Double((value - expected).magnitude) <= share * Double(expected)
  }

  private func fit(_ session: TraceSession, name: String = "phone") throws(MeasureError) -> FittedDevice {
    try SessionFit.fit(session, name: name, session: "x")
  }

  private static let several = [
    target, PixelSize(width: 386, height: 386), PixelSize(width: 228, height: 228), PixelSize(width: 580, height: 580),
  ]

  @Test(arguments: [(1, 1), (1, 2), (2, 2), (2, 4), (2, 8), (3, 4), (4, 4)])
  func theDeviceIsFoundWhateverIsKeptOpen(_ workers: Int, _ open: Int) throws {
    let phone = device(fixed: 3_000_000, pixel: 40_000, workers: workers)
    let fit = try fit(session(phone, open: open, targets: Self.several))
    #expect(fit.device.workers == workers && fit.members["images"] == .integer(400))
    #expect(fit.members["pixels"] == .string("fitted"))
    #expect(isNear(fit.device.fixed.rawValue, 3_000_000, within: 0.01), "\(fit.device)")
    #expect(isNear(fit.device.picosecondsPerPixel, 40_000, within: 0.01), "\(fit.device)")
    #expect(fit.device.picosecondsPerReducedPixel == fit.device.picosecondsPerPixel / 2 && fit.errors.p95 < 0.001)
    #expect((fit.members["waited"] != .integer(0)) == (open > workers))
  }

  /// One of a hundred images takes fifty times as long, and each up to a fifth more or less.
  @Test func outliersAndJitterMoveItLittle() throws {
    let phone = device(fixed: 3_000_000, pixel: 40_000, workers: 2)
    let noisy = session(phone, open: 2, images: 2000, targets: Self.several) { number, cost in
      let draw = Int64(SplitMix64.hash(7, UInt64(number)) % 401)
      return number % 100 == 3 ? cost * 50 : cost * (800 + draw) / 1000
    }
    let fit = try fit(noisy)
    #expect(fit.device.workers == 2)
    // Compared where images are: the mean of both terms.
    let form = BitmapForm(of: PixelSize(width: 1024, height: 768), reaching: Self.target, fit: .crop)
    let (found, expected) = (fit.device.cost(encodedBytes: 0, of: form), phone.cost(encodedBytes: 0, of: form))
    #expect(isNear(found.rawValue, expected.rawValue, within: 0.1), "\(fit.device)")
    #expect(fit.errors.median < 0.15)
  }

  @Test func whatCannotBeToldApartIsSaid() throws {
    let phone = device(fixed: 3_000_000, pixel: 40_000, workers: 2)
    let alike = try fit(session(device(fixed: 8_000_000, pixel: 0, workers: 2), open: 2))
    #expect(alike.device.fixed.rawValue == 8_000_000 && alike.device.picosecondsPerPixel == 0)
    let unknown = try fit(session(phone, open: 2, targets: Self.several, knowsPhotos: false))
    #expect(unknown.device.fixed.rawValue > 3_000_000 && unknown.device.picosecondsPerPixel == 0)
    #expect(unknown.text.contains("\npixels               the session has no sizes of photos\n"), "\(unknown.text)")
    let one = try fit(session(phone, open: 1))
    #expect(one.device.workers == 1 && one.members["workers-told-apart"] == .bool(false))
    let four = try fit(session(phone, open: 4, targets: Self.several))
    #expect(four.members["workers-told-apart"] == .bool(true) && four.members["open-requests-seen"] == .integer(4))
    for line in (four.text + unknown.text).split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func fewImagesAreRefused() {
    let phone = device(fixed: 3_000_000, pixel: 0, workers: 2)
    let few = "has the times of 29 images, a fit needs 30; record a longer session"
    #expect(throws: MeasureError("s.scrolltrace \(few)")) {
      try SessionFit.fit(session(phone, open: 2, images: 29), name: "phone", session: "s.scrolltrace")
    }
    var other = session(phone, open: 2, images: 60)
    for index in other.images.indices { other.images[index].result = index % 2 == 0 ? .failure : .thumbnail }
    let none = "x has the times of no images, a fit needs 30; record a longer session"
    #expect(throws: MeasureError(none)) { try fit(other) }
  }

  @Test func whatWasAtHandIsNoDecode() throws {
    let phone = device(fixed: 3_000_000, pixel: 0, workers: 2)
    var session = session(phone, open: 2)
    for index in session.images.indices where index % 3 == 0 { session.images[index].took = 90_000 }
    let fit = try fit(session)
    #expect(fit.members["at-hand-left-out"] == .integer(134))
    #expect(isNear(fit.device.fixed.rawValue, 3_000_000, within: 0.001))
  }

  @Test func theDeviceFileIsReadBack() throws {
    let phone = device(fixed: 3_000_000, pixel: 40_000, workers: 2)
    let fit = try fit(session(phone, open: 2, targets: Self.several), name: "my-phone")
    let origin = JSON.object(["name": .string("hunt"), "device": .string("iPhone17,1")])
    let file = DeviceFile(fit, origin: ["session": origin], created: "2026-01-31T12:00:00Z")
    let read = try DeviceFile(text: file.json.prettyText, path: "x.json")
    #expect(read.device == fit.device && read.device.name == "my-phone")
    #expect(
      read.mismatch(with: RunEnvironment(gitRevision: nil)) == "fitted to the session 'hunt' of an app on iPhone17,1")
    #expect(read.calibration?["images"] == .integer(400))
  }

  /// Whatever times a file claims, a fit ends: with a device within limits, or an error.
  @Test func oddTimesEnd() throws {
    let phone = device(fixed: 3_000_000, pixel: 0, workers: 2)
    for time: Int64 in [100_001, 2_592_000_000_000_000] {
      var odd = session(phone, open: 64, images: 200)
      for index in odd.images.indices {
        odd.images[index].time = 2_592_000_000_000_000
        odd.images[index].took = time
      }
      do throws(MeasureError) {
        let fit = try fit(odd)
        #expect(DeviceLimits.problem(of: fit.device) == nil)
      } catch {
        guard error.description.hasPrefix("no cost model fits") else { throw error }
      }
    }
  }

  /// Each begin is compared with all ends before it, as no fit could afford.
  @Test(arguments: 1...6) func imagesAreServedInTheirOrder(_ workers: Int) {
    let phone = device(fixed: 3_000_000, pixel: 40_000, workers: 3)
    let session = session(phone, open: 6) { number, cost in
      cost + Int64(SplitMix64.hash(3, UInt64(number)) % 9_000_000)
    }
    let order = session.images.sorted { ($0.begin, $0.time) < ($1.begin, $1.time) }
    let expected = order.indices.map { index in
      let image = order[index]
      let open = order[..<index].map(\.time).filter { $0 > image.begin + 2_000 }.sorted()
      return Double(max(0, image.time - (open.count < workers ? image.begin : open[open.count - workers])))
    }
    #expect(SessionQueue(session).serviceTimes(workers: workers) == expected)
  }

  /// A file may say that all images were open at once: a comparison of each with each takes hours. The half hour only
  /// ends these.
  @Test(.timeLimit(.minutes(30))) func aCrowdedSessionIsServedAllTheSame() {
    let end: Int64 = 100_000_000_000
    var session = TraceSession(strategy: "lru", workers: 64, fit: .crop)
    for number in 0..<500_000 {
      session.images.append(
        TraceSession.Image(
          time: end, took: end - Int64(number), photo: nil, target: Self.target, bytes: nil, tier: .full,
          result: .image, open: 1 + number % 64))
    }
    let times = SessionQueue(session).serviceTimes(workers: 64)
    #expect(times[63] == Double(end - 63) && times[64...].allSatisfy { $0 == 0 } && times.count == 500_000)
  }

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
      #expect(throws: MeasureError.self) { try CostFit(samples) }?.description ?? ""
    }
    #expect(failure([]) == "0 decodes at 1/8, a fit needs 8; raise --assets")
    #expect(failure(SyntheticDecodes.samples(photos: 7)) == "7 decodes at 1/8, a fit needs 8; raise --assets")
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
    #expect(throws: MeasureError.self) { try fit.device(name: "a", workers: 2) }
  }
}
