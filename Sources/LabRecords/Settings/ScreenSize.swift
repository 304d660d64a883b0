import CacheLab
public import StrategyKit

/// Size of a screen in points, thousandths allowed: `375x667`.
public struct ScreenSize: Hashable, Sendable, CustomStringConvertible {
  public let width: MilliPoints
  public let height: MilliPoints

  init(width: MilliPoints, height: MilliPoints) {
    self.width = width
    self.height = height
  }

  /// Nil for anything but two positive lengths.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Rational.positiveThousandths(sides[0]),
      let height = Rational.positiveThousandths(sides[1])
    else { return nil }
    self.width = MilliPoints(rawValue: width)
    self.height = MilliPoints(rawValue: height)
  }

  public var description: String { "\(width)x\(height)" }
}

extension Rational {
  /// Thousandths of a positive decimal with at most three decimals, a million at most; nil for anything else.
  public static func positiveThousandths(_ text: some StringProtocol) -> Int64? {
    guard let number = Rational(String(text)), !text.contains("/"), 1000 % number.denominator == 0 else { return nil }
    let thousandths = number.numerator * (1000 / number.denominator)
    return thousandths > 0 && thousandths <= 1_000_000_000 ? thousandths : nil
  }
}
