/// What kind of item an asset stands for; all are shown by a JPEG.
public enum MediaKind: String, CaseIterable, Sendable {
  case photo
  case livePhoto = "live-photo"
  /// A video, shown by its poster frame.
  case video
}
