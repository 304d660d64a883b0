import LabBase

/// Decode times and their changes, in words.
enum LatencyText {
  /// Nanoseconds: `1.425 ms`.
  static func time(_ nanoseconds: Int64) -> String {
    let value = Double(nanoseconds) / 1e6
    return NumberText.fixed(value, decimals: value < 10 ? 3 : value < 1000 ? 1 : 0) + " ms"
  }

  /// The logarithm of a ratio: `+2.31%`.
  static func change(_ logRatio: Double) -> String {
    guard logRatio.isFinite else { return logRatio > 0 ? "+inf" : "-inf" }
    let text = NumberText.fixed((Double.exp(logRatio) - 1) * 100, decimals: 2) + "%"
    return text.hasPrefix("-") ? text : "+" + text
  }

  /// One figure over another, both positive: `+2.31%`.
  static func change(from old: Int64, to new: Int64) -> String { change(Double.log(Double(new) / Double(old))) }

  /// A share without needless decimals: `2%`, `2.5%`.
  static func share(_ share: Double) -> String {
    NumberText.thousandths(Int64((share * 100_000).rounded())) + "%"
  }
}
