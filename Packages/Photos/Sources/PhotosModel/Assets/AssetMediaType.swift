/// What an asset is (`PHAssetMediaType`, with its numbers).
///
/// A video is shown by its poster frame and a live photo by its still; neither is played here.
public enum AssetMediaType: Int32, CaseIterable, Sendable {
  case unknown = 0
  case image = 1
  case video = 2
  case audio = 3
}
