import Foundation
import Testing

@testable import CacheLab

/// The published physics, against the golden table made by independent scripts: distance and duration of a fling.
@Suite struct FlingTests {
  struct Golden: Sendable, CustomTestStringConvertible {
    var model: ScrollModel
    var speed: Double
    var distance: Double
    var seconds: Double
    var testDescription: String { "\(model.rawValue) at \(speed)" }
  }

  static let goldens: [Golden] = [
    (500.0, [(249.7, 3.10), (49.7, 0.46), (58, 0.33), (58, 0.28), (47, 0.22)]),
    (1000, [(499.5, 3.45), (99.5, 0.53), (194, 0.56), (194, 0.46), (189, 0.43)]),
    (2000, [(999.0, 3.80), (199.0, 0.60), (647, 0.92), (647, 0.76), (756, 0.87)]),
    (4000, [(1998.0, 4.14), (398.0, 0.66), (2157, 1.54), (2157, 1.27), (2532, 1.74)]),
    (8000, [(3996.0, 4.49), (796.0, 0.73), (7186, 2.57), (7186, 2.12), (2532, 2.00)]),
  ].flatMap { speed, row in
    zip([ScrollModel.ios, .iosFast, .android, .flutter, .chromium], row).map { model, found in
      Golden(model: model, speed: speed, distance: found.0, seconds: found.1)
    }
  }

  @Test(arguments: goldens) func goesAsFarAndAsLongAsPublished(_ golden: Golden) {
    let fling = golden.model.fling(speed: golden.speed, viewportHeight: 844)
    // Half of the table's last digit; .998 and .99 have one decimal.
    let isIOS = golden.model == .ios || golden.model == .iosFast
    #expect((fling.distance - golden.distance).magnitude <= (isIOS ? 0.051 : 0.51), "\(fling.distance)")
    #expect((fling.duration - golden.seconds).magnitude <= 0.0051, "\(fling.duration)")
  }

  @Test(arguments: ScrollModel.allCases) func isContinuousFromTheFingersSpeedToRest(_ model: ScrollModel) {
    for speed in [200.0, 1000, 3000, 7900] {
      let fling = model.fling(speed: speed, viewportHeight: 844)
      // Android looks its first value up with an error of 1e-5, and keeps it.
      #expect(fling.motion(0).way.magnitude < 3e-5 * fling.distance)
      // Android's table has straight pieces, and a fast fling in Chromium starts faster or slower than the finger.
      let tolerance = model == .android ? 0.05 : model == .chromium ? 0.7 : 0.01
      #expect((fling.motion(0).speed / speed - 1).magnitude < tolerance, "\(fling.motion(0).speed) of \(speed)")
      #expect((fling.motion(fling.duration).way - fling.distance).magnitude <= 0.51)
      var last = 0.0
      for step in 1...200 {
        let position = fling.motion(fling.duration * Double(step) / 200).way
        #expect(position >= last, "\(model) goes back at \(step)")
        last = position
      }
    }
  }

  @Test func theSplineIsAndroids() {
    for (share, way) in [(10, 0.2740), (25, 0.5838), (50, 0.8584), (75, 0.9711)] {
      #expect((Fling.spline[share] - way).magnitude < 0.000_06, "\(Fling.spline[share]) at \(share)")
    }
    #expect((Fling.decelerationRate - 2.358202).magnitude < 5e-7)
    #expect((Fling.drag - 778.353).magnitude < 5e-4)
  }

  @Test func theRubberBandStretchesAsPublished() {
    for (pull, stretch) in [(5.0, 2.741), (100, 51.635), (400, 174.511)] {
      #expect((RubberBand(dimension: 844).stretch(pull) - stretch).magnitude < 0.000_51)
      #expect((RubberBand(dimension: 844).pull(RubberBand(dimension: 844).stretch(pull)) - pull).magnitude < 1e-9)
    }
    for (pull, stretch) in [(5.0, 2.74), (100, 52.02), (960, 340.65)] {
      #expect((RubberBand(dimension: 960).stretch(pull) - stretch).magnitude < 0.0051)
    }
    #expect(RubberBand(dimension: 844).stretch(1e12) <= 844)
  }

  @Test func momentumIsCarriedAsFlutterFittedIt() {
    for (speed, carried) in [(1000.0, 650.0), (3000, 5639), (5000, 15402)] {
      #expect((CarriedSpeed.momentum(speed) - carried).magnitude < 0.51, "\(CarriedSpeed.momentum(speed))")
    }
    #expect(CarriedSpeed.momentum(1e6) == 40_000)
    let carried = CarriedSpeed(current: 1000, initial: 2000)
    #expect((carried.added(to: 1000, in: .ios) - 1650).magnitude < 0.51)
    #expect(carried.added(to: 300, in: .ios) == 300, "half of what is carried is needed")
    #expect(carried.added(to: -1000, in: .ios) == -1000, "another direction carries nothing")
    #expect(carried.added(to: 1000, in: .android) == 2000 && carried.added(to: 1000, in: .chromium) == 3000)
    #expect(carried.added(to: 16_000, in: .chromium) == 17_000 && carried.added(to: 1000, in: .flutter) == 1000)
  }

  @Test func theSpringComesBackWithoutCrossing() {
    let spring = Fling.spring(start: 0, velocity: 5000, threshold: 0.1)
    #expect((spring.motion(0.1).way - 5000 * 0.1 / 2.718281828).magnitude < 1e-6, "its farthest point")
    #expect(spring.motion(spring.duration).way < 0.1 && spring.motion(spring.duration - 0.002).way > 0.1)
  }

  @Test(arguments: ScrollModel.allCases) func knowsWhenItReachesAPlace(_ model: ScrollModel) throws {
    let fling = model.fling(speed: 3000, viewportHeight: 844)
    let time = try #require(fling.time(toReach: 200))
    #expect((fling.motion(time).way - 200).magnitude < 1e-6)
    #expect(fling.time(toReach: fling.distance + 1) == nil)
  }

  @Test func expAgreesWithTheCLibrary() {
    for step in -6900...6900 {
      let x = Double(step) / 10 + 0.037
      let (found, expected) = (ExactMath.exp(x), Foundation.exp(x))
      #expect((found / expected - 1).magnitude < 1e-15, "exp(\(x))")
    }
  }

  @Test func logAgreesWithTheCLibrary() {
    for step in 1...20_000 {
      for x in [Double(step) / 10_000, Double(step) / 7, Double(step) * 1e6] {
        #expect(
          (ExactMath.log(x) - Foundation.log(x)).magnitude <= 4e-16 * max(1, Foundation.log(x).magnitude), "log(\(x))")
      }
    }
  }

  @Test func powIsExpOfLog() {
    #expect((ExactMath.pow(2, 10) - 1024).magnitude < 1e-10)
    #expect((ExactMath.pow(5000, 1.967) / Foundation.pow(5000, 1.967) - 1).magnitude < 1e-14)
    #expect(ExactMath.exp(0) == 1 && ExactMath.log(1) == 0)
  }
}
