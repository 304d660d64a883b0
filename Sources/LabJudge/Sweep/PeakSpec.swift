import LabRecords
public import StrategyKit

/// A strategy of which budgets may be what others peak at in the same place: `clairvoyant:budget=peak(preheat2x)`,
/// `lru:budget=0.8*peak(preheat2x)`. Where none is, it is a strategy like any other.
public struct PeakSpec: Sendable {
  private typealias Setting = (part: Int, place: Int, budget: PeakShare)

  /// The strategy itself, or with the least budget in place of each peak: tells what kind it is.
  public let sample: StrategySpec
  /// As of `StrategySpec`, peaks as they are written.
  public let canonicalText: String
  public let shortText: String
  private let words: StrategyWords
  private let settings: [Setting]
  private let registry: StrategyRegistry?

  public init(_ spec: StrategySpec) {
    sample = spec
    (canonicalText, shortText) = (spec.canonicalText, spec.shortText)
    words = StrategyWords(spec.canonicalText)
    settings = []
    registry = nil
  }

  /// - Throws: `PeakError`, or `SpecError` for a strategy that is none.
  public init(_ text: String, registry: StrategyRegistry) throws {
    let words = StrategyWords(text)
    var settings: [Setting] = []
    for (index, part) in words.parts.enumerated() {
      for (place, setting) in part.settings.enumerated() where PeakShare.isWritten(in: setting.value) {
        guard setting.key == ParameterSpec.budget.key else {
          throw PeakError(
            "'\(text)' sets '\(setting.key)' to what a strategy peaks at, but '\(setting.key)' is no budget; write a "
              + "value of its own")
        }
        settings.append((index, place, try PeakShare(setting.value, registry: registry)))
      }
    }
    self.words = words
    self.settings = settings
    self.registry = settings.isEmpty ? nil : registry
    guard !settings.isEmpty else {
      sample = try StrategySpec(text, registry: registry)
      (canonicalText, shortText) = (sample.canonicalText, sample.shortText)
      return
    }
    // Ranges are whole: what takes both ends takes every budget.
    let ends = [PeakShare.range.lowerBound, PeakShare.range.upperBound].map { bytes in
      settings.map { _ in ByteCount(rawValue: bytes) }
    }
    sample = try StrategySpec(PeakSpec.text(words, settings, ends[0]), registry: registry)
    _ = try StrategySpec(PeakSpec.text(words, settings, ends[1]), registry: registry)
    func named(_ text: String) -> String {
      var made = StrategyWords(text)
      for setting in settings {
        let id = words.parts[setting.part].id
        guard let part = made.parts.firstIndex(where: { $0.id == id }),
          let place = made.parts[part].settings.firstIndex(where: { $0.key == ParameterSpec.budget.key })
        else { continue }
        made.parts[part].settings[place].value = setting.budget.text
      }
      return made.text
    }
    canonicalText = named(sample.canonicalText)
    shortText = named(sample.shortText)
  }

  /// The budgets that others' peaks decide, in the order of the text.
  public var budgets: [PeakShare] { settings.map(\.budget) }

  /// True when it, or what its budgets are taken from, is told the requests to come.
  public var isOffline: Bool { sample.isOffline || settings.contains { $0.budget.strategy.isOffline } }

  /// The strategy that runs where its budgets come to these bytes.
  ///
  /// - Precondition: bytes for each of `budgets`, each as `PeakShare.bytes` makes them.
  public func spec(_ bytes: [ByteCount]) -> StrategySpec {
    precondition(bytes.count == settings.count, "bytes for each budget")
    guard let registry else { return sample }
    do {
      return try StrategySpec(PeakSpec.text(words, settings, bytes), registry: registry)
    } catch {
      preconditionFailure("'\(canonicalText)' takes both ends of the range of budgets, but not \(bytes): \(error)")
    }
  }

  /// Returns the number of budgets in a text that are taken from peaks.
  public static func budgetCount(of text: String) -> Int {
    guard PeakShare.isWritten(in: text) else { return 0 }
    return StrategyWords(text).parts.flatMap(\.settings).count { PeakShare.isWritten(in: $0.value) }
  }

  private static func text(_ words: StrategyWords, _ settings: [Setting], _ bytes: [ByteCount]) -> String {
    var words = words
    for (setting, bytes) in zip(settings, bytes) {
      words.parts[setting.part].settings[setting.place].value = "\(bytes.rawValue)B"
    }
    return words.text
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
      throw PeakError("'\(value)' opens a parenthesis; write budget=peak(preheat2x)")
    }
    let before = value[..<start.lowerBound]
    let share = before.isEmpty ? Rational(1) : before.hasSuffix("*") ? Rational(before.dropLast()) : nil
    guard value.hasSuffix(")"), let share, share.numerator > 0 else {
      throw PeakError("'\(value)' is no peak and no share of one; write peak(preheat2x) or 0.8*peak(preheat2x)")
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

/// An error in how a budget is taken from another strategy.
public struct PeakError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
