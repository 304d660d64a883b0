public import StrategyKit

/// Speed and direction of a scroll from the frames that a strategy sees, in integers, so the same on every machine.
public struct ScrollMotion: Sendable {
  /// Thousandths of a point a second, positive downwards; 0 before the second frame.
  public private(set) var speed: Int64 = 0
  /// True if the last frame that moved went up; false before any did.
  public private(set) var isGoingUp = false
  /// True if any frame has moved since `forget`.
  public private(set) var hasMoved = false

  private var lastOffset: Int64?
  private var lastTime: Int64 = 0

  /// The greatest distance between two frames that counts: 4,000,000 points.
  private static let distanceMax: Int64 = 4_000_000_000

  public init() {}

  /// Takes a frame in.
  public mutating func see(_ frame: FrameContext) {
    let (offset, time) = (frame.offset.rawValue, frame.time.rawValue)
    defer { (lastOffset, lastTime) = (offset, time) }
    guard let lastOffset else { return }
    let distance = min(max(offset - lastOffset, -ScrollMotion.distanceMax), ScrollMotion.distanceMax)
    if time > lastTime { speed = distance * 1_000_000_000 / (time - lastTime) }
    if distance == 0 { return }
    isGoingUp = distance < 0
    hasMoved = true
  }

  /// Begins anew: another layout has other offsets.
  public mutating func forget() { self = ScrollMotion() }
}
