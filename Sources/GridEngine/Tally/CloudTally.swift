/// The exact counts of a replay with photos in the cloud.
public struct CloudTally: Hashable, Sendable {
  /// True where photos were in the cloud.
  public var isPresent = false
  /// Downloads begun.
  public var downloads: Int64 = 0
  /// Bytes of their files.
  public var bytes: Int64 = 0
  /// Downloads that ended when no job waited for the file any more.
  public var unwanted: Int64 = 0

  public init() {}

  public init(downloads: Int64, bytes: Int64, unwanted: Int64) {
    isPresent = true
    self.downloads = downloads
    self.bytes = bytes
    self.unwanted = unwanted
  }
}
