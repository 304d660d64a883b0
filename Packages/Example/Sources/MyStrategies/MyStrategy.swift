public import StrategyKit

/// Keeps the rows that the scroll reaches within `seconds`, as far as the bytes of its window allow.
///
/// Rule: the speed is the change of the offset since the frame before, divided by the time since then. The window is the
/// visible rows and, from them on, those that this speed reaches within `seconds`, at most ten viewports; the row that
/// would exceed `window` ends it.
///
/// Source: none. Differences: none. Cost a frame: the bytes of each row that is taken in. Loses where the scroll turns
/// back: nothing is kept behind.
public struct MyStrategy: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "my-strategy", summary: "the rows that the scroll reaches within `seconds`, as far as the bytes allow",
    parameters: [
      .number("seconds", in: 0...5, default: Rational(1, 2), "time to look ahead"),
      .budget("bytes of what is started, what is visible included", key: "window", screens: Rational(5, 2)),
    ])
  public static let subscribedEvents: StrategyEvents = []

  private let seconds: Double
  private var limit: BudgetInForce
  private var last: (offset: MilliPoints, time: Nanoseconds)?
  private var window = ItemRange.empty

  public init(_ parameters: ParameterValues) {
    seconds = parameters.double("seconds")
    limit = BudgetInForce(parameters.budget("window"))
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    limit.see(frame)
    let wanted = frame.layout.items(inRows: rows(frame))
    plan.stop(window, except: wanted)
    plan.start(wanted, except: window)
    window = wanted
    last = (frame.offset, frame.time)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    (last, window) = (nil, .empty)
    limit.forget()
  }

  /// Returns the rows of the window.
  private func rows(_ frame: FrameContext) -> Range<Int64> {
    let travel = travel(frame)
    let reach = frame.rows(above: max(0, -travel), below: max(0, travel))
    var rows = frame.rows(above: 0, below: 0)
    var room = limit.bytes.rawValue - frame.bytes(of: frame.layout.items(inRows: rows)).rawValue
    while travel > 0 ? rows.upperBound < reach.upperBound : rows.lowerBound > reach.lowerBound {
      let next = travel > 0 ? rows.upperBound : rows.lowerBound - 1
      room -= frame.bytes(of: frame.layout.items(inRows: next..<next + 1)).rawValue
      if room < 0 { break }
      rows = min(next, rows.lowerBound)..<max(next + 1, rows.upperBound)
    }
    return rows
  }

  /// Returns the way of the scroll within `seconds` in thousandths of a point, negative upwards.
  private func travel(_ frame: FrameContext) -> Int64 {
    guard let last, frame.time > last.time else { return 0 }
    let speed = Double((frame.offset - last.offset).rawValue) / Double((frame.time - last.time).rawValue)
    let most = Double(10 * frame.layout.viewportHeight.rawValue)
    return Int64(max(-most, min(most, speed * seconds * 1e9)))
  }
}
