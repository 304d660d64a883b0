/// What happens to a scroll, or to the app, beside the frames.
public enum ScrollTracePhase: Hashable, Sendable {
  /// The finger touches.
  case down
  /// It begins to move the content.
  case drag
  /// It lifts, at a speed in points a second; `target` is where the scroll would come to rest, if known.
  case up(velocity: Double, target: Double?)
  /// The scroll coasts; it rests.
  case decel, idle
  /// A scroll that was pulled beyond an end, or ran into it, goes back to this offset.
  case bounce(to: Double)
  /// Scrolling to the top begins.
  case top
  /// The scroll indicator is taken, or let go.
  case scrub(isOn: Bool)
  /// The app leaps from one offset to another.
  case jump(from: Double, to: Double)
  case memoryWarning, background, foreground
  /// A note.
  case mark(String)

  /// What follows the time in its line.
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

  /// A good moment to hand on what is gathered: nothing moves, or the app may end.
  var isRest: Bool {
    switch self {
    case .idle, .background, .memoryWarning: true
    default: false
    }
  }
}
