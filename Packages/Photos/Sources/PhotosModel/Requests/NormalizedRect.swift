/// A part of an image, in shares of its upright width and height, from the top left (`normalizedCropRect`).
public struct NormalizedRect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// No part: everything.
  public static let zero = NormalizedRect(x: 0, y: 0, width: 0, height: 0)

  /// True for a part with an area, inside the image.
  var isInside: Bool { x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 && y + height <= 1 }
}
