import ArgumentParser
import LabBase
import LabRecords

/// Another screen than the trace was recorded on: by its name, or by its points and pixels.
struct ScreenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Screen of a phone or tablet, such as iphone-17 or ipad-11:6 with six columns (\(ToolName.current) list screens); "
        + "or points and pixels a point, 390x844@3.",
      discussion: "It stands for --viewport and --scale, with a colon for --columns too.", valueName: "name|WxH@S"),
    completion: NameCompletion.screens(),
    transform: { word in
      do throws(SettingError) { return try ScreenChoice(word) } catch { throw ValidationError(error.description) }
    })
  var screen: ScreenChoice?

  @OptionGroup
  var settings: SettingFlags<ScreenGroup>

  func validate() throws {
    let both = chosen.keys.filter { settings.given[$0] != nil }.map { "--\($0.name)" }.sorted()
    guard both.isEmpty else {
      throw ValidationError(
        "--screen and \(NameList.text(both)) say the same twice: give the name, or \(NameList.text(both)) without it")
    }
  }

  /// What was given, by the setting; the screen's name as what it stands for.
  var given: [RunSetting: String] { settings.given.merging(chosen) { $1 } }

  /// What was given in settings that stand at their defaults otherwise.
  var values: RunSettings { RunSettings(given) }

  private var chosen: [RunSetting: String] {
    var words: [RunSetting: String] = [:]
    for (name, word) in screen?.settings ?? [] {
      guard let setting = RunSetting.named(name) else { preconditionFailure("a screen is of settings: \(name)") }
      words[setting] = word
    }
    return words
  }
}
