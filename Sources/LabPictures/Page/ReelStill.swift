import LabBase
import StrategyKit

/// Two strategies' screens at one moment as a drawing: what stands where the player is when nothing runs scripts, and in
/// the Markdown twin.
struct ReelStill {
  let trace: ReelTrace
  let moment: ReelMoment

  /// Height of a screen in the drawing.
  private static let height = 420.0

  /// What the drawing shows, in a sentence.
  var caption: String {
    let names = reels.map { reel -> String in
      let cells = ReelMoment.cells(reel, trace, at: moment.time)
      return "\(reel.strategy) has \(cells.count { $0.state == .blank }) of \(cells.count) cells blank"
    }
    let time = NumberText.fixed(Double(moment.time) / 1e6, decimals: 2)
    return "\(trace.name) at \(time) s: \(names.joined(separator: ", "))."
  }

  private var reels: [ReplayReel] {
    moment.left == moment.right ? [trace.reels[moment.left]] : [trace.reels[moment.left], trace.reels[moment.right]]
  }

  /// An SVG element; in a page it takes the page's colours, as a file of its own it brings some.
  func svg(isFile: Bool) -> String {
    guard let frame = trace.frames.last(where: { $0.time <= moment.time }) else { return "" }
    let layout = trace.layouts[frame.layout]
    let screen = layout.axis.turned(Double(layout.viewportWidth.rawValue), Double(layout.viewportHeight.rawValue))
    let scale = ReelStill.height / screen.1
    let width = screen.0 * scale
    let total = width * Double(reels.count) + 48 * Double(reels.count - 1)
    var text =
      "<svg viewBox=\"0 0 \(number(total)) \(number(ReelStill.height + 28))\" role=\"img\""
      + (isFile ? " xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(total))\"" : " class=\"still\"")
      + " aria-label=\"\(HTMLText.escaped(caption))\"><title>\(HTMLText.escaped(caption))</title>\n"
    if isFile { text += ReelStill.style }
    for (index, reel) in reels.enumerated() {
      text += "<g transform=\"translate(\(number(Double(index) * (width + 48))) 28)\">"
      text += "<text class=\"name\" x=\"0\" y=\"-10\">\(HTMLText.escaped(reel.strategy))</text>"
      text += "<svg width=\"\(number(width))\" height=\"\(number(ReelStill.height))\" overflow=\"hidden\">"
      text += "<rect class=\"ground\" width=\"100%\" height=\"100%\" rx=\"8\"/>"
      for (item, state) in ReelMoment.cells(reel, trace, at: moment.time) {
        text += cell(item, state, layout, frame.offset, scale)
      }
      text += "</svg></g>\n"
    }
    return text + "</svg>"
  }

  private func cell(_ item: Int32, _ state: ReelCell, _ layout: GridLayout, _ offset: Int64, _ scale: Double) -> String
  {
    let frame = layout.frame(of: item)
    let (x, y) = layout.axis.turned(
      Double(frame.minX.rawValue) * scale, Double(frame.rows.minY.rawValue - offset) * scale)
    let (w, h) = layout.axis.turned(
      Double(frame.width.rawValue) * scale, Double((frame.rows.maxY - frame.rows.minY).rawValue) * scale)
    let name = ["blank", "soft", "sharp"][Int(state.rawValue)]
    let box = "x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(w))\" height=\"\(number(h))\""
    if state != .sharp { return "<rect class=\"\(name)\" \(box)/>" }
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
