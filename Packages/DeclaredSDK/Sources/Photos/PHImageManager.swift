public import UIKit

// https://developer.apple.com/documentation/photokit/phimageresultisdegradedkey
public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
// https://developer.apple.com/documentation/photokit/phimageresultisincloudkey
public let PHImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
// https://developer.apple.com/documentation/photokit/phimagecancelledkey
public let PHImageCancelledKey = "PHImageCancelledKey"
// https://developer.apple.com/documentation/photokit/phimageerrorkey
public let PHImageErrorKey = "PHImageErrorKey"
// https://developer.apple.com/documentation/photokit/phimageresultrequestidkey
public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"

// https://developer.apple.com/documentation/photokit/phimagerequestid
public typealias PHImageRequestID = Int32

// https://developer.apple.com/documentation/photokit/phinvalidimagerequestid
public let PHInvalidImageRequestID: PHImageRequestID = 0

// https://developer.apple.com/documentation/photokit/phimagecontentmode
public enum PHImageContentMode: Int, Sendable { case aspectFit, aspectFill }

// https://developer.apple.com/documentation/photokit/phimagerequestoptionsdeliverymode
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable { case opportunistic, highQualityFormat, fastFormat }

// https://developer.apple.com/documentation/photokit/phimagerequestoptionsresizemode
public enum PHImageRequestOptionsResizeMode: Int, Sendable { case none, fast, exact }

// https://developer.apple.com/documentation/photokit/phimagerequestoptions
open class PHImageRequestOptions: NSObject, NSCopying {
  open var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
  open var resizeMode = PHImageRequestOptionsResizeMode.fast
  open var isNetworkAccessAllowed = false
  open var isSynchronous = false

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = PHImageRequestOptions()
    copy.deliveryMode = deliveryMode
    copy.resizeMode = resizeMode
    copy.isNetworkAccessAllowed = isNetworkAccessAllowed
    copy.isSynchronous = isSynchronous
    return copy
  }
}

// https://developer.apple.com/documentation/photokit/phimagemanager
open class PHImageManager: NSObject {
  /// A request and a test's answers to it: no part of the SDK.
  public struct Request {
    public let id: PHImageRequestID
    public let asset: PHAsset
    public let targetSize: CGSize
    public let options: PHImageRequestOptions?
    public let resultHandler: (UIImage?, [AnyHashable: Any]?) -> Void
  }

  public private(set) var requests: [Request] = []
  public private(set) var cancelled: [PHImageRequestID] = []
  /// Called before `requestImage` returns.
  public var atOnce: ((Request) -> Void)?
  /// True to return `PHInvalidImageRequestID` from `requestImage`.
  public var givesNoID = false

  open class func `default`() -> PHImageManager { PHImageManager() }

  @discardableResult
  open func requestImage(
    for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
    resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID {
    let id = PHImageRequestID(requests.count + 1)
    let request = Request(
      id: id, asset: asset, targetSize: targetSize, options: options, resultHandler: resultHandler)
    requests.append(request)
    atOnce?(request)
    return givesNoID ? PHInvalidImageRequestID : id
  }

  open func cancelImageRequest(_ requestID: PHImageRequestID) { cancelled.append(requestID) }
}

// https://developer.apple.com/documentation/photokit/phcachingimagemanager
open class PHCachingImageManager: PHImageManager {
  /// The sizes being prepared, by asset: no part of the SDK.
  public private(set) var prepared: [String: CGSize] = [:]
  public private(set) var preparedMost = 0

  open func startCachingImages(
    for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
  ) {
    for asset in assets { prepared[asset.localIdentifier] = targetSize }
    preparedMost = max(preparedMost, prepared.count)
  }

  open func stopCachingImages(
    for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
  ) {
    for asset in assets where prepared[asset.localIdentifier] == targetSize { prepared[asset.localIdentifier] = nil }
  }

  open func stopCachingImagesForAllAssets() { prepared = [:] }
}
