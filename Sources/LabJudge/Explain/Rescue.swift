/// What would have become of a visit if something had been different.
public struct Rescue: Hashable, Sendable {
  public enum Change: Hashable, Sendable {
    /// Its item is started so many frames before its request, at this time, and not given up; not one frame later.
    case earlierStart(frames: Int, at: Int64)
    /// The same, without a replay: its decode and its queue moved ahead by its wait.
    case estimatedStart(at: Int64)
    /// Started from 1, 2, 4 ... frames before to the earliest that could, so many before its request; none made it a hit,
    /// and the result is that of the earliest.
    case noStart(frames: Int)
    /// No earlier frame asked at its size: the first frame, or that of a layout change. The result is what it was.
    case noEarlierFrame
    /// The device has so many workers.
    case workers(Int)
    /// Memory is no limit: this strategy.
    case memory(String)
  }

  public enum Result: Hashable, Sendable {
    case hit
    /// Shown after a wait.
    case shown(wait: Int64)
    /// Never shown while its cell was on screen.
    case neverShown(wait: Int64)
  }

  public var change: Change
  public var result: Result

  /// True when a replay gave it.
  public var isComputed: Bool {
    switch change {
    case .estimatedStart, .noEarlierFrame: false
    default: true
    }
  }
}
