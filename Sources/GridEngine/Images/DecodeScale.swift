public import StrategyKit

/// A size at which libjpeg-turbo can decode: a number of eighths of the source's size.
public struct DecodeScale: Hashable, Comparable, Sendable {
  /// From 1 to 8; 8 is full size.
  public let eighths: Int32

  /// - Precondition: `eighths` is from 1 to 8.
  public init(eighths: Int32) {
    precondition(eighths >= 1 && eighths <= 8, "a decode scale is from 1 to 8 eighths")
    self.eighths = eighths
  }

  /// The size of the source itself.
  public static let full = DecodeScale(eighths: 8)

  /// All scales, smallest first.
  public static var all: [DecodeScale] { (1...8).map { DecodeScale(eighths: $0) } }

  /// Returns the smallest scale at which neither side of `source` falls short of `target`, full size when none does.
  public static func smallest(for source: PixelSize, reaching target: PixelSize) -> DecodeScale {
    for eighths in 1...7 as ClosedRange<Int32> {
      let scale = DecodeScale(eighths: eighths)
      if scale.scaled(source).covers(target) { return scale }
    }
    return .full
  }

  /// The size of the bitmap that decoding `size` gives: each side times `eighths`/8, rounded up.
  @inlinable
  public func scaled(_ size: PixelSize) -> PixelSize {
    PixelSize(width: scaled(side: size.width), height: scaled(side: size.height))
  }

  @inlinable
  func scaled(side: Int32) -> Int32 { Int32((Int64(side) * Int64(eighths) + 7) / 8) }

  public static func < (left: DecodeScale, right: DecodeScale) -> Bool { left.eighths < right.eighths }
}

extension DecodeScale: CustomStringConvertible {
  public var description: String { "\(eighths)/8" }
}
