/// How an image is asked for (`PHImageRequestOptions`).
public struct ImageRequestOptions: Sendable {
  /// Hears how far a download is; only of assets in the cloud.
  ///
  /// - Parameters:
  ///   - progress: 0 to 1.
  ///   - error: Why it failed; the result follows.
  ///   - stop: Set it to cancel the request.
  public typealias ProgressHandler =
    @Sendable (
      _ progress: Double, _ error: ImageRequestError?, _ stop: inout Bool, _ info: ImageResultInfo
    ) -> Void

  public var version: ImageRequestVersion = .current
  public var deliveryMode: ImageRequestDeliveryMode = .opportunistic
  public var resizeMode: ImageRequestResizeMode = .fast
  /// Needs `resizeMode` exact.
  public var normalizedCropRect: NormalizedRect = .zero
  /// Whether to download an asset that is not on the device.
  public var isNetworkAccessAllowed = false
  /// One result, before the call returns; it cannot be cancelled.
  public var isSynchronous = false
  /// A second, better degraded image before the final one.
  public var allowSecondaryDegradedImage = false
  public var progressHandler: ProgressHandler?

  public init() {}

  /// What must match for a cached image to be used: everything but the handler.
  var key: ImageOptionsKey {
    ImageOptionsKey(
      version: version, deliveryMode: deliveryMode, resizeMode: resizeMode, normalizedCropRect: normalizedCropRect,
      isNetworkAccessAllowed: isNetworkAccessAllowed, isSynchronous: isSynchronous,
      allowSecondaryDegradedImage: allowSecondaryDegradedImage)
  }
}

/// The values of options, to compare.
package struct ImageOptionsKey: Hashable, Sendable {
  package var version: ImageRequestVersion
  package var deliveryMode: ImageRequestDeliveryMode
  package var resizeMode: ImageRequestResizeMode
  package var normalizedCropRect: NormalizedRect
  package var isNetworkAccessAllowed: Bool
  package var isSynchronous: Bool
  package var allowSecondaryDegradedImage: Bool
}
