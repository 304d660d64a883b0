import StrategyKit

/// A strategy that does what another does, and starts one item at a frame of its own choice, which it then holds on to
/// until another frame: what a replay with an earlier start replays.
struct EarlierStart<Base: StrategyBehaviour>: StrategyBehaviour {
  private var base: Base
  private let item: Int32
  private let frames: ClosedRange<Int>
  private var frame = -1
  private var plan = Plan()

  /// - Parameters:
  ///   - frames: The item is started in the first of these and not stopped before the last is over; counted from 0.
  init(_ base: Base, item: Int32, frames: ClosedRange<Int>) {
    self.base = base
    self.item = item
    self.frames = frames
  }

  var subscribedEvents: StrategyEvents { base.subscribedEvents }

  mutating func viewportChanged(_ context: FrameContext, plan: inout Plan) {
    frame += 1
    guard frames.contains(frame) else { return base.viewportChanged(context, plan: &plan) }
    if frame == frames.lowerBound { plan.start(ItemRange(lower: item, upper: item + 1)) }
    base.viewportChanged(context, plan: &self.plan)
    for step in self.plan.steps {
      switch step {
      case .start(let items): plan.start(items)
      case .stop(let items):
        guard items.contains(ItemID(rawValue: item)) else {
          plan.stop(items)
          continue
        }
        plan.stop(ItemRange(lower: items.lower, upper: item))
        plan.stop(ItemRange(lower: item + 1, upper: items.upper))
      }
    }
    self.plan.removeAll()
  }

  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { base.layoutChanged(to: layout, at: time) }

  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) { base.itemRequested(item, at: time) }

  mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
    base.itemBecameResident(item, at: time)
  }

  mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
    base.itemDropped(item, at: time)
  }

  mutating func memoryWarning(at time: Nanoseconds) { base.memoryWarning(at: time) }

  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
    base.contentChanged(from: firstItem, count: count, at: time)
  }
}

extension EarlierStart: RankingBehaviour where Base: RankingBehaviour {
  var budget: ByteCount { base.budget }

  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { base.nextJob(jobs, at: time) }

  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { base.victim(for: item, jobs) }
}

/// A strategy that starts an item at a frame of its own choice and else does what `base` does.
func erased(_ base: AnyStrategy, startedEarlier item: Int32, frames: ClosedRange<Int>) -> AnyStrategy {
  #if hasFeature(Embedded)
    let started = EarlierStart(base, item: item, frames: frames)
    return base.ranking == nil ? erased(started) : erased(ranking: started)
  #else
    func opened(_ base: some StrategyBehaviour) -> AnyStrategy { EarlierStart(base, item: item, frames: frames) }
    return opened(base)
  #endif
}

/// What would have become of a visit if something had been different.
public struct Rescue: Hashable, Sendable {
  public enum Change: Hashable, Sendable {
    /// Its item is started so many frames before its request, at this time, and not given up; not one frame later.
    case earlierStart(frames: Int, at: Int64)
    /// The same, without a replay: its decode and its queue moved ahead by its wait.
    case estimatedStart(at: Int64)
    /// Started from 1, 2, 4 ... frames before to the earliest that could, so many before its request; none made it a hit,
    /// and the result is that of the earliest.
    case noStart(frames: Int)
    /// No earlier frame asked at its size: the first frame, or that of a layout change. The result is what it was.
    case noEarlierFrame
    /// The device has so many workers.
    case workers(Int)
    /// Memory is no limit: this strategy.
    case memory(String)
  }

  public enum Result: Hashable, Sendable {
    case hit
    /// Shown after a wait.
    case shown(wait: Int64)
    /// Never shown while its cell was on screen.
    case neverShown(wait: Int64)
  }

  public var change: Change
  public var result: Result

  /// True when a replay gave it.
  public var isComputed: Bool {
    switch change {
    case .estimatedStart, .noEarlierFrame: false
    default: true
    }
  }
}
