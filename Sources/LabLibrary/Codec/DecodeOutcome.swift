/// How a decode ended.
public enum DecodeOutcome: Equatable, Sendable {
  /// Every pixel is there.
  case complete
  /// libjpeg-turbo met damaged data, warned in these words, and filled in what was missing.
  case partial(String)
  /// Of a photo that is known to give no image, none came, for this reason.
  case nothing(String)

  public var isPartial: Bool {
    if case .partial = self { return true }
    return false
  }
}
