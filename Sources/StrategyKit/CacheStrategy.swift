/// Decides which images of a scrolling grid are decoded ahead of their cells.
///
/// A strategy hears events and writes a plan. It has no clock of its own, does no I/O, and never counts its own hits:
/// who runs it does that. The same value runs in the lab and in an app, where a plan's starts and stops go to
/// `PHCachingImageManager.startCachingImages` and `stopCachingImages`.
///
/// To write one: implement `descriptor`, `init(_:)` and `viewportChanged`; forget what you remember of the geometry in
/// `layoutChanged`. All else has a default that does nothing.
///
/// One that also says which queued job an idle worker takes is a `RankingStrategy`.
public protocol CacheStrategy: StrategyBehaviour, RegistrablePolicy {
  /// The events that come with every request or bitmap and that it wants to hear: all of them, unless it says less. Each
  /// that it leaves out is a call saved. What is rare, a layout, a warning or new content, is always told.
  static var subscribedEvents: StrategyEvents { get }

  /// The type as a registry holds it. Not to be written: the protocols that a type conforms to give it.
  static var registered: RegisteredStrategy { get }
}

/// What whoever runs a strategy tells it. What wraps a strategy is this alone, and no `CacheStrategy`: it has no name, and
/// no registry makes it.
public protocol StrategyBehaviour: Sendable {
  /// The frequent events that it is told: those of its type for a `CacheStrategy`.
  var subscribedEvents: StrategyEvents { get }

  /// The grid shows another part of its content. Called for every sample of the scroll, moved or not.
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan)

  /// Another layout is in force; whoever runs the strategy has already stopped all that was started.
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds)

  /// A cell asked for its image. Heard with `.requests`.
  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds)

  /// A bitmap of the current layout's target size is decoded and held. Heard with `.residency`.
  mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds)

  /// A held bitmap of the current layout's target size was let go. Heard with `.residency`.
  mutating func itemDropped(_ item: ItemID, at time: Nanoseconds)

  /// The system asked for memory, or the app went to the background. The engine has stopped all started items and dropped
  /// every bitmap that no cell shows, and applies no plan until `resumed`.
  mutating func memoryWarning(at time: Nanoseconds)

  /// The grid moves again after a memory warning, or the app is back: plans count from the next frame on, and nothing is
  /// started. As a change of layout to the same one unless a strategy says otherwise.
  mutating func resumed(under layout: GridLayout, at time: Nanoseconds)

  /// Items were inserted, removed or replaced: ids at or above `firstItem` no longer name the same photos. The grid's
  /// count is part of its layout: `layoutChanged` follows at once, and all that was started has been stopped.
  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds)
}

extension CacheStrategy {
  @inlinable
  public static var subscribedEvents: StrategyEvents { .all }
  @inlinable
  public var subscribedEvents: StrategyEvents { Self.subscribedEvents }
}

extension StrategyBehaviour {
  @inlinable
  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {}
  @inlinable
  public mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {}
  @inlinable
  public mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {}
  @inlinable
  public mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {}
  @inlinable
  public mutating func memoryWarning(at time: Nanoseconds) {}
  @inlinable
  public mutating func resumed(under layout: GridLayout, at time: Nanoseconds) { layoutChanged(to: layout, at: time) }
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
  /// What moves the grid; nil when nobody tells it.
  public var phase: ScrollPhase?
  /// The offset at which the scroll will stop if no finger comes down, from the frame after the one of the lift on; nil
  /// when nobody knows it. It is one of the layout in force, and a hint: the finger may come down at any time.
  public var target: MilliPoints?
  /// Tells what bitmaps take; nil when whoever runs the strategy does not know. `bytes(of:)` asks it.
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
}

/// The frequent events that a strategy may hear beside its frames.
public struct StrategyEvents: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A cell asked for its image: `itemRequested`.
  @inlinable
  public static var requests: StrategyEvents { StrategyEvents(rawValue: 1 << 0) }

  /// A bitmap came or went: `itemBecameResident` and `itemDropped`.
  @inlinable
  public static var residency: StrategyEvents { StrategyEvents(rawValue: 1 << 1) }

  @inlinable
  public static var all: StrategyEvents { [.requests, .residency] }
}

/// A strategy that says which queued job an idle worker takes, and which bitmap goes for it.
///
/// It owns the bitmaps within a budget of its own: a start asks for a decode but does not hold its bitmap, and nothing is
/// dropped but by its choice. So it takes no eviction policy beside it. It needs a decoder that can be told an order;
/// `PHCachingImageManager` cannot.
public protocol RankingStrategy: CacheStrategy, RankingBehaviour {}

/// What whoever runs a strategy that ranks asks of it besides.
public protocol RankingBehaviour: StrategyBehaviour {
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

/// A policy that is told all requests before the first: an oracle, to measure others by.
///
/// A strategy or an eviction policy adopts it beside its role. What a grid asks for depends on the scroll alone, never
/// on a strategy, so the whole future can be handed over before a replay begins.
public protocol OfflinePolicy: RegistrablePolicy {
  /// What will be asked for. Called once, before anything else happens; without it the policy foresees nothing.
  mutating func foresee(_ future: RequestFuture)
}
