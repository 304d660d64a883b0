import ArgumentParser
import LabRecords

/// What a replay in virtual time depends on beside its strategy and trace: every setting of `RunSetting.all`.
struct SettingOptions: ParsableArguments {
  @OptionGroup
  var replay: SettingFlags<ReplayGroup>

  @OptionGroup(title: "Library")
  var library: LibraryOptions

  @OptionGroup(title: "Screen")
  var screen: ScreenOptions

  /// What was given, by the setting.
  var given: [RunSetting: String] { replay.given.merging(library.given) { $1 }.merging(screen.given) { $1 } }

  var settings: RunSettings { RunSettings(given) }
}
