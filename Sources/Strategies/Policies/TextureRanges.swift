/// Keeps a screen ahead and half a screen behind, where ahead is where the scroll went last. It keeps a quarter of a
/// screen until the first move.
///
/// Rule: at each frame the window moves to the items that overlap the viewport grown by `leading` x H in the direction
/// of the scroll and by `trailing` x H on the other side. Both margins are `minimum` x H until a frame moved. Each
/// margin is rounded up.
///
/// Source: the range controller of Texture: display range 1 and 1/2 screens in full mode, 1/4 and 1/4 in minimum mode.
/// Differences: its preload range (2.5 and 1.5 screens) holds encoded bytes, for which the lab does not charge, and is
/// left out.
///
/// Cost a frame: two integer divisions. Loses memory to a window that knows how long decodes take. Loses on a turn: the
/// two sides change places within a frame, which starts half a screen at once.
public struct TextureRanges: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "texture-ranges",
    summary: "`leading` screens ahead and `trailing` behind; less before the first move",
    parameters: [
      .number("leading", in: 0...100, default: Rational(1), "viewport heights kept in the direction of the scroll"),
      .number("trailing", in: 0...100, default: Rational(1, 2), "viewport heights kept behind"),
      .number(
        "minimum", in: 0...100, default: Rational(1, 4), "viewport heights kept on either side until the first move"),
    ]
  )
  public static let subscribedEvents: StrategyEvents = []

  private let leading: Rational
  private let trailing: Rational
  private let minimum: Rational
  private var window = PreheatWindow()

  public init(_ parameters: ParameterValues) {
    leading = parameters.rational("leading")
    trailing = parameters.rational("trailing")
    minimum = parameters.rational("minimum")
  }

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    window.see(frame)
    let (ahead, behind) = window.motion.hasMoved ? (leading, trailing) : (minimum, minimum)
    let (above, below) = window.motion.isGoingUp ? (ahead, behind) : (behind, ahead)
    window.move(to: frame.items(above: frame.screens(above), below: frame.screens(below)), frame, plan: &plan)
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window.forget() }
}
