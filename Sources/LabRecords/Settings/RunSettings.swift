public import CacheLab
import LabBase
public import StrategyKit

/// Everything, beside strategy and trace, that decides what a replay counts, as somebody asked for it.
///
/// Options of a command line, the lines of a sweep's file and records fill it through `RunSetting.all`; nothing else
/// lists its properties.
public struct RunSettings: Hashable, Sendable {
  /// What a decode costs: the name of a declared device, `host`, or the path of a device file; nil for the declared one
  /// that fits the photos.
  public var device: String?
  /// The name of a made library, or a folder of JPEGs.
  public var library = LibraryProfile.default.rawValue
  /// Of the made library.
  public var seed: UInt64 = 1
  /// Another screen than the trace's own, here and in the next two; nil keeps that.
  public var viewport: ScreenSize?
  /// Pixels a point.
  public var scale: MilliPoints?
  public var columns: Int32?
  /// Photos in the library, of a folder the first by name, or all again and again; nil for 4,000, or a whole folder of
  /// more.
  public var assets: Int?
  public var replay = ReplaySettings()

  public init() {}

  /// What is not as it is by default, as words of a command line.
  public var words: [String] { RunSetting.words { $0.text(in: self) } }

  /// What a configuration says of how its run was asked for.
  ///
  /// A configuration does not say by which flags its screen was given: here all of it was, where any of it was. Of a
  /// device of the user's own it says the name alone.
  public init(_ configuration: RunConfiguration) {
    self.init(onScreenOf: configuration)
    if configuration.screen?.isFromFlags != true { (viewport, scale, columns) = (nil, nil, nil) }
  }

  /// The same with the screen that was replayed, even where it was the trace's own.
  public init(onScreenOf configuration: RunConfiguration) {
    self.init()
    device = configuration.device.name
    library = configuration.library.folder ?? configuration.library.profile ?? library
    seed = configuration.library.seed ?? 1
    // What is taken for a made library where nobody names one; of a folder only its photos tell.
    if let profile = LibraryProfile(rawValue: library),
      device == DeviceProfile.fitting(megapixels: profile.megapixels).name
    {
      device = nil
    }
    if let screen = configuration.screen {
      viewport = ScreenSize(screen.viewport)
      scale = screen.scale
      columns = screen.columns.flatMap { Int32(exactly: $0) }
    }
    let usual = configuration.library.folder == nil ? LibraryConfiguration().assetCount : nil
    assets = configuration.library.assets == usual ? nil : configuration.library.assets
    for setting in RunSetting.recorded {
      setting.read(configuration.json[setting.name], into: &self)
    }
  }

  /// The screen to apply to a trace, its number of photos left out.
  public var screen: ScreenOverride {
    ScreenOverride(
      viewport: viewport.map { ($0.width, $0.height) }, scaleThousandths: scale?.rawValue, columns: columns,
      accessLimit: replay.access.limit)
  }

  /// True when the trace's own screen is replaced.
  public var replacesScreen: Bool { viewport != nil || scale != nil || columns != nil }
}

/// How a run was asked for: what a command line says, beside the strategy, to make it again.
///
/// A record keeps it, for its configuration knows of a trace and of a device of the user's own only their names.
public struct RunWords: Hashable, Sendable {
  /// The name of a shipped trace, else a path.
  public var trace: String
  /// Options with their values; what is as it is by default is left out.
  public var settings: [String]

  public init(trace: String, settings: [String]) {
    self.trace = trace
    self.settings = settings
  }

  var json: JSON { .object(["trace": .string(trace), "settings": .array(settings.map { .string($0) })]) }

  /// Reads back what `json` wrote; nil for anything else.
  init?(_ json: JSON) {
    guard let trace = json["trace"]?.string, let settings = json["settings"]?.array else { return nil }
    self.trace = trace
    self.settings = settings.compactMap { $0.string }
    guard self.settings.count == settings.count else { return nil }
  }
}
