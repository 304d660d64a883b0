/// A strategy that says which queued job an idle worker takes, and which bitmap goes for it.
///
/// It owns the bitmaps within a budget of its own: a start asks for a decode but does not hold its bitmap, and nothing is
/// dropped but by its choice. So it takes no retention policy beside it. It needs a decoder that can be told an order;
/// `PHCachingImageManager` cannot.
public protocol RankingStrategy: CacheStrategy {
  /// The bytes that all bitmaps and running decodes may take together. Only an image that a cell waits for may pass it.
  /// Read after each frame.
  var budget: ByteCount { get }

  /// The queued item that an idle worker shall decode; nil leaves it idle until something happens.
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID?

  /// The bitmap to let go so that `item` fits: held and on no cell; nil when `item` is not worth another one.
  ///
  /// Asked until `item` fits. After nil a job that a cell waits for runs all the same, another waits.
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID?
}
