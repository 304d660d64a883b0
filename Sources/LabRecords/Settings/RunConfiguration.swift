public import CacheLab
public import LabBase
public import StrategyKit

/// All that decides a run's deterministic numbers, and how it was measured: the effective settings, defaults included.
///
/// `RecordedConfiguration` reads what it writes.
public struct RunConfiguration: Sendable {
  public var strategy: StrategySpec
  /// Name of the trace, as tables show it.
  public var traceName: String
  public var traceSHA256: String
  public var device: DeviceProfile
  public var librarySource: LibrarySource
  public var libraryFingerprint: String
  public var assetCount: Int
  /// The grid's first layout as it was replayed.
  public var layout: GridLayout
  /// True when flags replaced the trace's own screen.
  public var screenIsOverridden: Bool
  public var settings: ReplaySettings
  public var measuring: Measuring

  public init(
    strategy: StrategySpec, traceName: String, traceSHA256: String, device: DeviceProfile,
    librarySource: LibrarySource, libraryFingerprint: String, assetCount: Int, layout: GridLayout,
    screenIsOverridden: Bool, settings: ReplaySettings = ReplaySettings(), measuring: Measuring = Measuring()
  ) {
    self.strategy = strategy
    self.traceName = traceName
    self.traceSHA256 = traceSHA256
    self.device = device
    self.librarySource = librarySource
    self.libraryFingerprint = libraryFingerprint
    self.assetCount = assetCount
    self.layout = layout
    self.screenIsOverridden = screenIsOverridden
    self.settings = settings
    self.measuring = measuring
  }

  public var json: JSON {
    var members: [String: JSON] = [
      "strategy": .string(strategy.canonicalText),
      "strategy-short": .string(strategy.shortText),
      "drives-photos": .bool(strategy.drivesPhotos),
      "trace": .object(["name": .string(traceName), "sha256": .string(traceSHA256)]),
      "device": device.json,
      "library": .object([
        "source": librarySource.json, "fingerprint": .string(libraryFingerprint),
        "assets": .integer(Int128(assetCount)),
      ]),
      "screen": .object([
        "viewport-pt": .array([.string("\(layout.viewportWidth)"), .string("\(layout.viewportHeight)")]),
        "scale-thousandths": .integer(Int128(layout.scaleThousandths)),
        "columns": .integer(Int128(layout.columns)), "items": .integer(Int128(layout.count)),
        "cell-pt": .array([.string("\(layout.cellWidth)"), .string("\(layout.cellHeight)")]),
        "target-px": .array([
          .integer(Int128(layout.targetSize.width)), .integer(Int128(layout.targetSize.height)),
        ]),
        "from-flags": .bool(screenIsOverridden),
      ]),
      "content-mode": .string("aspect-fill"),
    ]
    // Left out for all others, so that such runs keep the digests that they always had.
    if strategy.isYardstick { members["yardstick"] = .bool(true) }
    var asked = RunSettings()
    asked.replay = settings.besideStrategies
    for (key, value) in RunSetting.members(of: asked) { members[key] = value }
    for (key, value) in measuring.members { members[key] = value }
    return .object(members)
  }

  /// SHA-256 of the configuration's compact text; its first eight digits name the record.
  public var digest: String { SHA256.hex(of: json.compactText) }
}
