public import Foundation

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
