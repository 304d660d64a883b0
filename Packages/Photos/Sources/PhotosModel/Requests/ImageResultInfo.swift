/// What comes beside an image (the info dictionary and its keys).
public struct ImageResultInfo: Hashable, Sendable {
  /// `PHImageResultRequestIDKey`
  public var requestID: ImageRequestID
  /// `PHImageResultIsDegradedKey`: less than was asked for. In opportunistic delivery another result follows, unless the
  /// request is cancelled; that one may be a failure.
  public var isDegraded = false
  /// `PHImageResultIsInCloudKey`: the asset is, or was when it was asked for, not on the device.
  public var isInCloud = false
  /// `PHImageCancelledKey`
  public var isCancelled = false
  /// `PHImageErrorKey`
  public var error: ImageRequestError?
  /// True when no further call follows: what Photos leaves to be concluded from mode and keys.
  public var isFinal = true

  public init(requestID: ImageRequestID) { self.requestID = requestID }
}
