/// The information that Photos gives a result handler beside the image, without the types of Photos.
public struct PhotosResult: Hashable, Sendable {
  /// Less than what was asked for.
  public var isDegraded = false
  public var isCancelled = false
  public var hasError = false
  /// The photo is not on the device, and the request may not download it.
  public var isInCloud = false
  /// The id of the request; nil if it is not told.
  public var requestID: Int32?

  public init() {}

  /// Returns the meaning of this and an image for a request.
  ///
  /// A degraded image is a thumbnail, and another call follows. It is the image where the delivery mode gives one result
  /// alone. No image of a photo in the cloud calls for a download. An error, a cancellation by Photos, and no image where
  /// none follows are failures.
  ///
  /// - Parameters:
  ///   - image: What the handler got.
  ///   - isOnly: The delivery mode gives one result: any but `opportunistic`.
  public func meaning<Image>(of image: Image?, isOnly: Bool) -> Meaning<Image> {
    let failed = hasError || isCancelled
    let failure: Meaning<Image>.End = isInCloud && !isCancelled ? .inCloud : .failure
    if let image {
      if isDegraded && !isOnly { return Meaning(thumbnail: image, end: failed ? failure : nil) }
      return Meaning(end: .image(image))
    }
    // Photos may have no thumbnail at hand; the image follows.
    return Meaning(end: isDegraded && !isOnly && !failed ? nil : failure)
  }

  /// The answer to a request.
  public struct Meaning<Image> {
    public var thumbnail: Image?
    /// The end of the request; nil while another call follows.
    public var end: End?

    public enum End {
      case image(Image)
      case inCloud
      case failure
    }
  }
}

/// The names of an info dictionary's entries.
public struct PhotosResultKeys: Sendable {
  var degraded: String
  var cancelled: String
  var error: String
  var inCloud: String
  var requestID: String

  /// - Parameters: the values of Photos' constants `PHImageResultIsDegradedKey` and so on.
  public init(degraded: String, cancelled: String, error: String, inCloud: String, requestID: String) {
    self.degraded = degraded
    self.cancelled = cancelled
    self.error = error
    self.inCloud = inCloud
    self.requestID = requestID
  }
}

extension PhotosResult {
  /// Reads an info dictionary. What is missing is false.
  public init(_ info: [AnyHashable: Any]?, keys: PhotosResultKeys) {
    func isTrue(_ key: String) -> Bool {
      let value = info?[key]
      return value as? Bool ?? (value as? Int).map { $0 != 0 } ?? false
    }
    isDegraded = isTrue(keys.degraded)
    isCancelled = isTrue(keys.cancelled)
    hasError = info?[keys.error] != nil
    isInCloud = isTrue(keys.inCloud)
    requestID = info?[keys.requestID] as? Int32 ?? (info?[keys.requestID] as? Int).map { Int32(truncatingIfNeeded: $0) }
  }
}
