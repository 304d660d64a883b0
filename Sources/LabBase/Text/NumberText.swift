/// Numbers as people read them.
public enum NumberText {
  /// With this many decimals, rounded half away from zero: `12.3`.
  public static func fixed(_ value: Double, decimals: Int) -> String {
    var scale: Double = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded(.toNearestOrAwayFromZero)
    guard scaled < 9e15 else { return "\(value)" }
    let digits = String(Int64(scaled))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// Whole numbers with thousands marked: `4,000`.
  public static func grouped(_ value: Int64) -> String {
    var groups: [String] = []
    var digits = String(value.magnitude)
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// The nearest whole number with thousands marked; as Swift writes it where that would have more than fifteen digits.
  public static func grouped(_ value: Double) -> String {
    let whole = value.rounded()
    return whole.magnitude < 1e15 ? grouped(Int64(whole)) : "\(value)"
  }

  /// How many there are of something: `1 warning`, `1,699 samples`, `no warnings`.
  public static func count(_ count: Int, _ noun: String) -> String {
    "\(count == 0 ? "no" : grouped(Int64(count))) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A share in percent: `71.6%`; finer below one percent.
  public static func percent(_ share: Double?) -> String {
    guard let share else { return "-" }
    let percent = share * 100
    return fixed(percent, decimals: percent != 0 && percent.magnitude < 1 ? 2 : 1) + "%"
  }

  /// A share that is nearly all, in percent: `98.2%`, `99.96%`; finer above 99, where what is missing counts.
  public static func sharp(_ share: Double?) -> String {
    guard let share, share > 0.99, share < 1 else { return percent(share) }
    return fixed((share * 10_000).rounded(.down) / 100, decimals: 2) + "%"
  }

  /// Nanoseconds in milliseconds, with as many decimals as help.
  public static func milliseconds(_ nanoseconds: Double) -> String {
    let value = nanoseconds / 1_000_000
    return fixed(value, decimals: value == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2)
  }

  /// With leading zeros up to so many digits.
  static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Thousandths as a decimal without needless zeros: `3`, `2.625`.
  public static func thousandths(_ value: Int64) -> String { TraceText.decimal(value, decimals: 3) }

  /// Decodes a request: `0.94`; a dash where nothing was asked for.
  public static func decodes(perRequest value: Double?) -> String { value.map { fixed($0, decimals: 2) } ?? "-" }

  /// Bytes in decimal megabytes: `31.9`.
  public static func megabytes(_ bytes: Double) -> String { fixed(bytes / 1_000_000, decimals: 1) }
}
