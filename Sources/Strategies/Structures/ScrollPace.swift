import StrategyKit

/// Estimates how far a scroll may come before decodes that begin now are done, so how far ahead they are worth their
/// price: rows that lie farther are seen too seldom before the finger turns. A finger that reads needs a row or two;
/// one that flings, the way of the fling.
///
/// Two memories tell them apart: the latest speed, and an earlier one while it fades, for a finger that flung a moment
/// ago will fling again; and the recent way, for people who read or look move the content by a screen in some seconds,
/// hunters by one or two each second. Until a scroll has shown either, it may be any.
struct ScrollPace: Sendable {
  /// The reach in viewport heights at rest, and the seconds of scroll by which it grows.
  struct Reach: Sendable {
    var rest: Double
    var lead: Double
  }

  /// In viewports a second.
  private var speed = ScrollPace.unknown
  /// The recent way in viewports.
  private var travel = ScrollPace.unknown
  private var time: Int64 = 0
  private var offset: MilliPoints?

  private static let unknown = 100.0
  /// The number of viewports above which a reach counts as unlimited.
  private static let reachMax = 1000.0
  /// The nanoseconds in which an earlier speed, and the way of an earlier movement, have faded.
  private static let speedFades = 1_000_000_000.0
  private static let travelFades = 5_000_000_000.0
  /// The recent way in viewports from which on a scroll is no reader's.
  private static let lively = 8.0

  /// Takes a frame in at this speed, in viewports a second. One with the same offset changes nothing.
  mutating func see(_ latest: Double, _ frame: FrameContext) {
    if offset == frame.offset { return }
    let now = frame.time.rawValue
    if let offset {
      let elapsed = Double(now - time)
      speed = min(ScrollPace.unknown, max(latest, speed * max(0, 1 - elapsed / ScrollPace.speedFades)))
      let way = Double((frame.offset - offset).rawValue.magnitude) / Double(frame.layout.viewportHeight.rawValue)
      travel = min(ScrollPace.unknown, travel * max(0, 1 - elapsed / ScrollPace.travelFades) + way)
    }
    (offset, time) = (frame.offset, now)
  }

  mutating func forget() { self = ScrollPace() }

  /// Returns the farthest that the near edge of a row may be from the viewport for the whole row to be within reach, in
  /// thousandths of a point. The next row always is, if `most` allows.
  ///
  /// - Parameters:
  ///   - calm: The reach of a scroll that hardly moved lately.
  ///   - lively: The reach of one that moved much; in between, the reach is between them.
  ///   - most: The margin at any speed.
  func margin(calm: Reach, lively: Reach, most: Int64, _ layout: GridLayout) -> Int64 {
    let share = min(1, travel / ScrollPace.lively)
    let (rest, lead) = (
      calm.rest + (lively.rest - calm.rest) * share, calm.lead + (lively.lead - calm.lead) * share
    )
    let reach = min(ScrollPace.reachMax, rest + lead * speed)
    let margin = Int64(Double(layout.viewportHeight.rawValue) * reach) - layout.tallestCell.rawValue
    return min(most, max(layout.widestGap.rawValue + 1, margin))
  }
}
