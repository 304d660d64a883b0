import LabBase
import StrategyKit

/// A seeded finger that stresses a strategy (`StressHabits`). The same seed gives the same strokes.
struct StressFingers: Fingers {
  private let habits: StressHabits
  private var random: SplitMix64
  private var direction = 1.0
  private var strokesLeft: Int
  private var pending: [Gesture] = [.wait(600)]

  /// What a person's speeds and pauses are of the published ones.
  private let (pace, pause): (Double, Double)

  init(_ habits: StressHabits, seed: UInt64, pace: Double = 1, pause: Double = 1) {
    self.habits = habits
    (self.pace, self.pause) = (pace, pause)
    random = SplitMix64(seed: seed)
    strokesLeft = 1 + random.next(below: habits.burstMax)
  }

  mutating func next(at offset: Double, of last: Double) -> Gesture? {
    if !pending.isEmpty { return pending.removeFirst() }
    if strokesLeft == 0 {
      strokesLeft = 1 + random.next(below: habits.burstMax)
      if chance(habits.turns) { direction = -direction }
      pending.append(.rest(whole(StressHabits.pause.draw(&random) * pause)))
    } else {
      pending.append(.wait(whole(StressHabits.gap.draw(&random))))
    }
    strokesLeft -= 1
    // Nobody pushes on for long where nothing comes.
    if last <= 0 || offset <= 0 { direction = 1 } else if offset >= last { direction = -1 }
    let speed = whole(habits.speed.draw(&random) * pace)
    pending.append(.flick(speed: direction * speed, contact: whole(habits.contact.draw(&random))))
    return pending.removeFirst()
  }

  private mutating func chance(_ share: Double) -> Bool { Double(random.next(below: 1000)) < share * 1000 }

  private func whole(_ value: Double) -> Double { value.rounded() }
}
