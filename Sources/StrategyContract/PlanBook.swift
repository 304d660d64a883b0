import StrategyKit

/// What a strategy has started, by its own plans: the account that whoever applies them keeps.
struct PlanBook {
  private var isStarted: ContiguousArray<Bool>
  /// How many items are started.
  private(set) var count = 0
  /// What their bitmaps take together.
  private(set) var bytes: Int64 = 0

  init(capacity: Int) { isStarted = ContiguousArray(repeating: false, count: capacity) }

  func contains(_ item: Int32) -> Bool { isStarted.indices.contains(Int(item)) && isStarted[Int(item)] }

  /// Items outside the grid are left out, as a replay does.
  mutating func apply(_ step: Plan.Step, _ frame: FrameContext) {
    switch step {
    case .start(let items, _): set(items, to: true, frame)
    case .stop(let items): set(items, to: false, frame)
    }
  }

  /// Whoever runs the strategy has stopped an item.
  mutating func stop(_ item: ItemID, bytes: ByteCount) {
    guard contains(item.rawValue) else { return }
    isStarted[item.index] = false
    count -= 1
    self.bytes -= bytes.rawValue
  }

  /// Everything was stopped.
  mutating func clear() {
    for index in isStarted.indices where isStarted[index] { isStarted[index] = false }
    (count, bytes) = (0, 0)
  }

  /// How many started items lie outside `range`.
  func count(outside range: ItemRange) -> Int {
    let inside = max(0, range.lower)..<max(0, min(range.upper, Int32(isStarted.count)))
    return count - inside.count { isStarted[Int($0)] }
  }

  private mutating func set(_ items: ItemRange, to value: Bool, _ frame: FrameContext) {
    let limit = min(frame.layout.count, Int32(isStarted.count))
    for item in max(0, items.lower)..<max(0, items.lower, min(items.upper, limit)) where isStarted[Int(item)] != value {
      isStarted[Int(item)] = value
      count += value ? 1 : -1
      bytes += (value ? 1 : -1) * frame.bytes(of: ItemID(rawValue: item)).rawValue
    }
  }
}
