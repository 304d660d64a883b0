import CacheLab

/// What a sequence knows of a file, to say what may become of requests for it.
struct SequenceFile {
  var info: AssetInfo
  var hasBrokenThumbnail: Bool
  /// Whether it begins in the cloud.
  var isInCloud: Bool

  var thumbnailDecodes: Bool { info.thumbnailBytes > 0 && !hasBrokenThumbnail }
}
