public import Foundation
public import StrategyKit

/// The number of a request (`PHImageRequestID`); never used twice by one manager.
public typealias ImageRequestID = Int32

/// No request (`PHInvalidImageRequestID`).
public let InvalidImageRequestID: ImageRequestID = 0
/// As large as the image is, whatever the resize mode (`PHImageManagerMaximumSize`).
public let ImageManagerMaximumSize = CGSize(width: -1, height: -1)
/// The number of the request, an `ImageRequestID`.
public let ImageResultRequestIDKey = "PHImageResultRequestIDKey"
/// A Boolean: less than was asked for. In opportunistic delivery another result follows, unless the request is cancelled;
/// that one may be a failure.
public let ImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
/// True where the asset is in the cloud and only a new request with `isNetworkAccessAllowed` will get it.
public let ImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
/// True when the request was cancelled.
public let ImageCancelledKey = "PHImageCancelledKey"
/// A `PhotosError`.
public let ImageErrorKey = "PHImageErrorKey"

/// What comes beside an image: the info dictionary, read.
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
  /// True when no further call follows: what Photos leaves to be concluded from mode and keys.
  public var isFinal = true
}

extension ImageResultInfo {
  private static let finalKey = "CacheLabResultIsFinal"

  public init(requestID: ImageRequestID) { self.init(requestID: requestID, isDegraded: false) }

  /// Reads what a handler got.
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

  /// A target in whole pixels, at least one each way; what is no number is one. Anything negative is the maximum.
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
  /// In pixels.
  public init(_ size: PixelSize) { self.init(width: Double(size.width), height: Double(size.height)) }
}

#if canImport(ImageIO)
  public import ImageIO
#else
  /// How the rows and columns of a file lie (ImageIO's enumeration of the same name, with EXIF's numbers).
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

/// Why Photos gave no image or made no change (`PHPhotosError`, with its numbers). Errors of one code are equal.
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
  /// What happened, and the cure where there is one.
  public let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// An error of the app's own making.
  public init(_ code: Code) { self.init(code, "\(code)") }

  public static func == (left: PhotosError, right: PhotosError) -> Bool { left.code == right.code }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The asset is in the cloud, and the options do not allow the network.
  public static let networkAccessRequired = PhotosError(
    .networkAccessRequired, "the asset is in the cloud: set isNetworkAccessAllowed to download it")
  /// The download failed.
  public static let networkError = PhotosError(.networkError, "the download failed: ask again")
  /// The object is not in the library, or no longer.
  public static let identifierNotFound = PhotosError(.identifierNotFound, "the object was deleted: fetch again")
  /// The app's progress handler, or the user, said stop.
  public static let userCancelled = PhotosError(.userCancelled, "it was cancelled")
  /// The file gives no image.
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
