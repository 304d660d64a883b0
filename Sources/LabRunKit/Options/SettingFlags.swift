import ArgumentParser
import LabBase
import LabRecords

/// Settings whose options stand together in a command's help.
protocol SettingGroup {
  static var settings: [RunSetting] { get }
  /// What help says of the default of a setting.
  static func usual(_ setting: RunSetting) -> String?
}

extension SettingGroup {
  static func usual(_ setting: RunSetting) -> String? { setting.usual }
}

/// Options for settings, an option each, made from `RunSetting.all`.
///
/// The parser finds the options of a type by reflection: the mirror of this one shows an option a setting.
struct SettingFlags<Group: SettingGroup>: ParsableArguments, CustomReflectable {
  /// What was given, by the setting.
  private(set) var given: [RunSetting: String] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for setting in Group.settings {
      let option = try container.decodeIfPresent(Option<String?>.self, forKey: Key(stringValue: setting.name))
      given[setting] = option?.wrappedValue
    }
  }

  var customMirror: Mirror {
    Mirror(
      self, children: Group.settings.map { (label: $0.name, value: SettingFlags.option($0)) }, displayStyle: .struct)
  }

  private static func option(_ setting: RunSetting) -> Option<String?> {
    Option(
      name: .customLong(setting.name),
      help: ArgumentHelp(
        "\(help(setting))", discussion: setting.discussion, valueName: setting.valueName ?? setting.name),
      completion: completion(setting),
      transform: { word in
        var settings = RunSettings()
        do throws(SettingError) {
          try setting.set(word, in: &settings)
        } catch {
          throw ValidationError(error.description)
        }
        return word
      })
  }

  /// With its values and its default behind it, as the parser writes those of other options.
  private static func help(_ setting: RunSetting) -> String {
    var notes = setting.choices.isEmpty ? [] : ["values: \(setting.choices.joined(separator: ", "))"]
    if let usual = Group.usual(setting) { notes.append("default: \(usual)") }
    return setting.help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
  }

  private static func completion(_ setting: RunSetting) -> CompletionKind {
    switch setting.suggestions {
    case .devices: NameCompletion.devices
    case .libraries: NameCompletion.libraries
    case .nothing: setting.choices.isEmpty ? .default : .list(setting.choices)
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// What a replay depends on beside photos and screen.
enum ReplayGroup: SettingGroup {
  static var settings: [RunSetting] { RunSetting.all.filter { $0.section == .replay } }
}

/// Which photos.
enum LibraryGroup: SettingGroup {
  static var settings: [RunSetting] { RunSetting.all.filter { $0.section == .library } }
}

/// Another screen than the trace was recorded on.
enum ScreenGroup: SettingGroup {
  static var settings: [RunSetting] { RunSetting.all.filter { $0.section == .screen } }
}

typealias LibraryOptions = SettingFlags<LibraryGroup>

extension SettingFlags {
  /// What was given in settings that stand at their defaults otherwise.
  var settings: RunSettings { RunSettings(given) }
}

extension RunSettings {
  /// - Precondition: The values were checked as they were parsed.
  init(_ given: [RunSetting: String]) {
    self.init()
    for (setting, word) in given {
      do throws(SettingError) {
        try setting.set(word, in: &self)
      } catch {
        preconditionFailure("an option was parsed without its check: \(error)")
      }
    }
  }
}

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
