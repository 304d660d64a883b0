@_exported public import StrategyKit

/// A trace reduced to what a replay acts on: frames, changes of layout and content, and memory warnings, in order.
public struct ReplayScript: Sendable {
  public struct Step: Sendable {
    public enum Kind: UInt8, Sendable {
      /// The grid shows offset `value`, in thousandths of a point.
      case frame
      /// Layout number `value` comes into force.
      case layout
      /// Photos came, went or became visible: layout number `value` with the content of that number comes into force.
      case content
      /// The system asks for memory.
      case memoryWarning
      /// The app goes to the background.
      case background
      /// It is back.
      case foreground
    }

    /// Nanoseconds since the start of the trace.
    public var time: Int64
    public var value: Int64
    public var kind: Kind

    public init(time: Nanoseconds, value: Int64 = 0, kind: Kind) {
      self.time = time.rawValue
      self.value = value
      self.kind = kind
    }
  }

  /// The knowledge of a phone of the scroll from a time on, told with the first frame that is not before it.
  public struct Signal: Hashable, Sendable {
    /// Nanoseconds since the start of the trace.
    public var time: Int64
    /// The offset at which the scroll will stop; nil if it is not known.
    public var target: MilliPoints?
    public var phase: ScrollPhase

    public init(time: Nanoseconds, phase: ScrollPhase, target: MilliPoints? = nil) {
      self.time = time.rawValue
      self.target = target
      self.phase = phase
    }
  }

  /// By time; at one time layout changes and warnings in the order of the file, then the frame.
  public let steps: ContiguousArray<Step>
  /// All layouts; the first is in force at the start.
  public let layouts: [GridLayout]
  /// By layout: the photos that the grid shows; nil where these are the library's first ones.
  public let contents: [GridContent?]
  /// By time; empty where nothing is known.
  public let signals: ContiguousArray<Signal>
  /// When the clock stops.
  public let end: Nanoseconds

  /// - Precondition: a layout, steps in ascending time, none after `end`.
  ///
  /// - Parameters:
  ///   - contents: By layout, each of as many photos as the layout has; empty where all are the library's first ones.
  ///   - signals: In ascending time.
  public init(
    steps: ContiguousArray<Step>, layouts: [GridLayout], contents: [GridContent?] = [],
    signals: ContiguousArray<Signal> = [], end: Nanoseconds
  ) {
    precondition(!layouts.isEmpty, "a script has a layout")
    precondition(zip(steps, steps.dropFirst()).allSatisfy { $0.time <= $1.time }, "steps come in ascending time")
    precondition(steps.last.map { $0.time <= end.rawValue } ?? true, "no step comes after the end")
    self.steps = steps
    self.layouts = layouts
    self.contents = contents.isEmpty ? Array(repeating: nil, count: layouts.count) : contents
    precondition(self.contents.count == layouts.count, "a content for each layout")
    for (layout, content) in zip(layouts, self.contents) {
      precondition(content.map { $0.count == layout.count } ?? true, "a layout has as many items as its content")
    }
    precondition(zip(signals, signals.dropFirst()).allSatisfy { $0.time <= $1.time }, "signals come in ascending time")
    self.signals = signals
    self.end = end
  }

  /// One more than the highest number of a photo: what arrays by photo must hold.
  public var itemCapacity: Int { zip(layouts, contents).map { Int($1?.photoBound ?? $0.count) }.max() ?? 0 }

  /// The number of keys: items times distinct target sizes.
  public var slotCount: Int { Set(layouts.flatMap { $0.targetSizes }).count * itemCapacity }

  /// True when a grid shows other photos than the library's first ones, at some time.
  public var hasChangingContent: Bool { contents.contains { $0 != nil } }
}

/// A trace, a library and a device made ready for replay; many strategies can be replayed over it.
public struct Replay: Sendable {
  public package(set) var script: ReplayScript
  public package(set) var table: SlotTable
  /// The settings that decide the counts; the table was made by the same.
  public package(set) var settings: ReplaySettings

