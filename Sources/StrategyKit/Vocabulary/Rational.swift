/// An exact fraction, in lowest terms with a positive denominator: a parameter such as `1/3` or `0.4`.
public struct Rational: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  public let numerator: Int64
  public let denominator: Int64

  /// - Precondition: `denominator` is not 0.
  public init(_ numerator: Int64, _ denominator: Int64 = 1) {
    precondition(denominator != 0, "a fraction has a denominator")
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int64(max(a, 1))
    let sign: Int64 = denominator < 0 ? -1 : 1
    self.numerator = sign * (numerator / divisor)
    self.denominator = sign * (denominator / divisor)
  }

  public init(integerLiteral value: Int64) { self.init(value, 1) }

  package var double: Double { Double(numerator) / Double(denominator) }

  /// Parses `2`, `0.4` or `1/3`, without sign or exponent; returns nil for anything else.
  ///
  /// - Parameter digitsMax: The digits of numerator and denominator, or of a decimal in all. The default keeps products
  ///   with any length on screen within 64 bits.
  public init?(_ text: some StringProtocol, digitsMax: Int = 6) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let top = Rational.digits(parts[0], max: digitsMax), let bottom = Rational.digits(parts[1], max: digitsMax),
        bottom > 0
      else { return nil }
      self.init(top, bottom)
      return
    }
    let decimal = text.split(separator: ".", omittingEmptySubsequences: false)
    guard decimal.count <= 2, let whole = Rational.digits(decimal[0], max: digitsMax) else { return nil }
    guard decimal.count == 2 else {
      self.init(whole)
      return
    }
    let places = decimal[1].utf8.count
    guard decimal[0].utf8.count + places <= digitsMax, let fraction = Rational.digits(decimal[1], max: digitsMax)
    else { return nil }
    var scale: Int64 = 1
    for _ in 0..<places { scale *= 10 }
    self.init(whole * scale + fraction, scale)
  }

  private static func digits(_ text: some StringProtocol, max: Int) -> Int64? {
    guard (1...max).contains(text.utf8.count) else { return nil }
    guard text.utf8.allSatisfy({ UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }) else { return nil }
    return Int64(text)
  }

  public static func < (left: Rational, right: Rational) -> Bool {
    left.numerator * right.denominator < right.numerator * left.denominator
  }

  /// The text `2` or `1/3`; a decimal is written as a fraction: `0.4` as `2/5`.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
