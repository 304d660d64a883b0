public import Foundation
public import StrategyKit

/// The number of a request (`PHImageRequestID`), never reused by a manager.
public typealias ImageRequestID = Int32

/// The number that no request has (`PHInvalidImageRequestID`).
public let InvalidImageRequestID: ImageRequestID = 0
/// The size that requests the whole image in any resize mode (`PHImageManagerMaximumSize`).
public let ImageManagerMaximumSize = CGSize(width: -1, height: -1)
/// The number of the request, an `ImageRequestID`.
public let ImageResultRequestIDKey = "PHImageResultRequestIDKey"
/// A Boolean: the image is less than requested. In opportunistic delivery another result follows, possibly a failure,
/// unless the request is cancelled.
public let ImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
/// True if the asset is in the cloud and only a new request with `isNetworkAccessAllowed` can get it.
public let ImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
/// True if the request was cancelled.
public let ImageCancelledKey = "PHImageCancelledKey"
/// A `PhotosError`.
public let ImageErrorKey = "PHImageErrorKey"

/// The info dictionary of a result, decoded.
public struct ImageResultInfo: Hashable, Sendable {
  public var requestID: ImageRequestID
  /// `ImageResultIsDegradedKey`
  public var isDegraded = false
  /// `ImageResultIsInCloudKey`
  public var isInCloud = false
  /// `ImageCancelledKey`
  public var isCancelled = false
  /// `ImageErrorKey`
  public var error: PhotosError?
  /// True when no further call follows, which Photos lets apps conclude from mode and keys.
  public var isFinal = true
}

extension ImageResultInfo {
  private static let finalKey = "CacheLabResultIsFinal"

  public init(requestID: ImageRequestID) { self.init(requestID: requestID, isDegraded: false) }

  /// Creates the info from a handler's dictionary.
  public init(_ info: [AnyHashable: Any]?) {
    self.init(requestID: info?[ImageResultRequestIDKey] as? ImageRequestID ?? InvalidImageRequestID)
    isDegraded = info?[ImageResultIsDegradedKey] as? Bool ?? false
    isInCloud = info?[ImageResultIsInCloudKey] as? Bool ?? false
    isCancelled = info?[ImageCancelledKey] as? Bool ?? false
    error = info?[ImageErrorKey] as? PhotosError
    isFinal = info?[ImageResultInfo.finalKey] as? Bool ?? false
  }

  var dictionary: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [
      ImageResultRequestIDKey: requestID, ImageResultIsDegradedKey: isDegraded, ImageResultInfo.finalKey: isFinal,
    ]
    if isInCloud { info[ImageResultIsInCloudKey] = true }
    if isCancelled { info[ImageCancelledKey] = true }
    if let error { info[ImageErrorKey] = error }
    return info
  }
}

extension PixelSize {
  /// `ImageManagerMaximumSize`
  public static var maximum: PixelSize { PixelSize(width: -1, height: -1) }

  /// Creates a target in whole pixels, at least one in each direction; a value that is not a number counts as one. A
  /// negative value gives the maximum.
  package init(target: CGSize) {
    guard !(target.width < 0 || target.height < 0) else {
      self = .maximum
      return
    }
    func whole(_ value: CGFloat) -> Int32 {
      value >= 1 ? Int32(clamping: Int64(min(Double(value).rounded(.up), 4e9))) : 1
    }
    self.init(width: whole(target.width), height: whole(target.height))
  }
}

extension CGSize {
  /// Creates a size in pixels.
  public init(_ size: PixelSize) { self.init(width: Double(size.width), height: Double(size.height)) }
}

#if canImport(ImageIO)
  public import ImageIO
#else
  /// The layout of a file's rows and columns (ImageIO's enumeration, with EXIF's numbers).
  public enum CGImagePropertyOrientation: UInt32, Sendable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    case right = 6
    case rightMirrored = 7
    case left = 8
  }
#endif

public let PhotosErrorDomain = "PHPhotosErrorDomain"

/// An error of Photos (`PHPhotosError`, with its numbers). Errors with equal codes are equal.
public struct PhotosError: Error, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case internalError = -1
    case userCancelled = 3072
    case libraryVolumeOffline = 3114
    case networkAccessRequired = 3164
    case networkError = 3169
    case identifierNotFound = 3201
    case multipleIdentifiersFound = 3202
    case changeNotSupported = 3300
    case operationInterrupted = 3301
    case invalidResource = 3302
    case missingResource = 3303
    case notEnoughSpace = 3305
    case requestNotSupportedForAsset = 3306
    case accessRestricted = 3310
    case accessUserDenied = 3311
  }

  public let code: Code
  /// The reason of the error, and its cure if there is one.
  public let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Creates an error of the app's own.
  public init(_ code: Code) { self.init(code, "\(code)") }

  public static func == (left: PhotosError, right: PhotosError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The asset is in the cloud, and the options forbid the network.
  public static let networkAccessRequired = PhotosError(
    .networkAccessRequired, "the asset is in the cloud; set isNetworkAccessAllowed to download it")
  /// The download failed.
  public static let networkError = PhotosError(.networkError, "the download failed; ask again")
  /// The object is not, or no longer, in the library.
  public static let identifierNotFound = PhotosError(.identifierNotFound, "the object was deleted; fetch again")
  /// The app's progress handler or the user stopped the request.
  public static let userCancelled = PhotosError(.userCancelled, "it was cancelled")
  /// The file contains no image.
  public static func invalidResource(_ reason: String) -> PhotosError {
    PhotosError(.invalidResource, "the file gives no image: \(reason)")
  }
}

extension PhotosError: CustomStringConvertible, CustomNSError {
  public static var errorDomain: String { PhotosErrorDomain }

  public var description: String { reason }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
}
