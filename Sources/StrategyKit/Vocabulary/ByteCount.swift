/// An amount of memory in bytes.
public struct ByteCount: Quantity {
  public var rawValue: Int64

  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }
}

extension ByteCount {
  /// The units at the end of a text, longest suffix first; kB, MB and GB are decimal, KiB, MiB and GiB binary.
  static let units: [(suffix: String, bytes: Int64)] = [
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
    ("B", 1),
  ]

  /// Parses `30MB`, `16MiB`, `1.5GB` or a bare number of bytes; returns nil for anything else, and for a fraction of a
  /// byte.
  public init?(_ text: some StringProtocol) {
    let unit = ByteCount.units.first { text.hasSuffix($0.suffix) }
    let digits = text.dropLast(unit?.suffix.count ?? 0)
    guard let number = Rational(digits, digitsMax: 15), !digits.contains("/") else { return nil }
    let (product, overflow) = number.numerator.multipliedReportingOverflow(by: unit?.bytes ?? 1)
    guard !overflow, product >= 0, product % number.denominator == 0 else { return nil }
    rawValue = product / number.denominator
  }
}

extension ByteCount: CustomStringConvertible {
  /// The exact amount in MB, in kB and B below one, in whole GB: `40.0752MB`.
  public var description: String {
    if rawValue != 0 && rawValue % 1_000_000_000 == 0 { return "\(rawValue / 1_000_000_000)GB" }
    let amount = rawValue.magnitude
    if amount < 1000 { return "\(rawValue)B" }
    let (unit, suffix): (UInt64, String) = amount < 1_000_000 ? (1000, "kB") : (1_000_000, "MB")
    var decimals = ""
    var (digit, rest) = (unit, amount % unit)
    while rest > 0 {
      digit /= 10
      decimals += "\(rest / digit)"
      rest %= digit
    }
    let sign = rawValue < 0 ? "-" : ""
    return "\(sign)\(amount / unit)\(decimals.isEmpty ? "" : ".")\(decimals)\(suffix)"
  }
}
