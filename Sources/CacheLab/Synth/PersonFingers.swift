/// A seeded person whose strokes have the statistics of a study (`PersonTable`).
struct PersonFingers: Fingers {
  private let table: PersonTable
  private var random: SplitMix64
  /// The person's part of the variance of each normal number, and the person's own part of the number.
  private let (parts, own): ([Double], [Double])
  /// The triangle by which the other parts of a stroke's four numbers follow from independent ones.
  private let mixing: [[Double]]
  private var direction = 1.0
  private var pause: Double?

  init(_ table: PersonTable, person: UInt64, seed: UInt64) {
    self.table = table
    random = SplitMix64(seed: seed)
    parts = table.own
    own = parts.enumerated().map { dimension, part in
      part.squareRoot() * NormalCurve.value(share: PersonFingers.place(of: person, dimension: dimension))
    }
    mixing = PersonFingers.triangle(table.correlations)
  }

  /// The powers -1 to -5 of the number whose sixth power is one more than itself, times 2^64 (Roberts's sequence).
  private static let steps: [UInt64] = [
    0xE19B_01AA_9D42_C633, 0xC6D1_D6C8_ED0C_9631, 0xAF36_D01E_F751_8DBB, 0x9A69_443F_36F7_10E7, 0x8814_03B9_339B_D42D,
  ]

  /// Returns a person's place among all in one of five dimensions, from 0 to 1: numbers in a row fill each range evenly.
  static func place(of person: UInt64, dimension: Int) -> Double {
    Double((person &* steps[dimension] &+ 1 << 63) >> 11) / 9_007_199_254_740_992
  }

  mutating func next(at offset: Double, of last: Double) -> [Gesture] {
    let (contact, length, speed, pause) = stroke()
    if let pause = self.pause {
      let share = table.turns.first { pause < $0.below }?.share ?? 0
      if random.share() < share * (direction > 0 ? table.turnsOnward : table.turnsBack) { direction = -direction }
    }
    // A person turns round at an end.
    if direction < 0 && offset < length {
      direction = 1
    } else if direction > 0 && offset > last - length {
      direction = -1
    }
    self.pause = pause
    let ways = ways(direction * length, contact: contact, speed: speed)
    return [{ [direction] in $0.pull(ways, speed: direction * speed) }, { $0.wait(pause) }]
  }

  private mutating func stroke() -> (contact: Double, length: Double, speed: Double, pause: Double) {
    let independent = mixing.map { _ in NormalCurve.value(share: random.share()) }
    let z = mixing.indices.map { index in
      own[index] + (1 - parts[index]).squareRoot() * zip(mixing[index], independent).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let rank = (NormalCurve.share(below: z[2]) - (1 - table.flings)) / table.flings
    let speed =
      rank > 0 ? table.speed.value(own[4] + (1 - parts[4]).squareRoot() * NormalCurve.value(share: rank)).rounded() : 0
    return (
      table.contact.value(z[0]).rounded(), table.length.value(z[1]).rounded(), speed, table.pause.value(z[3]).rounded()
    )
  }

  /// Returns the parts of a way: a fling begins when the way suffices for the speed, and a stop comes before the lift.
  private func ways(_ way: Double, contact: Double, speed: Double) -> [FingerWay] {
    guard speed > 0 else {
      let moving = (contact / 2).rounded()
      return [FingerWay(way: way, duration: moving, bend: -1), FingerWay(way: 0, duration: contact - moving)]
    }
    let moving = min(contact, max((2000 * way.magnitude / speed).rounded(), 1))
    let bend = min(speed * moving / 1000 / way.magnitude - 1, 1)
    return [FingerWay(way: 0, duration: contact - moving), FingerWay(way: way, duration: moving, bend: bend)]
  }

  /// Returns the lower triangle whose product with its own transpose is these correlations (Cholesky).
  private static func triangle(_ correlations: [[Double]]) -> [[Double]] {
    var rows: [[Double]] = []
    for (index, correlation) in correlations.enumerated() {
      var row: [Double] = []
      for column in 0..<index {
        let known = zip(row, rows[column]).reduce(0) { $0 + $1.0 * $1.1 }
        row.append((correlation[column] - known) / rows[column][column])
      }
      row.append((correlation[index] - row.reduce(0) { $0 + $1 * $1 }).squareRoot())
      rows.append(row)
    }
    return rows
  }
}

/// The distributions of a person's fingers, made from `FingerFigures.reader` or `.looker`.
///
/// Contact, length, speed and pause of a stroke are four normal numbers with the correlations below (a Gaussian copula),
/// read off percentiles whose logarithms are joined by straight lines over the normal scale. A part of each number is
/// the person's own and stays the same in all strokes.
///
/// The percentiles differ a little from the published ones: in the same time quick people make more strokes, and a
/// session ends before its longest pauses do. With those below, the strokes of many people have the published ones. They
/// were found with the seeds 1 to 200 of `lab-run trace synth --human`. Speeds of a looker are 4 % lower than
/// the published ones: a trace tells the speed at which a fling begins, and what the scroll still had is part of it.
struct PersonTable: Sendable {
  let source: String
  let seconds: Int64
  /// Milliseconds, points, milliseconds.
  let contact: NormalScale
  let length: NormalScale
  let pause: NormalScale
  /// The share of strokes whose finger does not stop before it lifts.
  let flings: Double
  /// Points a second of these.
  let speed: NormalScale
  /// The correlations of the normal numbers of contact, length, speed and pause within a person.
  let correlations: [[Double]]
  /// The person's part of the variance: of contact, length, the share of flings, pause, and the speed of flings.
  let own: [Double]
  /// The share of strokes that turn round, by the pause before them, up to a limit in milliseconds.
  let turns: [(below: Double, share: Double)]
  /// The factors of these shares on the way towards the end, and on the way back.
  let turnsOnward, turnsBack: Double

