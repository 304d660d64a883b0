/// The requested settings of a run: everything beside strategy and trace that decides what a replay counts.
///
/// Options of a command line, the lines of a sweep's file and records fill it through `RunSetting.all`; nothing else
/// lists its properties.
public struct RunSettings: Hashable, Sendable {
  /// The cost of a decode: the name of a declared device, `host`, or the path of a device file; nil for the declared
  /// one that fits the photos.
  public var device: String?
  /// The name of a made library, or a folder of JPEGs.
  public var library = LibraryProfile.default.rawValue
  /// The seed of the made library.
  public var seed: UInt64 = 1
  public var screen = ScreenChoice.recorded
  /// The number of photos in the library: of a folder the first by name, or all again and again; nil for 4,000, or a
  /// whole folder of more.
  public var assets: Int?
  public var replay = ReplaySettings()

  public init() {}

  /// The values that are not at their default, as words of a command line.
  public var words: [String] { RunSetting.words { $0.text(in: self) } }

  /// Returns these words with those of a run that decodes, or only counts.
  public func words(decodes: Bool) -> [String] { words + (decodes ? [] : ["--decode", "none"]) }

  /// Reads how the run of a configuration was requested.
  ///
  /// A configuration does not record which flags gave its screen: if any of it was given, all of it counts as given. Of
  /// a device of the user's own it has only the name.
  public init(_ configuration: RunConfiguration) {
    self.init()
    device = configuration.deviceName
    library = configuration.library.folder ?? configuration.library.profile ?? library
    seed = configuration.library.seed ?? 1
    // The default for a made library; for a folder it depends on its photos.
    if let profile = LibraryProfile(rawValue: library),
      device == DeviceProfile.fitting(megapixels: profile.megapixels).name
    {
      device = nil
    }
    if let shown = configuration.screen, shown.isFromFlags {
      screen = ScreenChoice(
        size: ScreenSize(shown.viewport), scale: shown.scale, columns: shown.columns.flatMap { Int32(exactly: $0) })
    }
    let usual = configuration.library.folder == nil ? LibraryConfiguration().assetCount : nil
    assets = configuration.library.assets == usual ? nil : configuration.library.assets
    for setting in RunSetting.recorded {
      setting.read(configuration.json[setting.name], into: &self)
    }
  }
}

/// The words of a command line that repeat a run, beside the strategy.
///
/// A record keeps them, for its configuration has only the names of a trace and of a device of the user's own.
public struct RunWords: Hashable, Sendable {
  /// The name of a shipped trace, else a path.
  public var trace: String
  /// The options with their values that are not at their default.
  public var settings: [String]

  public init(trace: String, settings: [String]) {
    (self.trace, self.settings) = (trace, settings)
  }

  var json: JSON { .object(["trace": .string(trace), "settings": .array(settings.map { .string($0) })]) }

  init?(_ json: JSON) {
    guard let trace = json["trace"]?.string, let settings = json["settings"]?.array else { return nil }
    self.trace = trace
    self.settings = settings.compactMap { $0.string }
    guard self.settings.count == settings.count else { return nil }
  }
}

extension StrategyRegistry {
  /// Returns the strategies of a name: `all` that could ship, the `oracles`, or one strategy as it is written.
  public func ids(named name: String) -> [String] {
    switch name {
    case "all": descriptors.map { $0.id }
    case "oracles": oracleDescriptors.map { $0.id }
    default: [name]
    }
  }
}

extension ReplayDelivery {
  /// Returns the strategy as changed by `--delivery`.
  ///
  /// - Throws: `SettingError` if it shows thumbnails where each cell gets one image.
  public func applied(to strategy: StrategySpec) throws(SettingError) -> StrategySpec {
    switch self {
    case .highquality: return strategy
    case .opportunistic: return strategy.showingThumbnails()
    case .fast:
      guard !strategy.hasThumbnails else {
        throw SettingError(
          "with --delivery fast a cell gets one image, but '\(strategy.shortText)' shows thumbnails first; leave out "
            + "'+\(StrategySpec.opportunistic)', or --delivery fast")
      }
      return strategy
    }
  }
}
