public import CacheLab
import LabRecords

/// The screen of a sweep's jobs: the one that a trace was recorded on, `recorded`, with six columns `recorded:6`; or one
/// that was chosen, `iphone-17`, `390x844@3`, `1024x1366@2:6`.
public struct SweepScreen: Hashable, Sendable, CustomStringConvertible {
  /// As it is written, a name in points and pixels: two of one text are one screen.
  public let description: String
  private let choice: ScreenChoice?
  /// Of a trace's own screen; nil keeps its own.
  private let columns: Int32?

  /// True when each trace keeps its own screen.
  public var isRecorded: Bool { choice == nil && columns == nil }

  /// Each trace as it was recorded.
  public static let recorded = SweepScreen()

  private init() { (description, choice, columns) = ("recorded", nil, nil) }

  /// Reads `recorded`, `recorded:6`, or what `ScreenChoice` reads.
  public init(_ word: SweepWord) throws(SweepError) {
    let recorded = SweepScreen.recorded.description
    if word.text == recorded {
      self = .recorded
      return
    }
    do throws(SettingError) {
      if word.text.hasPrefix("\(recorded):") {
        columns = try ScreenChoice.columns(of: word.text)
        (choice, description) = (nil, word.text)
        return
      }
      columns = nil
      let choice = try ScreenChoice(word.text, or: [SweepScreen.recorded.description])
      self.choice = choice
      description = choice.text
    } catch {
      throw word.error(error.description)
    }
  }

  /// What a trace is asked to apply.
  ///
  /// - Parameter accessLimit: Photos that the app may see; nil for all.
  public func override(assetCount: Int32, accessLimit: Int32? = nil) -> ScreenOverride {
    choice?.override(assetCount: assetCount, accessLimit: accessLimit)
      ?? ScreenOverride(columns: columns, assetCount: assetCount, accessLimit: accessLimit)
  }
}
