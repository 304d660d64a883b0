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

/// The scales that a run may decode at.
///
/// Only 1, 2, 4 and 8 eighths have SIMD inverse transforms, and 3 pays for itself; 5, 6 and 7 cost 1.3 to 1.9
/// times a decode at full size, for less memory.
public enum ScaleSet: String, CaseIterable, Sendable {
  /// 1 to 8 eighths: the least memory.
  case all
  /// Without 5, 6 and 7 eighths, which are slower than full size.
  case fast
  /// 1, 2, 4 and 8 eighths.
  case pow2

  /// The scales, smallest first.
  public var scales: [DecodeScale] { eighths.map { DecodeScale(eighths: $0) } }

  private var eighths: [Int32] {
    switch self {
    case .all: [1, 2, 3, 4, 5, 6, 7, 8]
    case .fast: [1, 2, 3, 4, 8]
    case .pow2: [1, 2, 4, 8]
    }
  }

  /// The smallest scale at which neither side of `source` falls short of `target`; full size when none does.
  public func scale(for source: PixelSize, reaching target: PixelSize) -> DecodeScale {
    for eighth in 1...7 as ClosedRange<Int32> where contains(eighth) {
      let scale = DecodeScale(eighths: eighth)
      if scale.scaled(source).covers(target) { return scale }
    }
    return .full
  }

  private func contains(_ eighth: Int32) -> Bool {
    switch self {
    case .all: true
    case .fast: eighth <= 4 || eighth == 8
    case .pow2: eighth & (eighth - 1) == 0
    }
  }
}
