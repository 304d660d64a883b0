/// Decides which images of a scrolling grid are decoded ahead of their cells.
///
/// A strategy hears events and writes a plan. It has no clock of its own, does no I/O, and never counts its own hits:
/// who runs it does that. The same value runs in the lab and in an app, where a plan's starts and stops go to
/// `PHCachingImageManager.startCachingImages` and `stopCachingImages`.
///
/// To write one: implement `descriptor`, `init(_:)` and `viewportChanged`; forget what you remember of the geometry in
/// `layoutChanged`. All else has a default that does nothing.
///
/// One that *ranks* also says which queued job an idle worker takes, and owns the bitmaps within a budget of its own:
/// then a start asks for a decode but does not hold its bitmap, and nothing is dropped but by its choice. It needs the
/// app's own decoder; `PHCachingImageManager` cannot be told an order.
public protocol CacheStrategy: Sendable {
  /// Name, one-line summary and parameters.
  static var descriptor: PolicyDescriptor { get }

  /// Takes parameters that were checked against `descriptor`.
  init(_ parameters: ParameterValues)

  /// The grid shows another part of its content. Called for every sample of the scroll, moved or not.
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan)

  /// Another layout is in force; whoever runs the strategy has already stopped all that was started.
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds)

  /// A cell asked for its image.
  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds)

  /// A bitmap of the current layout's target size is decoded and held.
  mutating func itemBecameResident(_ item: ItemID, tier: Tier, at time: Nanoseconds)

  /// A held bitmap of the current layout's target size was let go.
  mutating func itemDropped(_ item: ItemID, tier: Tier, at time: Nanoseconds)

  /// The system asked for memory, or the app went to the background.
  mutating func memoryWarning(at time: Nanoseconds)

  /// Items were inserted, removed or replaced: ids at or above `firstItem` no longer name the same photos. The grid's
  /// count is part of its layout: `layoutChanged` follows at once, and all that was started has been stopped.
  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds)

  /// True when it names the job that an idle worker takes. What follows is asked of such strategies alone.
  static var ranksJobs: Bool { get }

  /// The bytes that all bitmaps and running decodes may take together. Only an image that a cell waits for may pass it.
  var budget: ByteCount { get }

  /// The queued item that an idle worker shall decode; nil leaves it idle until something happens.
  mutating func nextJob(_ jobs: some JobView, at time: Nanoseconds) -> ItemID?

  /// The bitmap to let go so that `item` fits: held and on no cell; nil when `item` is not worth another one.
  ///
  /// Asked until `item` fits. After nil a job that a cell waits for runs all the same, another waits.
  mutating func victim(for item: ItemID, _ jobs: some JobView) -> ItemID?
}

extension CacheStrategy {
  @inlinable
  public static var ranksJobs: Bool { false }
  @inlinable
  public var budget: ByteCount { ByteCount(rawValue: .max) }
  @inlinable
  public mutating func nextJob(_ jobs: some JobView, at time: Nanoseconds) -> ItemID? { nil }
  @inlinable
  public mutating func victim(for item: ItemID, _ jobs: some JobView) -> ItemID? { nil }
  @inlinable
  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {}
  @inlinable
  public mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {}
  @inlinable
  public mutating func itemBecameResident(_ item: ItemID, tier: Tier, at time: Nanoseconds) {}
  @inlinable
  public mutating func itemDropped(_ item: ItemID, tier: Tier, at time: Nanoseconds) {}
  @inlinable
  public mutating func memoryWarning(at time: Nanoseconds) {}
  @inlinable
  public mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {}
}

/// What a strategy is told of a frame. One value, so that it can grow without breaking strategies.
public struct FrameContext: Sendable {
  /// The frame's time since the start of the trace.
  public var time: Nanoseconds
  /// The content offset; below 0 or past the end while the grid is pulled beyond its edge.
  public var offset: MilliPoints
  public var layout: GridLayout
  /// Running mean of what a decode took so far; 0 before the first.
  public var meanDecodeTime: Nanoseconds
  /// Tells what bitmaps take; nil when whoever runs the strategy does not know. `bytes(of:)` asks it.
  public var sizes: (any BitmapSizing)?

  public init(
    time: Nanoseconds, offset: MilliPoints, layout: GridLayout, meanDecodeTime: Nanoseconds = .zero,
    sizes: (any BitmapSizing)? = nil
  ) {
    self.time = time
    self.offset = offset
    self.layout = layout
    self.meanDecodeTime = meanDecodeTime
    self.sizes = sizes
  }

  /// The visible rectangle.
  @inlinable
  public var viewport: VerticalRange { layout.viewport(at: offset) }
}
