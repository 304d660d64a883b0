#if canImport(Photos) && canImport(UIKit)
  import Foundation
  public import Photos
  public import UIKit

  /// Asks `PHImageManager` for the images of a `GridDriver`, so that any strategy can use the decoder of Photos.
  ///
  ///     let source = PhotosSource { place in fetchResult.object(at: place) }
  ///
  /// It gives the sizes of photos one by one as they come near the screen, and a thumbnail in fast format for each cell
  /// that waits. If the options allow the network, photos in iCloud are downloaded beside the images: no photo on the
  /// device waits for them.
  @MainActor
  public final class PhotosSource: @MainActor ImageSource {
    public let thumbnailSize: PixelSize?
    private let manager: PHImageManager
    private let options: PHImageRequestOptions
    /// The options without the network, since a photo in iCloud is downloaded apart.
    private let localOptions: PHImageRequestOptions
    private let thumbnailOptions: PHImageRequestOptions
    private let asset: (Int) -> PHAsset?
    let requests: PhotosRequests<UIImage>

    /// - Parameters:
    ///   - manager: The manager that makes the images.
    ///   - options: The options of requests; by default high quality, `resizeMode` fast, and no network.
    ///   - thumbnailSize: The size of thumbnails in pixels, by default that of camera files (DCF), or nil for none. There
    ///     are none either if `options` give each cell one fast image, or are synchronous.
    ///   - asset: Returns the photo at a place of the grid, or nil if there is none. It is called when a request begins
    ///     and when a photo comes near the screen: give your grid the new photos before you tell the driver.
    public init(
      manager: PHImageManager = .default(), options: PHImageRequestOptions? = nil,
      thumbnailSize: PixelSize? = PhotoSize.cameraThumbnail, asset: @escaping (Int) -> PHAsset?
    ) {
      self.manager = manager
      self.options = options.map(PhotosSource.copy) ?? PhotosSource.standard()
      // A thumbnail would come no sooner than the image.
      let isOnlyFast = self.options.deliveryMode == .fastFormat || self.options.isSynchronous
      self.thumbnailSize = isOnlyFast ? nil : thumbnailSize
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

    public func identity(at place: Int) -> Int? { asset(place)?.localIdentifier.hashValue }

    public func begin(_ request: ImageRequest<UIImage>) {
      guard let asset = asset(request.place) else { return request.answer(.failure) }
      let options = request.tier == .thumbnail ? thumbnailOptions : request.isDownload ? options : localOptions
      let isOnly = options.isSynchronous || options.deliveryMode != .opportunistic
      requests.begin(request, isOnly: isOnly, canDownload: self.options.isNetworkAccessAllowed) { number in
        manager.requestImage(
          for: asset, targetSize: CGSize(request.targetSize), contentMode: .aspectFill, options: options
        ) { @Sendable [weak self] image, info in
          // Photos may call on any queue, and before it has returned the request's id.
          let result = PhotosResult(info)
          MainQueue.perform { self?.requests.hear(image, result, of: number) }
        }
      }
    }

    public func cancel(_ request: ImageRequest<UIImage>) { requests.cancel(request) }

    private static func standard() -> PHImageRequestOptions {
      let options = PHImageRequestOptions()
      options.deliveryMode = .highQualityFormat
      options.resizeMode = .fast
      return options
    }

    /// Returns options of the source's own, since those of the app may change.
    private static func copy(_ options: PHImageRequestOptions) -> PHImageRequestOptions {
      options.copy() as? PHImageRequestOptions ?? options
    }
  }

  extension PhotosResult {
    /// Reads an info dictionary; a missing entry counts as false.
    init(_ info: [AnyHashable: Any]?) {
      func isTrue(_ key: String) -> Bool {
        let value = info?[key]
        return value as? Bool ?? (value as? Int).map { $0 != 0 } ?? false
      }
      self.init()
      isDegraded = isTrue(PHImageResultIsDegradedKey)
      isCancelled = isTrue(PHImageCancelledKey)
      hasError = info?[PHImageErrorKey] != nil
      isInCloud = isTrue(PHImageResultIsInCloudKey)
      let id = info?[PHImageResultRequestIDKey]
      requestID = id as? Int32 ?? (id as? Int).map { Int32(truncatingIfNeeded: $0) }
    }
  }

  extension CGSize {
    init(_ size: PixelSize) { self.init(width: Int(size.width), height: Int(size.height)) }
  }
#endif
