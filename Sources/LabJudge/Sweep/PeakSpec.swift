import LabRecords
public import StrategyKit

/// A strategy of which budgets may be what others peak at in the same place: `clairvoyant:budget=peak(preheat2x)`,
/// `lru:budget=0.8*peak(preheat2x)`. Where none is, it is a strategy like any other.
public struct PeakSpec: Sendable {
  /// A parameter that a peak decides.
  private struct Setting: Sendable {
    var part: Int
    var key: String
    var budget: PeakShare
  }

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

  public init(_ text: String, registry: StrategyRegistry) throws(PeakError) {
    let words = StrategyWords(text)
    var settings: [Setting] = []
    for (index, part) in words.parts.enumerated() {
      for setting in part.settings where PeakShare.isWritten(in: setting.value) {
        guard setting.key == ParameterSpec.budget.key else { throw .noBudget(text, key: setting.key) }
        settings.append(
          Setting(part: index, key: setting.key, budget: try PeakShare(setting.value, registry: registry)))
      }
    }
    self.words = words
    self.settings = settings
    self.registry = settings.isEmpty ? nil : registry
    guard !settings.isEmpty else {
      sample = try PeakSpec.spec(text, registry)
      (canonicalText, shortText) = (sample.canonicalText, sample.shortText)
      return
    }
    // Ranges are whole: what takes both ends takes every budget.
    let ends = [PeakShare.range.lowerBound, PeakShare.range.upperBound].map { bytes in
      settings.map { _ in ByteCount(rawValue: bytes) }
    }
    sample = try PeakSpec.spec(PeakSpec.text(words, settings, ends[0]), registry)
    _ = try PeakSpec.spec(PeakSpec.text(words, settings, ends[1]), registry)
    func named(_ text: String) -> String {
      var made = StrategyWords(text)
      for setting in settings {
        let id = words.parts[setting.part].id
        guard let part = made.parts.firstIndex(where: { $0.id == id }),
          let place = made.parts[part].settings.firstIndex(where: { $0.key == setting.key })
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
    do throws(PeakError) {
      return try PeakSpec.spec(PeakSpec.text(words, settings, bytes), registry)
    } catch {
      preconditionFailure("'\(canonicalText)' takes both ends of the range of budgets, but not \(bytes): \(error)")
    }
  }

  /// How many budgets of a text are taken from peaks.
  public static func budgetCount(of text: String) -> Int {
    guard PeakShare.isWritten(in: text) else { return 0 }
    return StrategyWords(text).parts.flatMap(\.settings).count { PeakShare.isWritten(in: $0.value) }
  }

  private static func text(_ words: StrategyWords, _ settings: [Setting], _ bytes: [ByteCount]) -> String {
    var words = words
    for (setting, bytes) in zip(settings, bytes) {
      for place in words.parts[setting.part].settings.indices
      where PeakShare.isWritten(in: words.parts[setting.part].settings[place].value) {
        words.parts[setting.part].settings[place].value = "\(bytes.rawValue)B"
        break
      }
    }
    return words.text
  }

  private static func spec(_ text: String, _ registry: StrategyRegistry) throws(PeakError) -> StrategySpec {
    do throws(SpecError) {
      return try StrategySpec(text, registry: registry)
    } catch {
      throw .spec(error)
    }
  }
}
