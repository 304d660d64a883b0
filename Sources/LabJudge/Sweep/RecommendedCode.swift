import GridEngine

/// The Swift lines that run a strategy in an app.
public struct RecommendedCode: Sendable {
  /// The kind of view that shows the photos.
  public enum Target: String, CaseIterable, Sendable {
    /// `CollectionGrid` for a collection view.
    case uikit
    /// `ScrollGrid` for a scroll view of SwiftUI.
    case swiftui
    /// `Preheater` for cells that ask Photos for their images themselves.
    case photos
    /// `GridDriver` for a view of one's own.
    case driver
  }

  let target: Target
  /// With all parameters written out, so that later defaults change nothing.
  let strategy: String
  /// As images were in the replays.
  let fit: Fit
  /// Decodes at once; nil for the default.
  let workers: Int?
  /// The command line that tells of the strategy: one line, quoted for a shell.
  let command: String

  public var text: String {
    switch target {
    case .uikit: collectionView
    case .swiftui: scrollView
    case .photos: preheater
    case .driver: driver
    }
  }

  private func file(_ imports: String..., function: String) -> String {
    let command = String(command.map { $0.isNewline ? " " : $0 })
    return imports.map { "import \($0)\n" }.joined()
      + "\n/// What this command recommends:\n///\n///     \(command)\n///\n\(function)\n"
  }

  private var options: String {
    """
      var options = GridDriverOptions()
      options.fit = .\(fit.rawValue)\(workers.map { "\n  options.workers = \($0)" } ?? "")
      let strategy = try StrategySpec("\(strategy)")
    """
  }

  private var collectionView: String {
    file(
      "GridPhotos", "GridViews", "Photos", "Strategies", "UIKit",
      function: """
        /// - Parameters:
        ///   - view: Has a cell for each of the photos, in section 0. Keep the grid as long as the view.
        ///   - show: Puts an image into a cell, or takes it away.
        @MainActor
        func recommendedGrid(
          _ view: UICollectionView, _ photos: PHFetchResult<PHAsset>,
          show: @escaping (_ cell: UICollectionViewCell, _ image: UIImage?) -> Void
        ) throws -> CollectionGrid<PhotosSource> {
        \(options)
          let source = PhotosSource { place in place < photos.count ? photos.object(at: place) : nil }
          return try CollectionGrid(view, strategy, source: source, options: options, show: show)
        }
        """)
  }

  private var scrollView: String {
    file(
      "GridPhotos", "GridViews", "Photos", "Strategies",
      function: """
        /// Keep the grid as long as it is shown; put `.follows(grid)` on the `ScrollView`, and a `GridImage` into each cell.
        ///
        /// - Parameter shape: How the cells lie, such as `{ GridShape(columns: 3, sharing: $0.width, spacing: 2) }`.
        @available(iOS 17, macOS 14, tvOS 17, *)
        @MainActor
        func recommendedGrid(
          _ photos: PHFetchResult<PHAsset>, shape: @escaping (GridWindow) -> GridShape
        ) throws -> ScrollGrid<PhotosSource> {
        \(options)
          let source = PhotosSource { place in place < photos.count ? photos.object(at: place) : nil }
          return ScrollGrid(strategy, source: source, count: photos.count, options: options, shape: shape)
        }
        """)
  }

  private var preheater: String {
    file(
      "GridPhotos", "GridViews", "Photos", "QuartzCore", "Strategies", "UIKit",
      function: """
        /// - Parameters:
        ///   - view: Has a cell for each of the photos, in section 0. Keep the feed as long as the view.
        ///   - manager: Whom your cells ask for their images.
        /// - Returns: Nil where the view has no layout yet: call again from `viewDidLayoutSubviews`.
        @MainActor
        func recommendedPreheating(
          _ view: UICollectionView, _ photos: PHFetchResult<PHAsset>, _ manager: PHCachingImageManager
        ) throws -> CollectionFeed? {
          guard let layout = GridLayout(of: view) else { return nil }
          let strategy = try StrategySpec("\(strategy)")
          let preheater = try Preheater(
            strategy, manager: manager, options: nil, layout: layout,
            clock: { Nanoseconds(rawValue: Int64(CACurrentMediaTime() * 1e9)) }
          ) { place in place < photos.count ? photos.object(at: place) : nil }
          return CollectionFeed(view, driver: preheater, layout: layout)
        }
        """)
  }

  private var driver: String {
    file(
      "GridDriver", "Strategies",
      function: """
        /// - Parameters:
        ///   - source: Makes images, and thumbnails for cells that wait: a `PhotosSource`, or your own decoder with a
        ///     `thumbnailSize`.
        ///   - photos: Sizes in pixels, in the order of the cells; nil where the source says them (`size(at:)`).
        ///   - clock: Time that never goes back, such as that of `CACurrentMediaTime()`.
        func recommendedDriver<Source: ImageSource>(
          source: Source, layout: GridLayout, photos: [PhotoSize]? = nil, clock: @escaping () -> Nanoseconds
        ) throws -> GridDriver<Source> {
        \(options)
          return try GridDriver(
            strategy, source: source, layout: layout, photos: photos, options: options, clock: clock)
        }
        """)
  }
}
