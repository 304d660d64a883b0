/// Quality against speed (`PHImageRequestOptionsDeliveryMode`, with its numbers).
public enum ImageRequestDeliveryMode: Int, CaseIterable, Sendable {
  /// A degraded image first, if there is one sooner, then the final one.
  case opportunistic = 0
  /// One result, as asked for or better.
  case highQualityFormat = 1
  /// One result, the quickest; it may be degraded.
  case fastFormat = 2
}
