/// What an image is wanted for: a request, or a caching request. A loop over a library may leave thousands of requests
/// waiting; those of one key share it.
final class ImageWish: Sendable {
  let key: ImageKey
  let asset: Asset
  let plan: ImagePlan
  /// Bytes of the file.
  let fileBytes: Int32
  let hasThumbnail: Bool
  /// True when the thumbnail is, by what the index knows, as large as what is needed, and may stand for it.
  let usesThumbnail: Bool

  init(key: ImageKey, asset: Asset, plan: ImagePlan, fileBytes: Int32, hasThumbnail: Bool, usesThumbnail: Bool) {
    self.key = key
    self.asset = asset
    self.plan = plan
    self.fileBytes = fileBytes
    self.hasThumbnail = hasThumbnail
    self.usesThumbnail = usesThumbnail
  }

  /// The same where the thumbnail has turned out to be broken, or too small: only the file will do.
  var ofFile: ImageWish {
    ImageWish(
      key: key, asset: asset, plan: plan, fileBytes: fileBytes, hasThumbnail: hasThumbnail, usesThumbnail: false)
  }
}
