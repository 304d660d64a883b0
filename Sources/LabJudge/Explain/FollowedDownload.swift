/// The download of a photo from the cloud. Times are nanoseconds since the start of the trace.
public struct FollowedDownload: Hashable, Sendable {
  public var begun: Int64
  /// Nil while it runs.
  public var ended: Int64?
}
