/// How a decode that gave pixels ended.
public enum DecodeOutcome: Equatable, Sendable {
  /// Every pixel is there.
  case complete
  /// libjpeg-turbo met damaged data, warned in these words, and filled in what was missing.
  case partial(String)
}
