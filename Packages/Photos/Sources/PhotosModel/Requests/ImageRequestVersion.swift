/// Which version of an asset (`PHImageRequestOptionsVersion`, with its numbers). The model's files have no original of
/// another format, so `original` gives what `unadjusted` does.
public enum ImageRequestVersion: Int, CaseIterable, Sendable {
  /// With all edits.
  case current = 0
  /// Without edits.
  case unadjusted = 1
  /// As it came from the camera.
  case original = 2
}
