import StrategyKit

/// Held bitmaps of target sizes that are not in force, which a strategy that ranks cannot name: they go first, the one
/// farthest from what is shown before the others.
struct StaleBitmaps: Sendable {
  /// What they take together.
  var bytes: Int64 = 0
  /// Their places lie in it; it shrinks as they go.
  var items = ItemRange.empty
}
