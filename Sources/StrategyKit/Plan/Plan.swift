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
