#if canImport(Photos)
  import Foundation
  public import Photos

  extension Preheater {
    /// Drives a caching manager. Ask it for the images of your cells with the same size, mode and options.
    ///
    ///     let preheater = try Preheater(
    ///       try StrategySpec("windowed-lead:window=35MB"), manager: manager, options: nil, layout: layout, clock: now
    ///     ) { place in fetchResult.object(at: place) }
    ///
    /// - Parameters:
    ///   - strategy: A strategy that drives Photos.
    ///   - manager: The manager that starts and stops.
    ///   - options: The options of every request, or nil for those of Photos.
    ///   - layout: The layout at the start.
    ///   - clock: A time that never goes back.
    ///   - asset: Returns the photo at a place of the grid, or nil if there is none.
    /// - Throws: `GridDriverError`.
    public convenience init(
      _ strategy: StrategySpec, manager: PHCachingImageManager, options: PHImageRequestOptions?, layout: GridLayout,
      clock: @escaping () -> Nanoseconds, asset: @escaping (Int) -> PHAsset?
    ) throws(GridDriverError) {
      func assets(_ places: Range<Int>) -> [PHAsset] { places.compactMap(asset) }
      try self.init(
        strategy, layout: layout, clock: clock, size: { asset($0)?.size },
        start: { places, size in
          manager.startCachingImages(
            for: assets(places), targetSize: CGSize(size), contentMode: .aspectFill, options: options)
        },
        stop: { places, size in
          manager.stopCachingImages(
            for: assets(places), targetSize: CGSize(size), contentMode: .aspectFill, options: options)
        },
        stopAll: { manager.stopCachingImagesForAllAssets() })
    }
  }

  extension PHAsset {
    var size: PhotoSize { PhotoSize(PixelSize(width: pixelWidth, height: pixelHeight)) }
  }

  extension GridChanges {
    /// Creates the changes of a fetch result, or returns nil if Photos tells that it is another one altogether, or tells
    /// places that do not fit its fetch results. Load the photos anew then.
    ///
    /// - Parameters:
    ///   - details: The changes of the fetch result that the grid shows.
    ///   - change: The change of the library, by which edits are told from changes that do not show, such as a toggled
    ///     favourite. If nil, every changed photo counts as edited.
    public init?(_ details: PHFetchResultChangeDetails<PHAsset>, in change: PHChange? = nil) {
      guard details.hasIncrementalChanges else { return nil }
      var moves: [(from: Int, to: Int)] = []
      details.enumerateMoves { from, to in moves.append((from, to)) }
      self.init(
        countBefore: details.fetchResultBeforeChanges.count, count: details.fetchResultAfterChanges.count,
        removed: details.removedIndexes ?? [], inserted: details.insertedIndexes ?? [], moves: moves,
        changed: details.changedIndexes ?? [])
      guard let change else { return }
      let before = details.fetchResultBeforeChanges
      leaveOutEdits { place in change.changeDetails(for: before.object(at: place))?.assetContentChanged ?? true }
    }
  }
#endif
