/// How an image fits its target size (`PHImageContentMode`, with its numbers).
public enum ImageContentMode: Int, CaseIterable, Sendable {
  /// All of it inside the target.
  case aspectFit = 0
  /// The target filled, the rest beyond it.
  case aspectFill = 1

  public static var `default`: ImageContentMode { .aspectFit }
}
