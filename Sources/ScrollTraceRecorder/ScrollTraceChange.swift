/// A change of what a grid shows, other than a scroll.
public enum ScrollTraceChange: Hashable, Sendable {
  /// A new layout: rotation, another number of columns.
  case layout(ScrollTraceGeometry)
  /// Photos at these places went, as ascending places of the grid before.
  case remove([Range<Int>], ScrollTraceGeometry)
  /// Photos came in at these places, as ascending places of the grid afterwards.
  case insert([Range<Int>], ScrollTraceGeometry)

  /// The most ranges in a line, so that none is longer than a reader takes.
  private static let rangesMax = 128

  var geometry: ScrollTraceGeometry {
    switch self {
    case .layout(let geometry), .remove(_, let geometry), .insert(_, let geometry): geometry
    }
  }

  var texts: [String] {
    switch self {
    case .layout(let geometry): ["\"layout\",{\(geometry.json)}"]
    // From the end on, so that places before the removed ones stay as they are.
    case .remove(let places, let geometry):
      ScrollTraceChange.lines("remove", ScrollTraceChange.parts(of: places).reversed(), geometry)
    case .insert(let places, let geometry):
      ScrollTraceChange.lines("insert", ScrollTraceChange.parts(of: places), geometry)
    }
  }

  private static func lines(_ code: String, _ parts: [ArraySlice<Range<Int>>], _ geometry: ScrollTraceGeometry)
    -> [String]
  {
    parts.enumerated().map { index, part in
      let items = part.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",")
      let content = index == parts.count - 1 ? ",\(geometry.changeJSON)" : ""
      return "\"\(code)\",{\"items\":[\(items)]\(content)}"
    }
  }

  private static func parts(of places: [Range<Int>]) -> [ArraySlice<Range<Int>>] {
    let places = places.filter { !$0.isEmpty }
    return stride(from: 0, to: places.count, by: rangesMax).map { places[$0..<min($0 + rangesMax, places.count)] }
  }
}

/// An event of a scroll, or of the app, other than a frame.
public enum ScrollTracePhase: Hashable, Sendable {
  /// The finger touches.
  case down
  /// The finger begins to move the content.
  case drag
  /// The finger lifts, at a speed in points a second; `target` is the offset at which the scroll would come to rest, if
  /// known.
  case up(velocity: Double, target: Double?)
  /// The scroll coasts, or rests.
  case decel, idle
  /// A scroll that was pulled beyond an end, or ran into it, goes back to this offset.
  case bounce(to: Double)
  /// Scrolling to the top begins.
  case top
  /// The scroll indicator is taken, or released.
  case scrub(isOn: Bool)
  /// The app leaps from one offset to another.
  case jump(from: Double, to: Double)
  case memoryWarning, background, foreground
  /// A note.
  case mark(String)

  var text: String {
    switch self {
    case .down: "\"down\""
    case .drag: "\"drag\""
    case .up(let velocity, let target):
      "\"up\",{\"v\":\(ScrollTraceText.decimal(velocity))"
        + (target.map { ",\"target\":\(ScrollTraceText.decimal($0))" } ?? "") + "}"
    case .decel: "\"decel\""
    case .idle: "\"idle\""
    case .bounce(let edge): "\"bounce\",{\"to\":\(ScrollTraceText.decimal(edge))}"
    case .top: "\"top\""
    case .scrub(let isOn): "\"scrub\",{\"on\":\(isOn)}"
    case .jump(let from, let to):
      "\"jump\",{\"from\":\(ScrollTraceText.decimal(from)),\"to\":\(ScrollTraceText.decimal(to))}"
    case .memoryWarning: "\"memory-warning\""
    case .background: "\"background\""
    case .foreground: "\"foreground\""
    case .mark(let text): "\"mark\",{\"text\":\(ScrollTraceText.quoted(text))}"
    }
  }
}
