import StrategyKit

/// A retention policy as a replay holds it. What is known of its type costs nothing there; in Embedded Swift a replay is
/// compiled for one type, and asks.
protocol RetentionRole: RetentionPolicy {
  /// True when it keeps bitmaps that nothing shows or wants.
  var isKeeping: Bool { get }
}

/// A policy for thumbnails as a replay holds it.
protocol CoarseRole: CoarsePolicy {
  /// False where there are full images only.
  var isThere: Bool { get }
}

extension NoRetention: RetentionRole {
  var isKeeping: Bool { false }
}

extension OwnRetention: RetentionRole {
  var isKeeping: Bool { true }
}

extension NoCoarse: CoarseRole {
  var isThere: Bool { false }
}
