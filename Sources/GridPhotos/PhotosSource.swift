#if canImport(Photos) && canImport(UIKit)
  import Foundation
  public import GridDriver
  public import Photos
  public import UIKit

  /// Asks `PHImageManager` for the images of a `GridDriver`, so that any strategy can use the decoder of Photos.
  ///
  ///     let source = PhotosSource { place in fetchResult.object(at: place) }
  ///
  /// It says how large photos are, one by one as they come near the screen.
  ///
  /// It gives thumbnails: each cell that waits is asked one for, in fast format, beside the images. Where the options allow
  /// the network, photos in iCloud are downloaded beside the images, too: no photo on the device waits for them. What Photos
  /// delivers is read by `PhotosRequests` and `PhotosResult`, which have no type of Photos.
  @MainActor
  public final class PhotosSource: @MainActor ImageSource {
    public let thumbnailSize: PixelSize?
    private let manager: PHImageManager
    private let options: PHImageRequestOptions
    /// Without the network: a photo in iCloud is downloaded apart.
    private let localOptions: PHImageRequestOptions
    private let thumbnailOptions: PHImageRequestOptions
    private let asset: (Int) -> PHAsset?
    private let requests: PhotosRequests<UIImage>

    /// - Parameters:
    ///   - manager: The manager that makes the images.
    ///   - options: Nil for high quality, `resizeMode` fast, and no network.
    ///   - thumbnailSize: What is asked for where a thumbnail is wanted, in pixels: by default that of camera files (DCF). Nil
    ///     for no thumbnails. There are none either where `options` give each cell one fast image, or are synchronous.
    ///   - asset: The photo at a place of the grid; nil where there is none. It is asked when a request begins and when
    ///     a photo comes near the screen: give your grid the new photos before you tell the driver.
    public init(
      manager: PHImageManager = .default(), options: PHImageRequestOptions? = nil,
      thumbnailSize: PixelSize? = PhotoSize.cameraThumbnail, asset: @escaping (Int) -> PHAsset?
    ) {
      self.manager = manager
      self.options = options.map(PhotosSource.copy) ?? PhotosSource.standard()
      self.thumbnailSize = self.options.isOnlyFast ? nil : thumbnailSize
      localOptions = PhotosSource.copy(self.options)
      localOptions.isNetworkAccessAllowed = false
      thumbnailOptions = PhotosSource.copy(self.options)
      thumbnailOptions.deliveryMode = .fastFormat
      // The whole photo: a cell may have another shape than a thumbnail.
      thumbnailOptions.resizeMode = .fast
      self.asset = asset
      requests = PhotosRequests(cancel: { id in manager.cancelImageRequest(id) })
    }

    public func size(at place: Int) -> PhotoSize? { asset(place)?.size }

    public func bytes(of image: UIImage) -> Int { image.cgImage.map { $0.bytesPerRow * $0.height } ?? 0 }

    /// Requests whose image has not come.
    public var openCount: Int { requests.openCount }

    public func identity(at place: Int) -> Int? { asset(place)?.localIdentifier.hashValue }

    public func begin(_ request: ImageRequest<UIImage>) {
      guard let asset = asset(request.place) else { return request.answer(.failure) }
      let options = request.tier == .coarse ? thumbnailOptions : request.isDownload ? options : localOptions
      let isOnly = options.isSynchronous || options.deliveryMode != .opportunistic
      requests.begin(request, isOnly: isOnly, canDownload: self.options.isNetworkAccessAllowed) { number in
        manager.requestImage(
          for: asset, targetSize: CGSize(request.targetSize), contentMode: .aspectFill, options: options
        ) { @Sendable [weak self] image, info in
          // Photos may call on any queue, and before it has returned the request's id.
          let result = PhotosResult(info, keys: .photos)
          MainQueue.perform { self?.requests.hear(image, result, of: number) }
        }
      }
    }

    public func cancel(_ request: ImageRequest<UIImage>) { requests.cancel(request) }

    private static func standard() -> PHImageRequestOptions {
      let options = PHImageRequestOptions()
      // Thumbnails are asked for apart.
      options.deliveryMode = .highQualityFormat
      options.resizeMode = .fast
      return options
    }

    /// Options of the source's own: those of the app may change.
    private static func copy(_ options: PHImageRequestOptions) -> PHImageRequestOptions {
      options.copy() as? PHImageRequestOptions ?? options
    }
  }

  extension PHImageRequestOptions {
    /// A thumbnail would come no sooner than the image.
    fileprivate var isOnlyFast: Bool { deliveryMode == .fastFormat || isSynchronous }
  }

  extension PhotosResultKeys {
    /// The names that Photos gives.
    static var photos: PhotosResultKeys {
      PhotosResultKeys(
        degraded: PHImageResultIsDegradedKey, cancelled: PHImageCancelledKey, error: PHImageErrorKey,
        inCloud: PHImageResultIsInCloudKey, requestID: PHImageResultRequestIDKey)
    }
  }

  extension CGSize {
    init(_ size: PixelSize) { self.init(width: Int(size.width), height: Int(size.height)) }
  }
#endif
