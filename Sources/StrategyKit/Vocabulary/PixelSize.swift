/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int32
  public var height: Int32

  @inlinable
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  /// True when neither side is smaller than `other`'s.
  @inlinable
  public func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

  @inlinable
  public var pixelCount: Int64 { Int64(width) * Int64(height) }
}

extension PixelSize: CustomStringConvertible {
  public var description: String { "\(width)x\(height)" }
}
