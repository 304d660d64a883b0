/// Which images a cell gets: the delivery modes of Photos' image requests, in a replay.
public enum ReplayDelivery: String, CaseIterable, Sendable {
  /// One image, as asked for (`highQualityFormat`).
  case highquality
  /// The embedded thumbnail first, then the image: the same as a strategy with `+opportunistic`.
  case opportunistic
  /// One image: the embedded thumbnail where the file has one, else the image as asked for (`fastFormat`).
  case fast
}