  /// - Precondition: No layout shows more items than there are photos, and there are at most `SlotTable.slotsMax` keys.
  public init(
    script: ReplayScript, assets: ContiguousArray<AssetInfo>, device: DeviceProfile, settings: ReplaySettings
  ) {
    let table = SlotTable(
      layouts: script.layouts, capacity: script.itemCapacity, assets: assets, device: device, settings: settings)
    self.init(script: script, table: table, settings: settings)
  }

  package init(script: ReplayScript, table: SlotTable, settings: ReplaySettings) {
    (self.script, self.table, self.settings) = (script, table, settings)
  }

  /// Returns the same trace up to and including a time.
  package func until(_ time: Int64) -> Replay {
    let count = script.steps.firstIndex { $0.time > time } ?? script.steps.count
    var replay = self
    replay.script = ReplayScript(
      steps: ContiguousArray(script.steps[..<count]), layouts: script.layouts, contents: script.contents,
      signals: script.signals, end: Nanoseconds(rawValue: time))
    return replay
  }

  /// Replays a strategy and returns its exact counts: without an observer, as fast as a replay gets.
  ///
  /// - Complexity: O(frames + starts + requests).
  public func run(_ strategy: StrategySpec) -> ReplayTally { replay(Replayer(self, strategy)).tally }

  /// Replays a strategy and returns its exact counts and the observer with what it has seen.
  public func run<Observer: ReplayObserver>(
    _ strategy: StrategySpec, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    observed(by: observer) { replay(Replayer(self, strategy, observer: $0)) }
  }

  #if !hasFeature(Embedded)
    /// Replays a strategy that is given as a value: one of a test or an app, which no registry names.
    ///
    /// - Parameter evictionPolicy: The policy that decides which bitmaps go; nil keeps none that is neither displayed nor
    ///   started. A strategy that ranks keeps them by itself.
    /// - Precondition: No eviction policy stands beside a strategy that ranks.
    public func run(
      _ strategy: some StrategyBehaviour, evictionPolicy: (any EvictionBehaviour)? = nil
    ) -> ReplayTally {
      replay(Replayer(self, strategy: strategy, evictionPolicy: evictionPolicy, hasThumbnails: false)).tally
    }
  #endif

  private func replay(_ replayer: consuming Replayer) -> (tally: ReplayTally, observer: AnyObserver?) {
    replayer.run()
    defer { replayer.deallocate() }
    return (replayer.tally, replayer.observer)
  }
}

/// The strategy of a replay. A frame costs one dynamic call, and so does each frequent event that it wants to hear.
struct Planner {
  var base: AnyStrategy
  let isRanking: Bool
  /// The budget as of the last frame: it is asked at each decode.
  private(set) var budget: ByteCount
  let isHearingRequests: Bool
  let isHearingResidency: Bool

  init(_ strategy: AnyStrategy) {
    base = strategy
    isRanking = strategy.isRanking
    budget = strategy.budget
    isHearingRequests = strategy.subscribedEvents.contains(.requests)
    isHearingResidency = strategy.subscribedEvents.contains(.residency)
  }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    base.viewportChanged(frame, plan: &plan)
    if isRanking { budget = base.budget }
  }
}

/// The keeper of bitmaps that nothing shows or wants: an eviction policy, the strategy itself, or none.
package struct Keeper {
  package var base: AnyEvictionPolicy?
  package let canKeepBitmaps: Bool
  // They change with the layout at most, and are asked at each decode.
  package private(set) var budget: ByteCount
  package let canServeSmallerRequests: Bool

  /// - Parameter isOwnedByStrategy: True beside a strategy that ranks, which keeps and evicts bitmaps itself.
  package init(_ policy: AnyEvictionPolicy?, isOwnedByStrategy: Bool = false) {
    precondition(
      !isOwnedByStrategy || policy == nil, "a strategy that ranks owns its bitmaps: it takes no eviction policy")
    base = policy
    canKeepBitmaps = isOwnedByStrategy || policy != nil
    budget = policy?.budget ?? ByteCount(rawValue: .max)
    canServeSmallerRequests = policy?.canServeSmallerRequests ?? false
  }

  package mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    base?.layoutChanged(to: layout, sizes: sizes)
    if let base { budget = base.budget }
  }
}
