/// Along which a grid scrolls.
public enum GridAxis: Hashable, Sendable {
  case vertical
  case horizontal

  /// Width and height on the screen of what a layout calls so, and the other way round.
  @inlinable
  public func turned<Length>(_ width: Length, _ height: Length) -> (Length, Length) {
    self == .vertical ? (width, height) : (height, width)
  }
}
