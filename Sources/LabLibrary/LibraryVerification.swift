/// What a look at every byte of a library found.
public struct LibraryVerification: Equatable, Sendable {
  /// Assets that gave an image, whole or in part.
  public var decodedCount = 0
  /// Assets of which the index says that they do not decode, and which do not.
  public var undecodableCount = 0
  /// Assets whose decode ended otherwise than the index says, with the reason, by asset.
  public var contradictions: [Contradiction] = []
  /// Assets with damaged data that still gave an image.
  public var partialCount = 0

  public struct Contradiction: Equatable, Sendable {
    public var asset: Int
    public var reason: String
  }
}
