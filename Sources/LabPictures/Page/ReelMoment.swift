import LabBase
import StrategyKit

/// The moment at which what two strategies show on a trace differs most: where a player begins. As a drawing it stands
/// where the player is when nothing runs scripts, and in the Markdown twin.
struct ReelMoment: Sendable {
  let trace: ReelTrace
  /// Indexes into the trace's reels.
  let left: Int
  let right: Int
  /// Microseconds, a frame's time.
  let time: Int64

  /// - Parameters:
  ///   - trace: with a reel at least.
  ///   - best: the strategy that stands right; the left one is that which leaves most blank.
  init(_ trace: ReelTrace, best: String?) {
    let blanks = trace.reels.map(trace.blanks)
    let totals = blanks.map { $0.reduce(0, +) }
    let right = trace.reels.firstIndex { $0.strategy == best } ?? totals.indices.min { totals[$0] < totals[$1] } ?? 0
    let left = totals.indices.filter { $0 != right }.max { (totals[$0], -$0) < (totals[$1], -$1) } ?? right
    var most = (frame: 0, value: -1)
    for frame in trace.frames.indices {
      let value = left == right ? blanks[left][frame] : blanks[left][frame] - blanks[right][frame]
      if value > most.value { most = (frame, value) }
    }
    self.trace = trace
    self.left = left
    self.right = right
    time = trace.frames.isEmpty ? 0 : trace.frames[most.frame].time
  }

  private var reels: [ReplayReel] {
    left == right ? [trace.reels[left]] : [trace.reels[left], trace.reels[right]]
  }

  /// What the drawing shows, in a sentence.
  var caption: String {
    let names = reels.map { reel -> String in
      let cells = trace.cells(reel, at: time)
      return "\(reel.strategy) has \(cells.count { $0.state == .blank }) of \(cells.count) cells blank"
    }
    return "\(trace.name) at \(NumberText.fixed(Double(time) / 1e6, decimals: 2)) s: \(names.joined(separator: ", "))."
  }
}

// MARK: Drawing

extension ReelMoment {
  /// Height of a screen in the drawing.
  private static let height = 420.0

  /// An SVG element; in a page it takes the page's colours, as a file of its own it brings some.
  func svg(isFile: Bool) -> String {
    guard let frame = trace.frame(at: time) else { return "" }
    let layout = trace.layouts[frame.layout]
    let screen = layout.axis.turned(Double(layout.viewportWidth.rawValue), Double(layout.viewportHeight.rawValue))
    let scale = ReelMoment.height / screen.1
    let width = screen.0 * scale
    let total = width * Double(reels.count) + 48 * Double(reels.count - 1)
    let screens = reels.enumerated().map { index, reel in
      let cells = trace.cells(reel, at: time).map { cell($0.item, $0.state, layout, frame.offset, scale) }
      return "<g transform=\"translate(\(number(Double(index) * (width + 48))) 28)\">"
        + "<text class=\"name\" x=\"0\" y=\"-10\">\(HTMLText.escaped(reel.strategy))</text>"
        + "<svg width=\"\(number(width))\" height=\"\(number(ReelMoment.height))\" overflow=\"hidden\">"
        + "<rect class=\"ground\" width=\"100%\" height=\"100%\" rx=\"8\"/>\(cells.joined())</svg></g>\n"
    }
    return "<svg viewBox=\"0 0 \(number(total)) \(number(ReelMoment.height + 28))\" role=\"img\""
      + (isFile ? " xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(total))\"" : " class=\"still\"")
      + " aria-label=\"\(HTMLText.escaped(caption))\"><title>\(HTMLText.escaped(caption))</title>\n"
      + (isFile ? ReelMoment.style : "") + screens.joined() + "</svg>"
  }

  private func cell(
    _ item: Int32, _ state: ReelCell, _ layout: GridLayout, _ offset: Int64, _ scale: Double
  ) -> String {
    let frame = layout.frame(of: item)
    let (x, y) = layout.axis.turned(
      Double(frame.minX.rawValue) * scale, Double(frame.rows.minY.rawValue - offset) * scale)
    let (w, h) = layout.axis.turned(
      Double(frame.width.rawValue) * scale, Double((frame.rows.maxY - frame.rows.minY).rawValue) * scale)
    let box = "x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(w))\" height=\"\(number(h))\""
    if state != .sharp { return "<rect class=\"\(state)\" \(box)/>" }
    // A hill before a sky: that a picture is there must not hang on its colour.
    let hill = "M\(number(x)) \(number(y + h))V\(number(y + h * 0.72))L\(number(x + w * 0.38)) \(number(y + h * 0.4))"
    let slope = "L\(number(x + w * 0.7)) \(number(y + h * 0.75))L\(number(x + w)) \(number(y + h * 0.58))V"
    return "<rect class=\"sharp\" \(box)/><path class=\"hill\" d=\"\(hill)\(slope)\(number(y + h))Z\"/>"
  }

  private func number(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) }

  private static let style = """
    <style>.name{font:600 15px sans-serif;fill:#1f2328}.ground{fill:#fff;stroke:#d8d8d8}.blank{fill:#d3d6da}\
    .soft{fill:#a9cfe6}.sharp{fill:#56b4e9}.hill{fill:#0072b2}@media(prefers-color-scheme:dark){.name{fill:#e6edf3}\
    .ground{fill:#0d1117;stroke:#4a4a4a}.blank{fill:#3a3d42}.soft{fill:#2c5a75}.sharp{fill:#3d8fbd}.hill{fill:#0b5a88}}\
    </style>

    """
}

extension ReelTrace {
  /// The frame in force at a time; nil before the first.
  fileprivate func frame(at time: Int64) -> Frame? { frames.last { $0.time <= time } }

  /// What the cells on screen show at a time, by item.
  func cells(_ reel: ReplayReel, at time: Int64) -> [(item: Int32, state: ReelCell)] {
    guard let frame = frame(at: time) else { return [] }
    let visible = visible(frame)
    var states: [Int32: ReelCell] = [:]
    for change in reel.changes where change.time <= time && visible.contains(ItemID(rawValue: change.item)) {
      states[change.item] = change.state
    }
    return (visible.lower..<visible.upper).map { ($0, states[$0, default: .blank]) }
  }
}
