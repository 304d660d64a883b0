import LabBase
import StrategyKit

/// People who scroll, as many as wanted: each trace follows from the seed, its number and the shares alone.
///
/// The shares are assumptions, made to cover what fleets have, and measured on nobody: how people scroll is drawn from
/// `HumanStyle`.
public struct FleetPopulation: Sendable {
  /// A phone or tablet of the fleet.
  public struct Screen: Sendable {
    public var override: ScreenOverride
    public var refreshHz: Int

    public init(override: ScreenOverride, refreshHz: Int) { (self.override, self.refreshHz) = (override, refreshHz) }
  }

  /// Traces at most: numbers of people have seven digits.
  public static let countMax = 10_000_000

  /// What no share says, in words, for whoever makes a fleet.
  public static let summary = """
    Five traces a person in the mean, a few people many; begun at the top by half
    of the people. Stress has 0.7 to 1.4 of the published speeds, and 0.5 to 2
    times the published pauses.
    """

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
    let model = shares.models.draw(&habits)
    var override = screen.override
    override.columns = shares.columns.draw(&habits)
    let photos = Int32(shares.photos.draw(&habits))
    let (pace, pause) = (FleetPopulation.paces.draw(&habits), FleetPopulation.pauses.draw(&habits))
    let beginsAtTop = habits.chance(50)
    let style = shares.styles.draw(&draw)
    let layout = try Synthesis.layout(override, count: photos)
    let begin = beginsAtTop ? 0 : Double(draw.next(below: 1000)) / 1000 * Double(layout.lastOffset.rawValue) / 1000
    let synthesis = Synthesis(
      model: model, refreshHz: screen.refreshHz, layout: layout,
      title: "synthetic: \(style.rawValue), \(model.rawValue)",
      startOffset: begin.rounded(), durationMs: (shares.seconds.draw(&draw) * 1000).rounded())
    let fingers = style.fingers(person: seed &+ UInt64(person), seed: draw.next(), pace: pace, pause: pause)
    let digits = "\(person + 1)"
    let name = "p" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits + "/\(number + 1)"
    return (name, try synthesis.made(fingers, fingers: style.words, seed: UInt64(number + 1)))
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
