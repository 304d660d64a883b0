/// A strategy of which budgets may be what others peak at in the same place: `clairvoyant:budget=peak(preheat2x)`,
/// `lru:budget=0.8*peak(preheat2x)`. Where none is, it is a strategy like any other.
public struct PeakSpec: Sendable {
  /// The strategy itself, or one with bytes in place of each peak: tells what kind it is.
  public let sample: StrategySpec
  /// As of `StrategySpec`, peaks as they are written.
  public let canonicalText: String
  public let shortText: String
  /// The budgets that others' peaks decide, in the order of the text.
  public let budgets: [PeakShare]
  private let registry: StrategyRegistry?

  public init(_ spec: StrategySpec) {
    (sample, canonicalText, shortText, budgets, registry) = (spec, spec.canonicalText, spec.shortText, [], nil)
  }

  /// - Throws: `SettingError`, or `SpecError` for a strategy that is none.
  public init(_ text: String, registry: StrategyRegistry) throws {
    var (words, budgets) = (StrategyWords(text), [PeakShare]())
    for part in words.parts.indices {
      for place in words.parts[part].settings.indices {
        let (key, value) = words.parts[part].settings[place]
        guard PeakShare.isWritten(in: value) else { continue }
        guard key == ParameterSpec.budget.key else {
          throw SettingError(
            "'\(text)' sets '\(key)' to what a strategy peaks at, but '\(key)' is no budget; write a value of its own")
        }
        words.parts[part].settings[place].value = "\(PeakSpec.mark(budgets.count).rawValue)B"
        budgets.append(try PeakShare(value, registry: registry))
      }
    }
    sample = try StrategySpec(budgets.isEmpty ? text : words.text, registry: registry)
    (self.budgets, self.registry) = (budgets, registry)
    canonicalText = PeakSpec.marked(sample.canonicalText, with: budgets.map(\.text))
    shortText = PeakSpec.marked(sample.shortText, with: budgets.map(\.text))
  }

  // The strategy's own text decides the order of its parts, so bytes that no other budget has stand for peaks in it.
  private static func mark(_ number: Int) -> ByteCount {
    ByteCount(rawValue: PeakShare.range.upperBound - 11 - Int64(number))
  }

  private static func marked(_ text: String, with budgets: [String]) -> String {
    budgets.enumerated().reduce(text) { $0.replacing("\(mark($1.offset))", with: $1.element) }
  }

  /// True when it, or what its budgets are taken from, is told the requests to come.
  public var isOffline: Bool { sample.isOffline || budgets.contains { $0.strategy.isOffline } }

  /// The strategy that runs where its budgets come to these bytes.
  ///
  /// - Precondition: bytes for each of `budgets`, each as `PeakShare.bytes` makes them.
  public func spec(_ bytes: [ByteCount]) -> StrategySpec {
    precondition(bytes.count == budgets.count, "bytes for each budget")
    guard let registry, !budgets.isEmpty else { return sample }
    do {
      let texts = bytes.map { "\($0.rawValue)B" }
      return try StrategySpec(PeakSpec.marked(sample.canonicalText, with: texts), registry: registry)
    } catch {
      preconditionFailure("'\(canonicalText)' takes any budget, but not \(bytes): \(error)")
    }
  }

  /// Returns the number of budgets in a text that are taken from peaks.
  public static func budgetCount(of text: String) -> Int {
    guard PeakShare.isWritten(in: text) else { return 0 }
    return StrategyWords(text).parts.flatMap(\.settings).count { PeakShare.isWritten(in: $0.value) }
  }
}

/// A budget that is what another strategy peaks at on the same trace, screen and device, or a share of it:
/// `peak(preheat2x)`, `0.8*peak(preheat2x)`. It is at least a byte and at most what any budget takes.
public struct PeakShare: Sendable {
  public let strategy: StrategySpec
  let share: Rational

  private static let opening = "peak("
  /// The bytes that every budget takes.
  static let range = Int64(1)...1_000_000_000_000

  static func isWritten(in value: String) -> Bool { value.contains(opening) }

  init(_ value: String, registry: StrategyRegistry) throws {
    guard let start = value.firstRange(of: PeakShare.opening), value.contains(")") else {
      throw SettingError("'\(value)' opens a parenthesis; write budget=peak(preheat2x)")
    }
    let before = value[..<start.lowerBound]
    let share = before.isEmpty ? Rational(1) : before.hasSuffix("*") ? Rational(before.dropLast()) : nil
    guard value.hasSuffix(")"), let share, share.numerator > 0 else {
      throw SettingError("'\(value)' is no peak and no share of one; write peak(preheat2x) or 0.8*peak(preheat2x)")
    }
    self.share = share
    strategy = try StrategySpec(String(value[start.upperBound...].dropLast()), registry: registry)
  }

  /// The budget where the strategy peaks at so many bytes, rounded down.
  public func bytes(ofPeak peak: Int64) -> ByteCount {
    let part = Int128(peak) * Int128(share.numerator) / Int128(share.denominator)
    let range = PeakShare.range
    return ByteCount(rawValue: Int64(min(max(part, Int128(range.lowerBound)), Int128(range.upperBound))))
  }

  var text: String { (share == Rational(1) ? "" : "\(share)*") + PeakShare.opening + strategy.shortText + ")" }
}
