/// A population of people who scroll: each trace follows from the seed, its number and the shares alone.
///
/// The shares are assumptions, made to cover what fleets have, and not measured: how people scroll is drawn from
/// `HumanStyle`.
public struct FleetPopulation: Sendable {
  /// A phone or tablet of the population.
  public typealias Screen = (override: ScreenOverride, refreshHz: Int)

  /// The most traces: numbers of people have seven digits.
  public static let countMax = 10_000_000

  public let count: Int
  public let seed: UInt64
  private let screens: [Screen]
  private let shares: FleetShares

  /// - Precondition: 1 to `countMax` traces, and a screen.
  public init(count: Int, seed: UInt64, screens: [Screen], shares: FleetShares) {
    precondition((1...FleetPopulation.countMax).contains(count) && !screens.isEmpty, "traces, and a screen")
    (self.count, self.seed, self.screens, self.shares) = (count, seed, screens, shares)
  }

  private static let paces = Quantiles([(0, 0.7), (0.5, 1), (1, 1.4)])
  private static let pauses = Quantiles([(0, 0.5), (0.5, 1), (1, 2)])

  /// Returns a trace and its name, `p0000123/45`: the person and the trace's number.
  ///
  /// - Parameter number: From 0, below `count`.
  public func trace(_ number: Int) throws(InputError) -> (name: String, document: TraceDocument) {
    var draw = SplitMix64(seed: SplitMix64.hash(seed, UInt64(number)))
    // The square of an even share: a tenth of the people have a third of the traces.
    let people = max(1, count / 5)
    let share = draw.next() >> 32
    let person = Int((((share * share) >> 32) * UInt64(people)) >> 32)
    var habits = SplitMix64(seed: SplitMix64.hash(seed ^ 0x9E0B, UInt64(person)))
    let screen = screens[habits.next(below: screens.count)]
    let model = shares.models.draw(&habits)
    var override = screen.override
    override.columns = shares.columns.draw(&habits)
    let photos = Int32(shares.photos.draw(&habits))
    let (pace, pause) = (FleetPopulation.paces.draw(&habits), FleetPopulation.pauses.draw(&habits))
    let isAtTop = habits.chance(50)
    let style = shares.styles.draw(&draw)
    let layout = try Synthesis.layout(override, count: photos)
    let begin = isAtTop ? 0 : Double(draw.next(below: 1000)) / 1000 * Double(layout.lastOffset.rawValue) / 1000
    let synthesis = Synthesis(
      model: model, refreshHz: screen.refreshHz, layout: layout,
      title: "synthetic: \(style.rawValue), \(model.rawValue)",
      startOffset: begin.rounded(), durationMs: (shares.seconds.draw(&draw) * 1000).rounded())
    let fingers = style.fingers(person: seed &+ UInt64(person), seed: draw.next(), pace: pace, pause: pause)
    let name = "p\(NumberText.padded(person + 1, digits: 7))/\(number + 1)"
    return (name, try synthesis.made(fingers, words: style.words, seed: UInt64(number + 1)))
  }
}

/// The people of a population, read from a file: a line has a key, a value and a percentage; `#` begins a comment.
public struct FleetShares: Sendable {
  let styles: Shares<HumanStyle>
  let models: Shares<ScrollModel>
  let columns: Shares<Int32>
  let photos: Quantiles
  let seconds: Quantiles

  /// - Throws: `InputError` with the line and its text.
  public init(_ text: String, file: String) throws(InputError) {
    let table = try ShareTable(text, file: file)
    styles = try table.shares("human") { HumanStyle(rawValue: $0) }
    models = try table.shares("model") { ScrollModel(rawValue: $0) }
    columns = try table.shares("columns") { Int32($0).flatMap { (1...50).contains($0) ? $0 : nil } }
    photos = try table.quantiles("photos", 1...1_000_000)
    seconds = try table.quantiles("seconds", 1...3600)
  }
}

private struct ShareTable {
  private typealias Row = (line: Int, text: Substring, value: String, percent: Double)

  private static let forms = [
    "human": "human " + HumanStyle.allCases.map(\.rawValue).joined(separator: "|") + " PERCENT",
    "model": "model " + ScrollModel.allCases.map(\.rawValue).joined(separator: "|") + " PERCENT",
    "columns": "columns 1 to 50 PERCENT", "photos": "photos COUNT PERCENT", "seconds": "seconds COUNT PERCENT",
  ]

  private let file: String
  private var rows: [String: [Row]] = [:]

  init(_ text: String, file: String) throws(InputError) {
    self.file = file
    for (index, line) in text.textLines.enumerated() {
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }.map(String.init)
      guard let key = words.first else { continue }
      guard let form = ShareTable.forms[key] else {
        throw failure(index + 1, line, ShareTable.forms.values.ordered().joined(separator: ", "))
      }
      guard words.count == 3, let percent = Double(words[2]), (0...100).contains(percent) else {
        throw failure(index + 1, line, "\(form), from 0 to 100 percent")
      }
      rows[key, default: []].append((index + 1, line, words[1], percent))
    }
  }

  private func failure(_ line: Int, _ text: Substring, _ form: String) -> InputError {
    InputError(file, line: line, value: String(text), "is not understood", cure: "write \(form)")
  }

  private func lines(_ key: String) -> (form: String, rows: [Row]) { (ShareTable.forms[key] ?? key, rows[key] ?? []) }

  func shares<Value: Sendable>(_ key: String, _ read: (String) -> Value?) throws(InputError) -> Shares<Value> {
    let (form, rows) = lines(key)
    var parts: [(percent: Double, value: Value)] = []
    for row in rows {
      guard let value = read(row.value) else { throw failure(row.line, row.text, form) }
      parts.append((row.percent, value))
    }
    let sum = parts.reduce(0) { $0 + $1.percent }
    guard (sum - 100).magnitude < 1e-6 else {
      throw InputError(
        file, line: rows.last?.line, "the percentages come to \(NumberText.fixed(sum, decimals: 1)), not to 100",
        cure: "correct the lines '\(form)'")
    }
    return Shares(parts: parts)
  }

  func quantiles(_ key: String, _ range: ClosedRange<Double>) throws(InputError) -> Quantiles {
    let (form, rows) = lines(key)
    var points: [(share: Double, value: Double)] = []
    for row in rows {
      guard let value = Double(row.value), range.contains(value) else {
        let bounds = "\(Int(range.lowerBound)) to \(NumberText.grouped(Int64(range.upperBound)))"
        throw InputError(file, line: row.line, value: row.value, "is out of range", cure: "\(form) takes \(bounds)")
      }
      if let last = points.last, row.percent / 100 <= last.share || value < last.value {
        throw InputError(
          file, line: row.line, value: String(row.text), "is not above the line before",
          cure: "write the lines '\(form)' in ascending order")
      }
      points.append((row.percent / 100, value))
    }
    guard points.count > 1, points[0].share == 0, points[points.count - 1].share == 1 else {
      throw InputError(
        file, line: rows.last?.line, "the lines '\(form)' lack an end",
        cure: "write one with 0 percent first and one with 100 last")
    }
    return Quantiles(points)
  }
}

struct Shares<Value: Sendable>: Sendable {
  let parts: [(percent: Double, value: Value)]

  func draw(_ random: inout SplitMix64) -> Value {
    var left = random.share() * 100
    for (percent, value) in parts {
      if left < percent { return value }
      left -= percent
    }
    return parts[parts.count - 1].value
  }
}
