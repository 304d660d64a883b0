struct ReplayOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Strategy, id[:key=value,...], 'all' or 'oracles'; repeat for several. See \(ToolName.current) list.",
    completion: NameCompletion.strategies("all", "oracles"))
  var strategy: [String] = []

  @Option(
    name: .shortAndLong, help: "Name or path of a trace; \(TracePaths.setsInWords); repeat for several.",
    completion: NameCompletion.traces)
  var trace: [String] = []

  @OptionGroup private var replay: SettingFlags<ReplayGroup>
  @OptionGroup(title: "Library") private var library: LibraryOptions
  @OptionGroup(title: "Screen") private var screen: ScreenOptions

  var settings: RunSettings { replay.applied(to: library.applied(to: screen.settings)) }

  var words: [String] {
    strategy.flatMap { ShellWords.option("strategy", $0) } + trace.flatMap { ShellWords.option("trace", $0) }
      + settings.words
  }

  var request: RunRequest {
    RunRequest(strategies: strategy, traces: trace, settings: settings)
  }

  /// Checks that a strategy and a trace are given. In `validate()` this would come before the check of unknown options.
  func requireNames(trace example: String) throws {
    guard strategy.isEmpty || trace.isEmpty else { return }
    let words = strategy.isEmpty ? "strategy: --strategy preheat2x" : "trace: --trace \(example)"
    throw UsageError("name a \(words) (\(ToolName.current) list shows all)")
  }
}

struct RunOptions: ParsableArguments {
  @OptionGroup var replays: ReplayOptions

  @Option(help: "Decode for real and measure, or only count: real or none.")
  var decode = DecodeMode.real

  @OptionGroup private var quiet: QuietOption

  var request: RunRequest {
    RunRequest(
      strategies: replays.strategy, traces: replays.trace, settings: replays.settings, decodes: decode == .real)
  }
}

struct QuietOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "No progress.")
  private var quiet = false

  func validate() {
    if quiet { Terminal.silence() }
  }
}

enum DecodeMode: String, ExpressibleByArgument, CaseIterable, Sendable {
  case real, none
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case table, json, csv, markdown
}

extension ByteCount: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}

protocol SettingGroup {
  static var settings: [RunSetting] { get }
  static func defaultText(_ setting: RunSetting) -> String?
}

extension SettingGroup {
  static func defaultText(_ setting: RunSetting) -> String? { setting.defaultValue }
}

/// A group of options, one for each setting. The parser finds options by reflection, so this type's mirror shows them.
struct SettingFlags<Group: SettingGroup>: ParsableArguments, CustomReflectable {
  private(set) var given: [RunSetting: String] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for setting in Group.settings {
      let option = try container.decodeIfPresent(Option<String?>.self, forKey: Key(stringValue: setting.name))
      given[setting] = option?.wrappedValue
    }
  }

  var settings: RunSettings { applied(to: RunSettings()) }

  /// - Precondition: The values were checked as they were parsed.
  func applied(to settings: RunSettings) -> RunSettings {
    var settings = settings
    for (setting, word) in given {
      let isValid = (try? setting.set(word, in: &settings)) != nil
      precondition(isValid, "an option was parsed without its check")
    }
    return settings
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
        try setting.set(word, in: &settings)
        return word
      })
  }

  // Ends with the values and the default, in the parser's own style.
  private static func help(_ setting: RunSetting) -> String {
    var notes = setting.choices.isEmpty ? [] : ["values: \(setting.choices.joined(separator: ", "))"]
    if let value = Group.defaultText(setting) { notes.append("default: \(value)") }
    return setting.help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
  }

  private static func completion(_ setting: RunSetting) -> CompletionKind {
    switch setting.name {
    case "device": NameCompletion.devices
    case "library": NameCompletion.libraries
    case "screen": NameCompletion.screens
    default: setting.choices.isEmpty ? .default : .list(setting.choices)
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

enum ReplayGroup: SettingGroup {
  static var settings: [RunSetting] { RunSetting.all.filter { $0.section == .replay } }
}

enum LibraryGroup: SettingGroup {
  static var settings: [RunSetting] { RunSetting.all.filter { $0.section == .library } }
}

enum ScreenGroup: SettingGroup {
  static var settings: [RunSetting] { RunSetting.all.filter { $0.section == .screen } }
}

typealias LibraryOptions = SettingFlags<LibraryGroup>

/// The options of a screen other than the trace's own: one word, or its parts.
struct ScreenOptions: ParsableArguments {
  @OptionGroup
  private var group: SettingFlags<ScreenGroup>

  @Option(
    help: ArgumentHelp("Size of the screen in points, such as 375x667.", valueName: "WxH"),
    transform: { word in
      guard let size = ScreenSize(word) else {
        throw ValidationError("'\(word)' is not a size of a screen; write points such as 375x667")
      }
      return size
    })
  private var viewport: ScreenSize?

  @Option(
    help: "Pixels a point, such as 2, 3 or 2.625.",
    transform: { word in
      guard let scale = Rational.positiveThousandths(word) else {
        throw ValidationError("'\(word)' is not a number of pixels a point; write 2, 3 or 2.625")
      }
      return MilliPoints(rawValue: scale)
    })
  private var scale: MilliPoints?

  @Option(help: ArgumentHelp("Columns of the grid.", valueName: "n"), transform: ScreenOptions.columns)
  private var columns: Int32?

  func validate() throws {
    do { _ = try screen() } catch { throw ValidationError(error.description) }
  }

  static func columns(_ word: String) throws -> Int32 {
    guard let count = Int32(word), (1...1000).contains(count) else {
      throw ValidationError("'\(word)' is not a number of columns: a grid has 1 to 1000 columns")
    }
    return count
  }

  var settings: RunSettings {
    var settings = group.settings
    if let screen = try? screen() { settings.screen = screen }
    return settings
  }

  private func screen() throws(SettingError) -> ScreenChoice {
    try group.settings.screen.adding(size: viewport, scale: scale, columns: columns)
  }
}

/// The names and files that a shell suggests for a word; unreadable ones are left out.
enum NameCompletion {
  static var traces: CompletionKind {
    names({ ((try? TracePaths.names()) ?? []) + TracePaths.sets }, orFiles: [".scrolltrace"])
  }
  static var devices: CompletionKind { names({ DeviceChoice.names }, orFiles: [".json"]) }
  static var libraries: CompletionKind { names({ RunSettings.libraryProfiles }, orFiles: []) }
  static var screens: CompletionKind { .list(NamedScreen.all.map(\.name) + ["\(ScreenChoice.recorded)"]) }
  static var metrics: CompletionKind { .list(Metric.names) }

  static func strategies(_ others: String...) -> CompletionKind {
    .list(KnownStrategies.all.descriptors.map(\.id) + others)
  }

  /// - Parameter endings: The extensions of files that may be given instead; folders are suggested too.
  static func names(_ names: @escaping @Sendable () -> [String], orFiles endings: [String]) -> CompletionKind {
    .custom { _, _, begun in
      let known = names().filter { $0.hasPrefix(begun) }
      return known + paths(begun, endings: endings, withFolders: known.isEmpty)
    }
  }

  private static func paths(_ begun: String, endings: [String], withFolders: Bool) -> [String] {
    let folder = begun.lastIndex(of: "/").map { String(begun[...$0]) } ?? ""
    let names = (try? Paths.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.map { folder + $0 }.filter { path in
      guard path.hasPrefix(begun), !path.dropFirst(folder.count).hasPrefix(".") else { return false }
      return endings.contains { path.hasSuffix($0) } || withFolders && (try? Paths.isFolder(path)) == true
    }
  }
}
