import StrategyKit

/// How far a scroll may come before decodes that begin now are done, so how far ahead they are worth their price: what
/// lies farther is seen too seldom before the finger turns. A finger that reads needs a row or two; one that flings, the
/// way of the fling.
///
/// Two memories tell them apart. The latest speed, and an earlier one while it fades: who flung a moment ago will fling
/// again. And how far the content lately moved: people who read or look move it by a screen in some seconds, hunters by
/// one or two each second. Until a scroll has shown either, it may be any.
struct ScrollPace: Sendable {
  /// What lies within reach: viewport heights at rest, and the seconds of scroll by which these grow.
  struct Reach: Sendable {
    var rest: Double
    var lead: Double
  }

  /// Viewports a second.
  private var speed = ScrollPace.unknown
  /// Viewports lately moved.
  private var travel = ScrollPace.unknown
  private var time: Int64 = 0
  private var offset: MilliPoints?

  private static let unknown = 100.0
  /// More viewports than this are as good as all.
  private static let reachMax = 1000.0
  /// An earlier speed, and the way of an earlier movement, have faded after so many nanoseconds.
  private static let speedFades = 1_000_000_000.0
  private static let travelFades = 5_000_000_000.0
  /// Who moved so many viewports before they faded is no reader.
  private static let lively = 8.0

  /// A frame shows the content at this speed, viewports a second. One that shows no other offset changes nothing.
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

  /// Begins anew: the content is another.
  mutating func forget() { self = ScrollPace() }

  /// How far the near edge of a row may be from the viewport for the whole row to be within reach, thousandths of a point.
  /// The next row always is, where `most` allows.
  ///
  /// - Parameters:
  ///   - calm: Of a scroll that hardly moved lately.
  ///   - lively: Of one that moved much; in between it lies between them.
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
