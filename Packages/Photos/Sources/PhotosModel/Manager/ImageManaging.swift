public import StrategyKit

/// What both managers do: requests (`PHImageManager`).
public protocol ImageManaging: Sendable {
  var engine: ManagerEngine { get }
}

extension ImageManaging {
  /// Asks for an image of an asset (`requestImage(for:targetSize:contentMode:options:resultHandler:)`).
  ///
  /// - Parameters:
  ///   - targetSize: In pixels; `.maximum` for all of it.
  ///   - options: nil is the default: opportunistic, fast, without the network.
  ///   - resultHandler: Called once, or more often in opportunistic delivery; the last time `isFinal` is true. The first
  ///     call may come before this one returns.
  /// - Returns: A number to cancel it with.
  @discardableResult
  public func requestImage(
    for asset: Asset, targetSize: PixelSize, contentMode: ImageContentMode, options: ImageRequestOptions?,
    resultHandler: @escaping @Sendable (PhotosImage?, ImageResultInfo) -> Void
  ) -> ImageRequestID {
    let options = options ?? ImageRequestOptions()
    let wish = engine.wish(for: asset, targetSize, contentMode, options)
    if options.isSynchronous { return engine.requestSynchronously(wish, options, resultHandler) }
    return engine.perform { $0.request(wish, options, .image(resultHandler)) }
  }

  /// Asks for a file as it is, or as an edit left it (`requestImageDataAndOrientation`). The mode of delivery, resizing
  /// and synchronous requests do not matter.
  ///
  /// - Parameter resultHandler: Called once with bytes, their type, and EXIF's orientation.
  @discardableResult
  public func requestImageDataAndOrientation(
    for asset: Asset, options: ImageRequestOptions?,
    resultHandler:
      @escaping @Sendable (
        _ data: [UInt8]?, _ dataUTI: String?, _ orientation: Int32, _ info: ImageResultInfo
      ) -> Void
  ) -> ImageRequestID {
    var options = options ?? ImageRequestOptions()
    options.normalizedCropRect = .zero
    let wish = engine.wish(for: asset, .maximum, .aspectFit, options)
    return engine.perform { [options] in $0.request(wish, options, .data(resultHandler)) }
  }

  /// Cancels a request; one that has ended, or a synchronous one, is left as it is.
  public func cancelImageRequest(_ id: ImageRequestID) { engine.perform { $0.cancel(id) } }

  /// What an observer of the library passes on: images of edited and of deleted assets go.
  public func libraryChanged(contentOf edited: [AssetID], removed: [AssetID] = []) {
    engine.perform { state in
      state.changeContent(of: edited)
      state.remove(removed)
    }
  }
}