  static let reader = PersonTable(
    source: "HMOG, Yang et al. 2014", seconds: 455,
    contact: NormalScale(percentiles: [60, 139, 258, 332, 482, 686, 1085, 2070, 3520, 9400, 20_000]),
    length: NormalScale(percentiles: [10, 13, 26, 31, 40, 61, 104, 161, 201, 320, 500]),
    pause: NormalScale(percentiles: [180, 262, 348, 450, 840, 2530, 9600, 36_500, 53_000, 127_000, 240_000]),
    flings: 0.468,
    speed: NormalScale([
      (0, 50), (0.456, 104), (0.783, 240), (0.891, 476), (0.900, 500), (0.978, 1791), (1, 3500),
    ]),
    correlations: [[1], [0.40, 1], [-0.50, 0.375, 1], [0, 0, 0, 1]], own: [0.38, 0.36, 0.055, 0.11, 0.42],
    turns: [(648, 0.08), (1500, 0.05), (4000, 0.11), (.infinity, 0.20)], turnsOnward: 0.62, turnsBack: 3.85)

  static let looker = PersonTable(
    source: "Serwadda, Phoha and Wang 2013", seconds: 638,
    contact: NormalScale(percentiles: [14, 31, 47, 66, 107, 202, 454, 953, 1570, 3381, 8000]),
    length: NormalScale(percentiles: [8, 10, 28, 42, 68, 97, 128, 158, 177, 213, 300]),
    pause: NormalScale(percentiles: [190, 244, 290, 333, 417, 636, 1500, 4250, 8100, 34_000, 150_000]),
    flings: 0.77,
    speed: NormalScale([
      (0, 50), (0.026, 60), (0.351, 358), (0.675, 862), (0.870, 1432), (0.935, 1838), (0.987, 2731), (1, 5000),
    ]),
    correlations: [[1], [0.06, 1], [-0.62, 0.24, 1], [0.20, -0.27, -0.19, 1]], own: [0.13, 0.22, 0.06, 0.09, 0.035],
    turns: [(300, 0.10), (648, 0.16), (1500, 0.35), (4000, 0.49), (.infinity, 0.53)], turnsOnward: 0.833,
    turnsBack: 1.18)
}

/// Values by normal numbers, whose logarithms lie on straight lines between some points.
struct NormalScale: Sendable {
  private let line: Quantiles

  /// Creates a scale from the smallest value, the percentiles 1, 5, 10, 25, 50, 75, 90, 95 and 99, and the largest value.
  init(percentiles values: [Double]) {
    self.init(Array(zip([0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1], values)))
  }

  /// Creates a scale from values, each with the share of smaller ones, from 0 to 1.
  init(_ quantiles: [(share: Double, value: Double)]) {
    // The ends lie where one value of two thousand is beyond.
    line = Quantiles(
      quantiles.map { (NormalCurve.value(share: min(max($0.share, 0.0005), 0.9995)), ExactMath.log($0.value)) })
  }

  func value(_ z: Double) -> Double { ExactMath.exp(line.value(at: z)) }
}
