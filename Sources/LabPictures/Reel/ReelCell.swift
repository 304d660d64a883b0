/// What a cell shows.
enum ReelCell: UInt8, Sendable {
  /// Nothing yet: grey.
  case blank
  /// A degraded image.
  case soft
  /// The image as asked for.
  case sharp
}
