import LabBase
import StrategyKit

/// People who scroll, as many as wanted: each trace follows from the seed and its number alone.
///
/// The shares below are assumptions, made to cover what fleets have, and measured on nobody: how people scroll is drawn
/// from the published distributions of `HumanStyle`.
public struct FleetPopulation: Sendable {
  /// A phone or tablet of the fleet.
  public struct Screen: Sendable {
    public var override: ScreenOverride
    public var refreshHz: Int

    public init(override: ScreenOverride, refreshHz: Int) { (self.override, self.refreshHz) = (override, refreshHz) }
  }

  /// Traces at most: numbers of people have seven digits.
  public static let countMax = 10_000_000

  /// In words, for whoever makes a fleet.
  public static let summary = """
    five traces a person in the mean, a few people many; physics of UIScrollView
    70 %, Android 20 %, Flutter 10 %; 3 columns 20 %, 4 columns 55 %, 5 columns
    25 %; 300 to 4,000 photos, begun at the top by half of the people; 5 to 300
    seconds, half below 25; browsing 50 %, hunting 30 %, fast 20 %; fingers at 0.7
    to 1.4 of the published speeds, pauses of 0.5 to 2 times the published ones
    """

  public let count: Int
  public let seed: UInt64
  private let screens: [Screen]

  /// - Precondition: 1 to `countMax` traces, and a screen.
  public init(count: Int, seed: UInt64, screens: [Screen]) {
    precondition((1...FleetPopulation.countMax).contains(count) && !screens.isEmpty, "traces, and a screen")
    (self.count, self.seed, self.screens) = (count, seed, screens)
  }

  private static let models = Shares<ScrollModel>([(70, .ios), (20, .android), (10, .flutter)])
  private static let columns = Shares<Int32>([(20, 3), (55, 4), (25, 5)])
  private static let styles = Shares<HumanStyle>([(50, .browse), (30, .hunt), (20, .fast)])
  private static let photos = Quantiles([(0, 300), (0.5, 1500), (1, 4000)])
  private static let seconds = Quantiles([(0, 5), (0.5, 25), (0.9, 90), (1, 300)])
  private static let paces = Quantiles([(0, 0.7), (0.5, 1), (1, 1.4)])
  private static let pauses = Quantiles([(0, 0.5), (0.5, 1), (1, 2)])

  /// A trace and its name, `p0000123/45`: the person and the trace's number.
  ///
  /// - Parameter number: From 0, below `count`.
  public func trace(_ number: Int) throws(SynthError) -> (name: String, document: TraceDocument) {
    var draw = SplitMix64(seed: SplitMix64.hash(seed, UInt64(number)))
    // The square of an even share: a tenth of the people have a third of the traces.
    let people = max(1, count / 5)
    let share = draw.next() >> 32
    let person = Int((((share * share) >> 32) * UInt64(people)) >> 32)
    var habits = SplitMix64(seed: SplitMix64.hash(seed ^ 0x9E0B, UInt64(person)))
    let screen = screens[habits.next(below: screens.count)]
    let model = FleetPopulation.models.draw(&habits)
    var override = screen.override
    override.columns = FleetPopulation.columns.draw(&habits)
    let photos = Int32(FleetPopulation.photos.draw(&habits))
    let (pace, pause) = (FleetPopulation.paces.draw(&habits), FleetPopulation.pauses.draw(&habits))
    let beginsAtTop = habits.chance(50)
    let style = FleetPopulation.styles.draw(&draw)
    let layout = try Synthesis.layout(override, count: photos)
    let begin = beginsAtTop ? 0 : Double(draw.next(below: 1000)) / 1000 * Double(layout.lastOffset.rawValue) / 1000
    let synthesis = Synthesis(
      model: model, refreshHz: screen.refreshHz, layout: layout,
      title: "synthetic: \(style.rawValue), \(model.rawValue)",
      startOffset: begin.rounded(), durationMs: (FleetPopulation.seconds.draw(&draw) * 1000).rounded())
    let fingers = HumanFingers(style: style, seed: draw.next(), pace: pace, pause: pause)
    let digits = "\(person + 1)"
    let name = "p" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits + "/\(number + 1)"
    return (name, try synthesis.trace(of: fingers, seed: number + 1))
  }

  /// A block of a pack with the traces from `first` on.
  package func block(_ traces: Range<Int>) throws -> [UInt8] {
    var packer = TracePacker()
    for number in traces {
      let (name, document) = try trace(number)
      try packer.add(document, name: name)
    }
    return packer.take()
  }
}

/// Values with their shares, in percent.
private struct Shares<Value: Sendable>: Sendable {
  private let parts: [(percent: Int, value: Value)]

  init(_ parts: [(percent: Int, value: Value)]) {
    precondition(parts.reduce(0) { $0 + $1.percent } == 100, "shares come to 100 %")
    self.parts = parts
  }

  func draw(_ random: inout SplitMix64) -> Value {
    var left = random.next(below: 100)
    for (percent, value) in parts {
      if left < percent { return value }
      left -= percent
    }
    return parts[parts.count - 1].value
  }
}
