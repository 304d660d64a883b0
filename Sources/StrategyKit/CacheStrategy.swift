/// Decides which images of a scrolling grid are decoded ahead of their cells.
///
/// A strategy hears events and writes a plan. It has no clock of its own, does no I/O, and never counts its own hits:
/// the engine does that. The same value runs in the lab and in an app, where a plan's starts and stops go to
/// `PHCachingImageManager.startCachingImages` and `stopCachingImages`.
///
/// To write one: implement `descriptor`, `init(_:)` and `viewportChanged`; forget what you remember of the geometry in
/// `layoutChanged`. All else has a default that does nothing.
///
/// A strategy that also chooses the queued job that an idle worker takes is a `RankingStrategy`.
public protocol CacheStrategy: StrategyBehaviour, RegistrablePolicy {
  /// The events of requests and bitmaps that the strategy wants to hear; all of them by default. Each event that is
  /// left out saves a call. Rare events (a layout, a warning, new content) always arrive.
  static var subscribedEvents: StrategyEvents { get }

  /// True if the strategy is a `RankingStrategy`. Only wrappers implement it, to take it from the wrapped strategy.
  static var isRanking: Bool { get }
}

/// The calls that the engine makes on a strategy. A wrapper conforms to this protocol alone and not to `CacheStrategy`:
/// it has no name, and no registry makes it.
public protocol StrategyBehaviour: Sendable {
  /// The frequent events that the engine tells it; for a `CacheStrategy` those of its type.
  var subscribedEvents: StrategyEvents { get }

  /// Tells the strategy that the grid shows another part of its content. Called for every sample of the scroll, moved
  /// or not.
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan)

  /// Tells the strategy that another layout is in force. The engine has already stopped all that was started.
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds)

  /// Tells the strategy that a cell asked for its image. Requires `.requests`.
  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds)

  /// Tells the strategy that a bitmap of the current layout's target size is decoded and held. Requires `.residency`.
  mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds)

  /// Tells the strategy that a held bitmap of the current layout's target size was dropped. Requires `.residency`.
  mutating func itemDropped(_ item: ItemID, at time: Nanoseconds)

  /// Tells the strategy that the system asked for memory, or the app went to the background. The engine has stopped all
  /// started items and dropped every bitmap that no cell shows, and applies no plan until `resumed`.
  mutating func memoryWarning(at time: Nanoseconds)

  /// Tells the strategy that the grid moves again after a memory warning, or that the app is back. Plans count from the
  /// next frame on, and nothing is started. By default it is a change to the same layout.
  mutating func resumed(under layout: GridLayout, at time: Nanoseconds)

  /// Tells the strategy that items were inserted, removed or replaced: ids at or above `firstItem` no longer name the
  /// same photos. `layoutChanged` follows at once with the new count, and all that was started has been stopped.
  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds)

  /// True if it chooses jobs and victims, as `RankingStrategy` says; for a `CacheStrategy` that of its type. False by
  /// default, and then the engine asks for none of the following.
  var isRanking: Bool { get }

  /// The bytes that all bitmaps and running decodes may take together. Only an image that a cell waits for may exceed
  /// it. Read after each frame.
  var budget: ByteCount { get }

  /// Returns the queued item that an idle worker decodes next, or nil to leave it idle until the next event.
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID?

  /// Returns a bitmap to drop so that `item` fits, held and on no cell, or nil if `item` is not worth another one.
  ///
  /// Called until `item` fits. After nil, a job that a cell waits for runs all the same, and any other waits.
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID?
}

extension CacheStrategy {
  public static var subscribedEvents: StrategyEvents { .all }
  public var subscribedEvents: StrategyEvents { Self.subscribedEvents }
  public static var isRanking: Bool { false }
  public var isRanking: Bool { Self.isRanking }
}

extension RankingStrategy {
  public static var isRanking: Bool { true }

  // One that ranks must not get by on the answers of one that does not, which the compiler would take for it.
  @available(*, unavailable, message: "a strategy that ranks has a budget")
  public var budget: ByteCount { .zero }
  @available(*, unavailable, message: "a strategy that ranks names the next job")
  public mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { nil }
  @available(*, unavailable, message: "a strategy that ranks names victims")
  public mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { nil }
}

