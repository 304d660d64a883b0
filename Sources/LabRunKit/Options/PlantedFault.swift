import ArgumentParser
import CacheLab
import LabMeasure
import LabSystem
import StrategyKit

/// A fault that is planted on purpose, so that `lab-run gate self-test` can prove that the gate finds it. Nothing else
/// plants one; a record that was made with one says so in its notes.
enum PlantedFault: ExpressibleByArgument, Hashable {
  /// The strategy's window is one row of cells larger.
  case row
  /// One hit is counted as a miss.
  case lostHit
  /// So many bytes are taken and never given back.
  case leak(Int)
  /// Every decode takes this share longer; only arms of latency pairs heed it.
  case slow(Rational)

  /// `row`, `lost-hit`, `leak=8MiB`, `slow=5%`.
  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("row", 1): self = .row
    case ("lost-hit", 1): self = .lostHit
    case ("leak", 2):
      guard let bytes = ByteCount(parts[1]), bytes.rawValue <= 1 << 30 else { return nil }
      self = .leak(Int(bytes.rawValue))
    case ("slow", 2):
      guard parts[1].hasSuffix("%"), let share = Rational(parts[1].dropLast()), share <= Rational(1000) else {
        return nil
      }
      self = .slow(Rational(share.numerator, share.denominator * 100))
    default: return nil
    }
  }

  var word: String {
    switch self {
    case .row: "row"
    case .lostHit: "lost-hit"
    case .leak(let bytes): "leak=\(ByteCount(rawValue: Int64(bytes)))"
    case .slow(let share): "slow=\(share.numerator * 100)/\(share.denominator)%"
    }
  }

  /// The share by which every decode is to take longer.
  var slowdown: Rational {
    if case .slow(let share) = self { share } else { Rational(0) }
  }

  /// The strategy that is replayed in place of the one that was named.
  func strategy(_ spec: StrategySpec, in layout: GridLayout) throws -> StrategySpec {
    guard self == .row else { return spec }
    let key = ["fixed-window": "screens", "preheat2x": "height"][spec.prefetcher.descriptor.id]
    guard let key else { throw UsageError("only fixed-window and preheat2x have a window to plant a row in") }
    let row = Rational(layout.pitch.rawValue, layout.viewportHeight.rawValue)
    let window = spec.prefetcherParameters.rational(key)
    let sum = Rational(
      window.numerator * row.denominator + row.numerator * window.denominator, window.denominator * row.denominator)
    let others = spec.canonicalText.split(separator: "+", maxSplits: 1).dropFirst().map { "+\($0)" }.joined()
    return try StrategySpec("\(spec.prefetcher.descriptor.id):\(key)=\(sum)\(others)", registry: KnownStrategies.all)
  }

  /// What the run is said to have counted.
  func facts(_ facts: RunFacts) -> RunFacts {
    guard self == .lostHit, facts.tally.requests.hits > 0 else { return facts }
    var tally = facts.tally
    tally.requests.hits -= 1
    tally.requests.misses += 1
    return RunFacts(tally: tally, measurements: facts.measurements, frames: facts.frames)
  }

  /// Takes resident memory for good. Mapped, not malloc'ed: the compiler leaves out memory that nobody reads.
  func leak() {
    guard case .leak(let bytes) = self else { return }
    _ = unsafe try? Pages.map(byteCount: bytes, isResident: true)
  }
}
