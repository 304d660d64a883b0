public import GridDriver

/// The information that Photos gives a result handler beside the image, without the types of Photos.
public struct PhotosResult: Hashable, Sendable {
  /// True if the image is less than what was asked for.
  public var isDegraded = false
  public var isCancelled = false
  public var hasError = false
  /// True if the photo is not on the device and the request may not download it.
  public var isInCloud = false
  /// The id of the request, or nil if it is not told.
  public var requestID: Int32?

  public init() {}

  /// Returns the answers to a request: a thumbnail, the end of the request, both, or none while another call follows.
  ///
  /// A degraded image is a thumbnail, and another call follows. If the delivery mode gives one result alone, it is the
  /// image. No image of a photo in the cloud calls for a download. An error, a cancellation by Photos, and a missing
  /// image that no other follows are failures.
  ///
  /// - Parameters:
  ///   - image: The image that the handler got.
  ///   - isOnly: True if the delivery mode gives one result: any but `opportunistic`.
  public func answers<Image>(with image: Image?, isOnly: Bool) -> [ImageAnswer<Image>] {
    let isThumbnail = isDegraded && !isOnly
    if let image, !isThumbnail { return [.image(image)] }
    // Photos may have no thumbnail at hand; the image follows.
    let thumbnails = image.map { [ImageAnswer.thumbnail($0)] } ?? []
    if isThumbnail && !hasError && !isCancelled { return thumbnails }
    return thumbnails + [isInCloud && !isCancelled ? .inCloud : .failure]
  }
}