extension StrategyBehaviour {
  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {}
  public mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {}
  public mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {}
  public mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {}
  public mutating func memoryWarning(at time: Nanoseconds) {}
  public mutating func resumed(under layout: GridLayout, at time: Nanoseconds) { layoutChanged(to: layout, at: time) }
  public mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {}
  public var isRanking: Bool { false }
  public var budget: ByteCount { ByteCount(rawValue: .max) }
  public mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { nil }
  public mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { nil }
}

/// The state of a frame, as a strategy sees it. One value, so that it can grow without breaking strategies.
public struct FrameContext: Sendable {
  /// The frame's time since the start of the trace.
  public var time: Nanoseconds
  /// The content offset; below 0 or past the end while the grid is pulled beyond its edge.
  public var offset: MilliPoints
  public var layout: GridLayout
  /// The running mean of decode times so far; 0 before the first decode.
  public var meanDecodeTime: Nanoseconds
  /// The cause of the scroll, or nil if it is not known.
  public var phase: ScrollPhase?
  /// The offset at which the scroll will stop if no finger comes down, known from the frame after the lift on; nil if
  /// it is not known. It refers to the layout in force, and is a hint: the finger may come down at any time.
  public var target: MilliPoints?
  /// The sizes of bitmaps, or nil if the engine does not know them. `bytes(of:)` asks it.
  public var sizes: (any BitmapSizing)?

  public init(
    time: Nanoseconds, offset: MilliPoints, layout: GridLayout, meanDecodeTime: Nanoseconds = .zero,
    phase: ScrollPhase? = nil, target: MilliPoints? = nil, sizes: (any BitmapSizing)? = nil
  ) {
    self.time = time
    self.offset = offset
    self.layout = layout
    self.meanDecodeTime = meanDecodeTime
    self.phase = phase
    self.target = target
    self.sizes = sizes
  }

  /// The visible rectangle.
  @inlinable
  public var viewport: VerticalRange { layout.viewport(at: offset) }

  /// Returns the rows that overlap the viewport grown by these thousandths of a point; negative ones shrink it.
  @inlinable @inline(__always)
  public func rows(above: Int64, below: Int64) -> Range<Int64> {
    layout.rows(
      overlapping: VerticalRange(
        minY: viewport.minY - MilliPoints(rawValue: above), maxY: viewport.maxY + MilliPoints(rawValue: below)))
  }

  /// Returns the items of `rows(above:below:)`.
  @inlinable @inline(__always)
  public func items(above: Int64, below: Int64) -> ItemRange { layout.items(inRows: rows(above: above, below: below)) }

  /// Returns the visible items, extended by this share of them on the side that the scroll goes to.
  @inlinable @inline(__always)
  public func items(_ visible: ItemRange, ahead share: Rational, isGoingUp: Bool) -> ItemRange {
    let ahead = Int64(visible.count) * share.numerator / share.denominator
    return isGoingUp
      ? ItemRange(lower: Int32(max(0, Int64(visible.lower) - ahead)), upper: visible.upper)
      : ItemRange(lower: visible.lower, upper: Int32(min(Int64(layout.count), Int64(visible.upper) + ahead)))
  }

  /// Returns a share of the viewport's height, rounded up to whole thousandths of a point.
  @inlinable @inline(__always)
  public func screens(_ share: Rational) -> Int64 {
    (layout.viewportHeight.rawValue * share.numerator).ceilingDivide(share.denominator)
  }

  /// Returns the bytes of the item's bitmap, or of a bitmap as large as its cell if no sizes are known.
  @inlinable
  public func bytes(of item: ItemID) -> ByteCount { sizes?.bytes(of: item) ?? cellBytes(of: item) }

  /// Returns the bytes of the items' bitmaps together; items of unknown size count as large as their cells.
  ///
  /// - Complexity: O(items); O(1) if no sizes are known and all cells are equal.
  @inlinable
  public func bytes(of items: ItemRange) -> ByteCount {
    if sizes == nil && layout.hasEqualCells {
      return ByteCount(rawValue: layout.targetSize.pixelCount * 4 * Int64(items.count))
    }
    var sum: Int64 = 0
    for item in items.lower..<items.upper { sum += bytes(of: ItemID(rawValue: item)).rawValue }
    return ByteCount(rawValue: sum)
  }

