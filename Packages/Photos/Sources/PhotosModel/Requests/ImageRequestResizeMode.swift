/// How near a result comes to its target size (`PHImageRequestOptionsResizeMode`, with its numbers).
public enum ImageRequestResizeMode: Int, CaseIterable, Sendable {
  /// As large as the file.
  case none = 0
  /// Decoded near the target; may be larger.
  case fast = 1
  /// Exactly the target. Degraded results are as they come.
  case exact = 2
}
