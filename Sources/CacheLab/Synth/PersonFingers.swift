import LabBase
import StrategyKit

/// A seeded person whose strokes have the statistics of a study (`PersonTable`).
struct PersonFingers: Fingers {
  private let table: PersonTable
  private var random: SplitMix64
  /// The person's own part of each normal number.
  private let own: [Double]
  /// How the other parts of a stroke's four numbers follow from independent ones: the rows of a triangle.
  private let mixing: [[Double]]
  private var direction = 1.0
  private var pause: Double?
  private var pending: Gesture? = .wait(600)

  /// - Parameters:
  ///   - person: People of numbers in a row are spread evenly over the population.
  ///   - seed: Of the strokes.
  init(_ table: PersonTable, person: UInt64, seed: UInt64) {
    self.table = table
    random = SplitMix64(seed: seed)
    let parts = [table.own.contact, table.own.length, table.own.flings, table.own.pause, table.own.speed]
    own = zip(parts, PersonFingers.steps).map { part, step in
      // A person's place among all: multiples of an irrational number fill each range evenly.
      let place = Double((person &* step &+ 1 << 63) >> 11) / 9_007_199_254_740_992
      return part.squareRoot() * NormalCurve.value(share: place)
    }
    mixing = PersonFingers.triangle([
      [1], [table.contactLength, 1], [table.contactSpeed, table.lengthSpeed, 1],
      [table.contactPause, table.lengthPause, table.speedPause, 1],
    ])
  }

  /// The powers -1 to -5 of the number whose sixth power is one more than itself, times 2^64 (Roberts's sequence).
  private static let steps: [UInt64] = [
    0xE19B_01AA_9D42_C633, 0xC6D1_D6C8_ED0C_9631, 0xAF36_D01E_F751_8DBB, 0x9A69_443F_36F7_10E7, 0x8814_03B9_339B_D42D,
  ]

  mutating func next(at offset: Double, of last: Double) -> Gesture? {
    if let gesture = pending {
      pending = nil
      return gesture
    }
    let (contact, length, speed, pause) = stroke()
    turn()
    // Nobody pulls where nothing comes.
    if direction < 0 && offset < length {
      direction = 1
    } else if direction > 0 && offset > last - length {
      direction = -1
    }
    pending = .wait(pause)
    self.pause = pause
    return .pull(ways(direction * length, contact: contact, speed: speed), speed: direction * speed)
  }

  private mutating func turn() {
    guard let pause else { return }
    let share = table.turns.first { pause < $0.below }?.share ?? 0
    if random.share() < share * (direction > 0 ? table.turnsOnward : table.turnsBack) { direction = -direction }
  }

  /// Milliseconds, points, points a second, milliseconds.
  private mutating func stroke() -> (contact: Double, length: Double, speed: Double, pause: Double) {
    let independent = mixing.map { _ in NormalCurve.value(share: random.share()) }
    let parts = [table.own.contact, table.own.length, table.own.flings, table.own.pause]
    let z = mixing.indices.map { index in
      own[index] + (1 - parts[index]).squareRoot() * zip(mixing[index], independent).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let rank = (NormalCurve.share(below: z[2]) - (1 - table.flings)) / table.flings
    let speed =
      rank > 0
      ? table.speed.value(own[4] + (1 - table.own.speed).squareRoot() * NormalCurve.value(share: rank)).rounded() : 0
    return (
      table.contact.value(z[0]).rounded(), table.length.value(z[1]).rounded(), speed, table.pause.value(z[3]).rounded()
    )
  }

  /// Who flings holds still until the way suffices for the speed; who stops moves first and then holds still.
  private func ways(_ way: Double, contact: Double, speed: Double) -> [FingerWay] {
    guard speed > 0 else {
      let moving = (contact / 2).rounded()
      return [FingerWay(way: way, duration: moving, bend: -1), FingerWay(way: 0, duration: contact - moving)]
    }
    let moving = min(contact, max((2000 * way.magnitude / speed).rounded(), 1))
    let bend = min(speed * moving / 1000 / way.magnitude - 1, 1)
    return [FingerWay(way: 0, duration: contact - moving), FingerWay(way: way, duration: moving, bend: bend)]
  }

  /// The lower triangle whose product with its own transpose are these correlations (Cholesky).
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