  /// Returns the bytes of a bitmap of exactly the size that a cell asks for, at four bytes a pixel.
  @usableFromInline
  func cellBytes(of item: ItemID) -> ByteCount {
    let isThere = 0 <= item.rawValue && item.rawValue < layout.count
    let size = isThere ? layout.targetSize(of: item.rawValue) : layout.targetSize
    return ByteCount(rawValue: size.pixelCount * 4)
  }
}

/// The frequent events that a strategy may hear beside its frames.
public struct StrategyEvents: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Requests of cells: `itemRequested`.
  public static var requests: StrategyEvents { StrategyEvents(rawValue: 1 << 0) }

  /// Bitmaps that come or go: `itemBecameResident` and `itemDropped`.
  public static var residency: StrategyEvents { StrategyEvents(rawValue: 1 << 1) }

  public static var all: StrategyEvents { [.requests, .residency] }
}

/// A strategy that also chooses the queued job that an idle worker takes, and the bitmap that makes room for it.
///
/// It owns the bitmaps within a budget of its own: a start asks for a decode but does not hold its bitmap, and bitmaps
/// are dropped only by its choice. So it takes no eviction policy beside it. It needs a decoder that accepts an order,
/// which `PHCachingImageManager` does not.
public protocol RankingStrategy: CacheStrategy {
  var budget: ByteCount { get }
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID?
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID?
}

/// A policy that knows all requests beforehand: an oracle, which serves as a measure for others.
///
/// A strategy or an eviction policy adopts it beside its role. A grid's requests depend on the scroll alone, never on a
/// strategy, so all of them can be handed over before a replay begins.
public protocol OfflinePolicy: RegistrablePolicy {
  /// Receives the requests to come. Called once, before anything else happens; without it the policy foresees nothing.
  mutating func foresee(_ future: RequestFuture)
}

/// Tells a strategy how many bytes bitmaps take before anything is decoded, so that it can keep a byte budget.
///
/// The engine or the app implements it, for example from the pixel sizes of its photos. It is a class, so that a frame
/// carries a reference and copies nothing, and it is asked for single items.
public protocol BitmapSizing: AnyObject, Sendable {
  /// Returns the bytes of the item's bitmap at the target size of the layout in force, or nil if they are not known.
  ///
  /// The sizes of items outside the grid are not known.
  func bytes(of item: ItemID) -> ByteCount?

  /// A number that changes once the sizes of many items have changed; 0 by default.
  var version: Int { get }
}

extension BitmapSizing {
  public var version: Int { 0 }
}

/// The steps that a strategy requests, in order.
///
/// One plan is reused for every frame: `removeAll` keeps its memory, so a frame allocates nothing.
public struct Plan: Sendable {
  /// One step. Steps of empty ranges are never stored.
  public enum Step: Hashable, Sendable {
    /// Decode these items ahead of their request. Starting an item that is started does nothing.
    case start(ItemRange)
    /// These items are no longer wanted ahead. Stopping an item that is not started does nothing.
    case stop(ItemRange)
  }

  /// The most steps in one frame; a strategy that exceeds it is wrong, and traps.
  public static let stepsMax = 65_536

  public private(set) var steps: ContiguousArray<Step> = []

  public init() {}

  public mutating func start(_ items: ItemRange) {
    if !items.isEmpty { append(.start(items)) }
  }

  public mutating func stop(_ items: ItemRange) {
    if !items.isEmpty { append(.stop(items)) }
  }

  /// Starts the items that are not in `other`.
  public mutating func start(_ items: ItemRange, except other: ItemRange) {
    start(items.before(other))
    start(items.after(other))
  }

  /// Stops the items that are not in `other`.
  public mutating func stop(_ items: ItemRange, except other: ItemRange) {
    stop(items.before(other))
    stop(items.after(other))
  }

  /// Starts an item; if the last step starts the items before it, that step grows.
  public mutating func start(next item: Int32) {
    let last = steps.count - 1
    if last >= 0, case .start(var items) = steps[last], items.upper == item {
      items.upper = item + 1
      steps[last] = .start(items)
    } else {
      append(.start(ItemRange(lower: item, upper: item + 1)))
    }
  }

  /// Removes the steps and keeps their memory.
  public mutating func removeAll() { steps.removeAll(keepingCapacity: true) }

  private mutating func append(_ step: Step) {
    precondition(steps.count < Plan.stepsMax, "a plan has at most 65,536 steps")
    steps.append(step)
  }
}
