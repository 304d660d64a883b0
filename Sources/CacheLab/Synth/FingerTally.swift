/// Counts the strokes of fingers in traces; each trace is a person.
public struct FingerTally: Sendable {
  /// The most strokes that are kept: 2,000,000 take 112 MB.
  public static let strokesMax = 2_000_000
  /// The points that a touch must pull to be a stroke.
  static let wayMin = 10.0
  private static let flingMin = 50.0

  private var people: [Range<Int>] = []
  private var strokes: [Stroke] = []
  private var (seconds, moving, screens) = (0.0, 0.0, 0.0)

  public init() {}

  /// The number of traces so far; none is added once `strokesMax` is reached.
  public var traceCount: Int { people.count }
  public var strokeCount: Int { strokes.count }
  public var isFull: Bool { strokes.count >= FingerTally.strokesMax }

  public mutating func add(_ document: TraceDocument) {
    guard !isFull else { return }
    let first = strokes.count
    var walk = FingerWalk(header: document.header)
    for line in document.lines {
      guard case (var stroke, let pauseBefore)? = walk.take(line) else { continue }
      if strokes.count > first {
        let last = strokes.count - 1
        stroke.turns = (strokes[last].length < 0) != (stroke.length < 0)
        strokes[last].pause = pauseBefore
      }
      strokes.append(stroke)
    }
    people.append(first..<strokes.count)
    seconds += walk.seconds
    moving += walk.moving
    screens += walk.screens
  }

  /// The figures, or nil without strokes.
  public var figures: FingerFigures? {
    guard !strokes.isEmpty else { return nil }
    func percentiles(_ values: [Double]) -> [Double] {
      let sorted = values.sorted()
      return FingerFigures.percents.map { FingerTally.quantile(sorted, Double($0) / 100) }
    }
    var figures = FingerFigures(
      contact: percentiles(strokes.map(\.contact)), length: percentiles(strokes.map(\.length.magnitude)),
      speed: percentiles(strokes.map(\.speed)), pause: percentiles(strokes.compactMap(\.pause)), facts: [:])
    for (fact, value) in counts + turns + correlations + spreads { figures.facts[fact] = value }
    return figures
  }

  private typealias Found = [(FingerFigures.Fact, Double?)]

  private var counts: Found {
    let flings = strokes.map(\.speed).filter { $0 >= FingerTally.flingMin }.sorted()
    let count = Double(strokes.count)
    let all: Found = [
      (.flings, 100 * Double(flings.count) / count), (.onward, 100 * Double(strokes.count { $0.length > 0 }) / count),
      (.coasting, 100 * Double(strokes.count { $0.isStopOfCoasting }) / count),
      (.run, count / Double(people.count { !$0.isEmpty } + strokes.count { $0.turns == true })),
      (.session, seconds / Double(people.count)),
      (.flingMedian, flings.isEmpty ? nil : FingerTally.quantile(flings, 0.5)),
      (.fling90, flings.isEmpty ? nil : FingerTally.quantile(flings, 0.9)),
    ]
    guard seconds > 0 else { return all }
    return all + [
      (.strokes, count * 60 / seconds), (.screens, screens * 60 / seconds), (.moving, 100 * moving / seconds),
    ]
  }

  private var turns: Found {
    let ranges: [(FingerFigures.Fact, Range<Double>)] = [
      (.turns, 0..<(.infinity)), (.turns300, 0..<300), (.turns300To648, 300..<648), (.turns648, 0..<648),
      (.turns1500, 648..<1500), (.turns4000, 1500..<4000), (.turnsLonger, 4000..<(.infinity)),
    ]
    return ranges.map { fact, range in
      let chosen = strokes.indices.filter { strokes[$0].turns != nil && range.contains(strokes[$0 - 1].pause ?? 0) }
      let turned = chosen.count { strokes[$0].turns == true }
      return (fact, chosen.isEmpty ? nil : 100 * Double(turned) / Double(chosen.count))
    }
  }

  private var correlations: Found {
    let followed = strokes.filter { $0.pause != nil }
    guard followed.count > 1 else { return [] }
    let contact = FingerTally.ranks(followed.map(\.contact))
    let length = FingerTally.ranks(followed.map(\.length.magnitude))
    let speed = FingerTally.ranks(followed.map(\.speed))
    let pause = FingerTally.ranks(followed.compactMap(\.pause))
    let pairs: [(FingerFigures.Fact, [Double], [Double])] = [
      (.contactLength, contact, length), (.contactSpeed, contact, speed), (.lengthSpeed, length, speed),
      (.contactPause, contact, pause), (.lengthPause, length, pause), (.speedPause, speed, pause),
    ]
    return pairs.map { fact, one, other in (fact, FingerTally.correlation(one, other)) }
  }

