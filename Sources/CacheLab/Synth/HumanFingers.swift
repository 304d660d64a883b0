import LabBase
import StrategyKit

/// A seeded person: gestures drawn from published distributions (`HumanStyle`). The same seed gives the same fingers.
public struct HumanFingers: Fingers, Sendable {
  /// What kind of scrolling.
  public let style: HumanStyle
  private var random: SplitMix64
  private var direction = 1.0
  private var strokesLeft: Int
  private var pending: [Gesture] = [.wait(600)]

  /// What a person's speeds and pauses are of the published ones.
  private let (pace, pause): (Double, Double)

  public init(style: HumanStyle, seed: UInt64, pace: Double = 1, pause: Double = 1) {
    self.style = style
    (self.pace, self.pause) = (pace, pause)
    random = SplitMix64(seed: seed)
    strokesLeft = 1 + random.next(below: style.burstMax)
  }

  mutating func next(at place: Double) -> Gesture? {
    if !pending.isEmpty { return pending.removeFirst() }
    if strokesLeft == 0 {
      strokesLeft = 1 + random.next(below: style.burstMax)
      if chance(style.turns) { direction = -direction }
      pending.append(.rest(whole(style.pause.draw(&random) * pause)))
    } else {
      pending.append(.wait(whole(style.gap.draw(&random))))
    }
    strokesLeft -= 1
    // Nobody pushes on for long where nothing comes.
    if place <= 0 { direction = 1 } else if place >= 1 { direction = -1 }
    let speed = whole(style.speed.draw(&random) * pace)
    pending.append(.flick(speed: direction * speed, contact: whole(style.contact.draw(&random))))
    return pending.removeFirst()
  }

  private mutating func chance(_ share: Double) -> Bool { Double(random.next(below: 1000)) < share * 1000 }

  private func whole(_ value: Double) -> Double { value.rounded() }
}
