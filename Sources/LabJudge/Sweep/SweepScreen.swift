public import CacheLab
import StrategyKit

/// The screen of a sweep's jobs: the one that a trace was recorded on, or `390x844@3`, `1024x1366@2:6` with six columns.
public struct SweepScreen: Hashable, Sendable, CustomStringConvertible {
  /// As it is written: two of one text are one screen.
  public let description: String
  private let viewportWidth: MilliPoints
  private let viewportHeight: MilliPoints
  private let scaleThousandths: Int64
  private let columns: Int32?
  /// True when each trace keeps its own screen.
  public let isRecorded: Bool

  /// Each trace as it was recorded.
  public static let recorded = SweepScreen()

  private init() {
    description = "recorded"
    (viewportWidth, viewportHeight, scaleThousandths, columns, isRecorded) = (.zero, .zero, 0, nil, true)
  }

  /// Reads `recorded`, `WxH@SCALE` or `WxH@SCALE:COLUMNS`; points and scale with at most three decimals.
  public init(_ word: SweepWord) throws(SweepError) {
    if word.text == SweepScreen.recorded.description {
      self = .recorded
      return
    }
    let colon = word.text.firstIndex(of: ":")
    let at = word.text.firstIndex(of: "@")
    let end = colon ?? word.text.endIndex
    guard let at, at < end, let cross = word.text[..<at].firstIndex(of: "x"),
      let width = SweepScreen.thousandths(word.text[..<cross]),
      let height = SweepScreen.thousandths(word.text[word.text.index(after: cross)..<at]),
      let scale = SweepScreen.thousandths(word.text[word.text.index(after: at)..<end])
    else {
      throw word.error(
        "'\(word.text)' is not a screen: write WIDTHxHEIGHT@SCALE in points, such as 390x844@3, or 'recorded'")
    }
    var columns: Int32?
    if let colon {
      guard let count = Int32(word.text[word.text.index(after: colon)...]), (1...1000).contains(count) else {
        throw word.error("'\(word.text)' has no number of columns after its colon: write 1 to 1000, 1024x1366@2:6")
      }
      columns = count
    }
    self.columns = columns
    viewportWidth = MilliPoints(rawValue: width)
    viewportHeight = MilliPoints(rawValue: height)
    scaleThousandths = scale
    isRecorded = false
    description = word.text
  }

  /// What a trace is asked to apply.
  ///
  /// - Parameter accessLimit: Photos that the app may see; nil for all.
  public func override(assetCount: Int32, accessLimit: Int32? = nil) -> ScreenOverride {
    ScreenOverride(
      viewport: isRecorded ? nil : (viewportWidth, viewportHeight),
      scaleThousandths: isRecorded ? nil : scaleThousandths, columns: columns, assetCount: assetCount,
      accessLimit: accessLimit)
  }

  private static func thousandths(_ text: Substring) -> Int64? {
    guard let number = Rational(text), !text.contains("/"), 1000 % number.denominator == 0 else { return nil }
    let value = number.numerator * (1000 / number.denominator)
    return (1...1_000_000_000).contains(value) ? value : nil
  }
}