  private var spreads: Found {
    // The median of fewer strokes says little of a person.
    let known = people.filter { $0.count >= 5 }.map { strokes[$0] }
    func medians(_ values: (ArraySlice<Stroke>) -> [Double]) -> [Double] {
      known.map { values($0).sorted() }.filter { $0.count >= 3 }
        .map { ExactMath.log(max(FingerTally.quantile($0, 0.5), 1e-3)) }
    }
    func isFling(_ stroke: Stroke) -> Bool { stroke.speed >= FingerTally.flingMin }
    let spreads: [(FingerFigures.Fact, [Double])] = [
      (.spreadContact, medians { $0.map(\.contact) }), (.spreadLength, medians { $0.map(\.length.magnitude) }),
      (.spreadSpeed, medians { $0.filter(isFling).map(\.speed) }), (.spreadPause, medians { $0.compactMap(\.pause) }),
      (.spreadFlings, known.map { 100 * Double($0.count(where: isFling)) / Double($0.count) }),
    ]
    return spreads.filter { $0.1.count > 1 }.map { fact, values in
      let mean = values.reduce(0, +) / Double(values.count)
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (fact, (squares / Double(values.count)).squareRoot())
    }
  }

  /// On the line between the two nearest values of an ascending list.
  private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let place = share * Double(sorted.count - 1)
    let low = Int(place)
    let high = min(low + 1, sorted.count - 1)
    return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
  }

  /// Equal values share the mean of their ranks.
  private static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = [Double](repeating: 0, count: values.count)
    let doubled = [Double].doubledRanks(ofSorted: order.map { values[$0] })
    for (place, rank) in zip(order, doubled) { ranks[place] = Double(rank) / 2 }
    return ranks
  }

  private static func correlation(_ one: [Double], _ other: [Double]) -> Double? {
    let mean = Double(one.count + 1) / 2
    var (product, first, second) = (0.0, 0.0, 0.0)
    for (a, b) in zip(one, other) {
      product += (a - mean) * (b - mean)
      first += (a - mean) * (a - mean)
      second += (b - mean) * (b - mean)
    }
    return first > 0 && second > 0 ? product / (first * second).squareRoot() : nil
  }
}

/// A finger from its touch to its lift; milliseconds, points, and points a second.
private struct Stroke: Sendable {
  var contact: Double
  /// Signed, towards the end.
  var length: Double
  var speed: Double
  /// To the touch of the next stroke; nil for the last one.
  var pause: Double?
  /// True if it goes the other way than the one before.
  var turns: Bool?
  var isStopOfCoasting: Bool
}

private struct FingerWalk {
  /// Of the viewport, in points.
  let height: Double
  private(set) var (seconds, moving, screens) = (0.0, 0.0, 0.0)
  /// Nanoseconds and thousandths of a point.
  private var last: (time: Int64, offset: Int64)?
  private var down: (time: Int64, offset: Int64, isStopOfCoasting: Bool)?
  private var lift: Int64?
  private var isCoasting = false
  private var isLeaping = false

  init(header: TraceValue) {
    let sides: [TraceValue] = if case .array(let sides)? = header["viewport"] { sides } else { [] }
    height = sides.count == 2 ? FingerWalk.points(sides[1]) ?? 1 : 1
  }

  private static func points(_ value: TraceValue?) -> Double? {
    value?.scaled(decimals: 3).map { Double($0) / 1000 }
  }

  /// The stroke that a line ends, and the milliseconds before it since the last one lifted.
  mutating func take(_ line: TraceLine) -> (Stroke, pauseBefore: Double)? {
    seconds = Double(line.time) / 1e9
    switch line.body {
    case .sample(let offset):
      if let last, last.offset != offset, !isLeaping {
        screens += Double((offset - last.offset).magnitude) / 1000 / height
        moving += Double(line.time - last.time) / 1e9
      }
      last = (line.time, offset)
      isLeaping = false
    case .event(let code, let details):
      switch TraceCode(rawValue: code) {
      case .down: down = (line.time, last?.offset ?? 0, isCoasting)
      case .drag: if let last, let down, last.time >= down.time { self.down?.offset = last.offset }
      case .up: return lifted(line.time, speed: FingerWalk.points(details?["v"]) ?? 0)
      case .decel, .bounce: isCoasting = true
      case .idle: isCoasting = false
      case .jump, .layout, .insert, .remove, .access: isLeaping = true
      default: break
      }
    case .comment: break
    }
    return nil
  }

  private mutating func lifted(_ time: Int64, speed: Double) -> (Stroke, pauseBefore: Double)? {
    guard let down, let last else { return nil }
    self.down = nil
    isCoasting = false
    // What it still moved since the last frame.
    let length = Double(last.offset - down.offset) / 1000 + speed * Double(time - max(last.time, down.time)) / 1e9
    guard length.magnitude >= FingerTally.wayMin else { return nil }
    defer { lift = time }
    let stroke = Stroke(
      contact: Double(time - down.time) / 1e6, length: length, speed: speed.magnitude,
      isStopOfCoasting: down.isStopOfCoasting)
    return (stroke, Double(down.time - (lift ?? down.time)) / 1e6)
  }
}
