public import CacheLab
import LabBase
public import StrategyKit

/// A screen as it is chosen in one word: `iphone-17`, `390x844@3`, and with six columns `ipad-11:6` or `1024x1366@2:6`.
///
/// It stands for a size and a scale; what is replayed, and what a record says, are these.
public struct ScreenChoice: Hashable, Sendable {
  public let size: ScreenSize
  /// Pixels a point.
  public let scale: MilliPoints
  /// Nil keeps those of the trace.
  public let columns: Int32?
  /// The word, where it says the points; the points and pixels of a name.
  public let text: String

  /// - Parameter others: Words that whoever reads this takes too, for the message.
  /// - Throws: `SettingError` saying what is wrong with the word, and the name that is nearest to it.
  public init(_ word: String, or others: [String] = []) throws(SettingError) {
    let colon = word.firstIndex(of: ":")
    let screen = word[..<(colon ?? word.endIndex)]
    columns = try ScreenChoice.columns(of: word)
    if let named = NamedScreen.named(String(screen)) {
      (size, scale) = (named.size, named.scale)
      text = named.text + word[screen.endIndex...]
      return
    }
    let parts = screen.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let size = ScreenSize(String(parts[0])),
      let scale = Rational.positiveThousandths(parts[1])
    else {
      let names = NamedScreen.all.map { $0.name } + others
      let cure = nearest(to: String(screen), among: names).map { "did you mean '\($0)'?" }
      let forms = ["a name of \(ToolName.current) list screens", "points and scale, such as 390x844@3"] + others
      throw SettingError("'\(word)' is not a screen: \(cure ?? "write \(forms.joined(separator: ", or "))")")
    }
    self.size = size
    self.scale = MilliPoints(rawValue: scale)
    text = word
  }

  /// What stands after a word's colon; nil where it has none.
  public static func columns(of word: String) throws(SettingError) -> Int32? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    guard let count = Int32(word[word.index(after: colon)...]), (1...1000).contains(count) else {
      throw SettingError("'\(word)' has no number of columns after its colon: write 1 to 1000, 1024x1366@2:6")
    }
    return count
  }

  /// Settings that a screen always decides.
  public static let standsFor = ["viewport", "scale"]

  /// The settings that it stands for, by their words.
  public var settings: [(setting: String, word: String)] {
    [("viewport", "\(size)"), ("scale", "\(scale)")] + (columns.map { [("columns", "\($0)")] } ?? [])
  }

  /// What a trace is asked to apply.
  ///
  /// - Parameter accessLimit: Photos that the app may see; nil for all.
  public func override(assetCount: Int32?, accessLimit: Int32? = nil) -> ScreenOverride {
    ScreenOverride(
      viewport: (size.width, size.height), scaleThousandths: scale.rawValue, columns: columns, assetCount: assetCount,
      accessLimit: accessLimit)
  }
}
