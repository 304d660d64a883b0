/// The scroll physics of a synthetic trace.
public enum ScrollModel: String, CaseIterable, Sendable {
  /// UIScrollView, deceleration rate `normal`: 0.998 a millisecond.
  case ios
  /// UIScrollView, deceleration rate `fast`: 0.99 a millisecond.
  case iosFast = "ios-fast"
  /// Android's OverScroller.
  case android
  /// Chromium's physics-based fling curve, as on Windows and Linux.
  case chromium
  /// Flutter's clamping simulation.
  case flutter

  private var constants: (summary: String, speeds: ClosedRange<Double>, slop: Double) {
    switch self {
    case .ios, .iosFast:
      (
        "UIScrollView \(self == .ios ? "0.998" : "0.99"), rubber band 0.55, critically damped bounce k=100, "
          + "Flutter's fit of carried momentum", 10...100_000, 10
      )
    case .android: ("Android OverScroller spline, friction 0.015, flywheel", 50...8000, 8)
    case .chromium: ("Chromium PhysicsBasedFlingCurve, boosted flings", 30...17_000, 15)
    case .flutter: ("Flutter ClampingScrollSimulation", 50...8000, 18)
    }
  }

  /// The text in a trace's header.
  public var summary: String { constants.summary }

  /// The least and the largest speed of a fling, in points a second.
  var speeds: ClosedRange<Double> { constants.speeds }

  /// The points that a finger moves before content follows it: the touch slop of Android, Chromium and Flutter; UIKit's is
  /// not published, and 10 is what its pan gestures wait for.
  public var slop: Double { constants.slop }

  /// True if content can be pulled past its ends and comes back.
  var hasBounce: Bool { self == .ios || self == .iosFast }

  /// Returns the fling after a lift at `speed`, which is positive.
  func fling(speed: Double, viewportHeight: Double) -> Fling {
    switch self {
    case .ios: .exponential(speed: speed, rate: 0.998)
    case .iosFast: .exponential(speed: speed, rate: 0.99)
    case .android: .android(speed: speed)
    case .chromium: .bezier(speed: speed, viewportHeight: viewportHeight)
    case .flutter: .clamping(speed: speed)
    }
  }
}

/// The speed that a new fling inherits from the one that the finger stopped.
struct CarriedSpeed: Sendable {
  /// The speed of the scroll when the finger came down, and that at which its fling began; signed, points a second.
  var current = 0.0
  var initial = 0.0

  /// Flutter's fit to iOS: 0.000816 |v|^1.967, at most 40,000 points a second.
  static func momentum(_ speed: Double) -> Double {
    guard speed > 0 else { return 0 }
    return min(0.000816 * ExactMath.pow(speed, 1.967), 40_000)
  }

  /// Returns the speed of a fling that the finger alone would start at `velocity`.
  func added(to velocity: Double, in model: ScrollModel) -> Double {
    guard current * velocity > 0 else { return velocity }
    let sign = velocity < 0 ? -1.0 : 1.0
    switch model {
    case .ios, .iosFast:
      let carried = CarriedSpeed.momentum(current.magnitude)
      return velocity.magnitude > 0.5 * carried ? velocity + sign * carried : velocity
    case .android: return velocity + current
    case .chromium:
      let isBoosted = current.magnitude >= 350 && velocity.magnitude >= 350
      return sign * min((velocity + (isBoosted ? initial : 0)).magnitude, model.speeds.upperBound)
    case .flutter: return velocity
    }
  }
}
