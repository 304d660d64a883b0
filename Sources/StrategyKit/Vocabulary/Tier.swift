/// What a decode yields.
public enum Tier: UInt8, Hashable, Sendable {
  /// The image at the size that the cell asks for.
  case full
  /// A small stand-in, made from the embedded thumbnail.
  case coarse
}
