/// The scrolling of a modelled person.
public enum HumanStyle: String, CaseIterable, Sendable {
  /// Reads as people do: short drags that mostly stop before the finger lifts, and long rests.
  case reader
  /// Looks at text and pictures as people do: drags, flings, and turns after rests.
  case looker
  /// Looks for a photo as people do with a mouse: turns of the wheel, back and forth, and leaps by the scroll bar.
  case searcher
  /// Stress. Looks: bursts of one to three slow flings with pauses between them.
  case browse
  /// Stress. Searches up and down: stroke upon stroke, with turns.
  case hunt
  /// Stress. Wants to get far: hard flings in one direction.
  case fast

  private var person: PersonTable? { self == .reader ? .reader : self == .looker ? .looker : nil }
  private var stress: StressHabits { self == .browse ? .browse : self == .hunt ? .hunt : .fast }

  /// Returns the fingers of a person of this style.
  ///
  /// - Parameters:
  ///   - person: The number of the person, by which people differ.
  ///   - pace: The person's speeds as a multiple of the published ones.
  ///   - pause: The same of the pauses.
  func fingers(person: UInt64, seed: UInt64, pace: Double = 1, pause: Double = 1) -> any Fingers {
    if let table = self.person { return PersonFingers(table, person: person, seed: seed) }
    if self == .searcher { return SearcherFingers(person: person, seed: seed) }
    return StressFingers(habits: stress, random: SplitMix64(seed: seed), pace: pace, pause: pause)
  }

  /// The length of a trace by default, in seconds.
  public var usualSeconds: Int64 { person?.seconds ?? (self == .searcher ? 85 : 30) }

  var words: String {
    let modelled = "modelled: '\(rawValue)', "
    if let person { return modelled + "with the statistics of people: \(person.source)" }
    if self == .searcher { return modelled + "with the statistics of people who search a grid of pictures" }
    return modelled + "drawn from published speeds, contacts and pauses"
  }
}

/// Fingers that stress a strategy: they touch for a shorter time than any person of whom figures are published.
struct StressHabits: Sendable {
  /// The speeds at which fingers lift, in points a second, evenly between the published extremes.
  let speed: Quantiles
  /// The milliseconds of a touch, from the same source.
  let contact: Quantiles
  /// The most strokes of a burst: an assumption, since nothing is published.
  let burstMax: Int
  /// The share of bursts that turn round. Those of `hunt` and `fast` are assumptions; all turn at the ends.
  let turns: Double

  /// 18 flings on a Pixel, "slow" and "faster" (AOSP's velocity tracker test); 12.6 % turns in the search study.
  static let browse = StressHabits(
    speed: Quantiles([(0, 254), (1, 1357)]), contact: Quantiles([(0, 44), (1, 100)]), burstMax: 3, turns: 0.126)
  /// The strokes of a Flutter session.
  static let hunt = StressHabits(
    speed: Quantiles([(0, 348), (1, 2987)]), contact: Quantiles([(0, 100), (1, 232)]), burstMax: 12, turns: 0.5)
  /// As `browse`, "fast".
  static let fast = StressHabits(
    speed: Quantiles([(0, 2098), (1, 4540)]), contact: Quantiles([(0, 44), (1, 100)]), burstMax: 8, turns: 0)

  /// The milliseconds from a lift to the next touch of a burst (Flutter: 191 to 648, median 421).
  static let gap = Quantiles([(0, 191), (0.5, 421), (1, 648)])

  /// The milliseconds between bursts: quartiles and p90 of 1,100 bursts of image-grid search (the pilot of arXiv
  /// 2510.04396). The ends are assumptions: below 150 ms the study sees one burst, and a trace is not for long rests.
  static let pause = Quantiles([(0, 150), (0.25, 420), (0.5, 940), (0.75, 2900), (0.9, 6800), (1, 12_000)])
}

struct StressFingers: Fingers {
  let habits: StressHabits
  var random: SplitMix64
  let pace, pause: Double
  var direction = 1.0
  /// The strokes of the burst that are to come; nil before the first burst.
  var strokesLeft: Int?

  mutating func next(at offset: Double, of last: Double) -> [Gesture] {
    let rest: Gesture
    var left = strokesLeft ?? 1 + random.next(below: habits.burstMax)
    if left == 0 {
      left = 1 + random.next(below: habits.burstMax)
      if Double(random.next(below: 1000)) < habits.turns * 1000 { direction = -direction }
      let duration = (StressHabits.pause.draw(&random) * pause).rounded()
      rest = { $0.rest(duration) }
    } else {
      let duration = StressHabits.gap.draw(&random).rounded()
      rest = { $0.wait(duration) }
    }
    strokesLeft = left - 1
    // A person turns round at an end.
    if last <= 0 || offset <= 0 { direction = 1 } else if offset >= last { direction = -1 }
    let speed = (habits.speed.draw(&random) * pace).rounded()
    let contact = habits.contact.draw(&random).rounded()
    return [rest, { [direction] in $0.flick(direction * speed, contact: contact) }]
  }
}
