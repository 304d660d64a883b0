/// A seeded person who looks for a known photo with a mouse: turns of the wheel, back and forth, and leaps and drags by
/// the scroll bar.
///
/// Source: 82 public sessions of about eleven people who search a grid of pictures in a browser, offsets at 60 to 120 Hz.
/// Their percentiles 10, 25, 50, 75 and 90 are 18, 33, 50, 88 and 224 seconds, 1.6, 2.6, 5.0, 10.4 and 17 screens travelled,
/// and 1.3, 2.8, 5.1, 12 and 23 screens a minute. Pauses and turns are those of `StressHabits`. Nothing is published of
/// the steps of the wheel and of the bar: they are assumptions under which 60 seeded people (1 to 60) travel as many
/// screens a minute, and wait without preheating about as often as the real ones. Modelled sessions last 85 seconds, the
/// mean.
struct SearcherFingers: Fingers {
  /// The points that browsers scroll for one step of a wheel, and the milliseconds until the next step.
  private static let step = 100.0
  private static let stepTime = Quantiles([(0, 20), (0.5, 60), (1, 150)])
  private static let steps = Quantiles([(0, 1), (0.5, 3), (0.9, 9), (1, 16)])
  /// The share of movements that are made by the scroll bar; points and milliseconds of these.
  private static let barShare = 0.18
  private static let barWay = Quantiles([(0, 800), (0.5, 1800), (0.9, 4000), (1, 6000)])
  private static let barTime = Quantiles([(0, 10), (0.6, 50), (1, 1000)])
  /// The most points a millisecond: half the speed that a trace calls a leap of the app.
  private static let barSpeedMax = 100.0
  private static let barBack = 0.4
  /// Mean and standard deviation, over people, of the logarithm of what their pauses are of the drawn ones.
  private static let pace = (mean: 1.5, spread: 1.1)

  private var random: SplitMix64
  private let pace: Double
  private var direction = 1.0

  init(person: UInt64, seed: UInt64) {
    random = SplitMix64(seed: seed)
    let z = NormalCurve.value(share: PersonFingers.place(of: person, dimension: 0))
    pace = ExactMath.exp(SearcherFingers.pace.mean + SearcherFingers.pace.spread * z)
  }

  mutating func next(at offset: Double, of last: Double) -> [Gesture] {
    var moves: [Gesture] = []
    if random.share() < SearcherFingers.barShare {
      let way = SearcherFingers.barWay.draw(&random)
      direction = random.share() < SearcherFingers.barBack ? -1 : 1
      if offset + direction * way < 0 || offset + direction * way > last { direction = -direction }
      let duration = max(SearcherFingers.barTime.draw(&random), way / SearcherFingers.barSpeedMax).rounded()
      moves.append { [direction] in $0.turnWheel(by: direction * way, duration: duration) }
    } else {
      if random.share() < StressHabits.browse.turns { direction = -direction }
      if offset <= 0 { direction = 1 } else if offset >= last { direction = -1 }
      for _ in 0..<Int(SearcherFingers.steps.draw(&random).rounded()) {
        let duration = SearcherFingers.stepTime.draw(&random).rounded()
        moves.append { [direction] in $0.turnWheel(by: direction * SearcherFingers.step, duration: duration) }
      }
    }
    let wait = (StressHabits.pause.draw(&random) * pace).rounded()
    return moves + [{ $0.wait(wait) }]
  }
}
