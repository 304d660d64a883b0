/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int32
  public var height: Int32

  /// - Precondition: The sides fit 32 bits.
  @inlinable
  public init(width: some BinaryInteger, height: some BinaryInteger) {
    self.width = Int32(width)
    self.height = Int32(height)
  }

  /// Returns whether neither side is smaller than that of `other`.
  @inlinable
  public func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

  @inlinable
  public var pixelCount: Int64 { Int64(width) * Int64(height) }
}

extension PixelSize: CustomStringConvertible {
  public var description: String { "\(width)x\(height)" }
}
