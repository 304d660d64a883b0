public import StrategyKit

/// A budget that is what another strategy peaks at on the same trace, screen and device, or a share of it:
/// `peak(preheat2x)`, `0.8*peak(preheat2x)`. It is at least a byte and at most what any budget takes.
public struct PeakShare: Sendable {
  public let strategy: StrategySpec
  let share: Rational

  private static let opening = "peak("
  /// What the budget of every strategy takes.
  static let range = Int64(1)...1_000_000_000_000

  /// Whether a value of a parameter is written like one.
  static func isWritten(in value: String) -> Bool { value.contains(opening) }

  init(_ value: String, registry: StrategyRegistry) throws(PeakError) {
    guard let start = value.firstRange(of: PeakShare.opening), value.contains(")") else { throw .unclosed(value) }
    guard value.hasSuffix(")") else { throw .share(value) }
    let before = value[..<start.lowerBound]
    if before.isEmpty {
      share = Rational(1)
    } else {
      guard before.hasSuffix("*"), let share = Rational(before.dropLast()), share.numerator > 0 else {
        throw .share(value)
      }
      self.share = share
    }
    do throws(SpecError) {
      strategy = try StrategySpec(String(value[start.upperBound...].dropLast()), registry: registry)
    } catch {
      throw .spec(error)
    }
  }

  /// The budget where the strategy peaks at so many bytes, rounded down.
  public func bytes(ofPeak peak: Int64) -> ByteCount {
    let part = Int128(peak) * Int128(share.numerator) / Int128(share.denominator)
    let range = PeakShare.range
    return ByteCount(rawValue: Int64(min(max(part, Int128(range.lowerBound)), Int128(range.upperBound))))
  }

  /// As it is written; equal for what is equal.
  var text: String { (share == Rational(1) ? "" : "\(share)*") + PeakShare.opening + strategy.shortText + ")" }
}

/// What is wrong with a strategy that may take budgets from others.
public enum PeakError: Error, Hashable, Sendable, CustomStringConvertible {
  case unclosed(String)
  case share(String)
  /// A parameter that is no budget.
  case noBudget(String, key: String)
  case spec(SpecError)

  public var description: String {
    switch self {
    case .unclosed(let text): "'\(text)' opens a parenthesis: write budget=peak(preheat2x)"
    case .share(let text): "'\(text)' is no peak and no share of one: write peak(preheat2x) or 0.8*peak(preheat2x)"
    case .noBudget(let text, let key):
      "'\(text)' sets '\(key)' to what a strategy peaks at, but '\(key)' is no budget: write a value of its own"
    case .spec(let error): error.description
    }
  }
}
