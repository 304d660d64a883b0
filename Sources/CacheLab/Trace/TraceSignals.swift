/// Which of what a phone knows of the finger a trace tells.
public struct TraceSignals: Hashable, Sendable {
  /// Whether it tells touches, lifts and the like: without, strategies see offsets alone.
  public private(set) var hasPhases = false
  /// Lifts, and those of them that say where the scroll will stop.
  public private(set) var lifts = 0
  public private(set) var targets = 0
  /// Ways to the top, whose target is known.
  public private(set) var ways = 0
  /// Drags of the scroll indicator.
  public private(set) var scrubs = 0

  mutating func take(_ entry: TraceEntry) {
    if entry.isOfFinger { hasPhases = true }
    switch entry.kind {
    case .event(.up):
      lifts += 1
      if entry.target != nil { targets += 1 }
    case .event(.top): ways += 1
    case .event(.scrub): scrubs += Int(entry.value)
    default: break
    }
  }
}
