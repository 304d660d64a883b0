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
    /// As the screen shows it.
    func pair(_ width: MilliPoints, _ height: MilliPoints) -> JSON {
      let (width, height) = layout.axis.turned(width, height)
      return .array([.string("\(width)"), .string("\(height)")])
    }
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
        "viewport-pt": pair(layout.viewportWidth, layout.viewportHeight),
        "scale-thousandths": .integer(Int128(layout.scaleThousandths)),
        "columns": .integer(Int128(layout.columns)), "items": .integer(Int128(layout.count)),
        "cell-pt": pair(layout.cellWidth, layout.cellHeight),
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

extension RunConfiguration {
  /// The fields of a configuration, as records, baselines, evidence and event files have it.
  static let fields = Array(ownFields) + RunSetting.recorded.flatMap { $0.fields }

  private static let ownFields: KeyValuePairs<String, FieldKind> = [
    // Older labs could decode in other processes, whose memory compares with none.
    "decode-in": .nothing,
    "strategy": .text, "strategy-short": .text, "drives-photos": .flag, "yardstick": .flag,
    "trace": .object, "trace.name": .text, "trace.sha256": .text,
    "device.name": .text, "device.workers": .whole(1...1024), "device.fixed-ns": .whole(0...DeviceLimits.fixedMax),
    "device.ps-per-byte": .whole(0...DeviceLimits.picosecondsMax),
    "device.ps-per-pixel": .whole(0...DeviceLimits.picosecondsMax),
    "device.ps-per-reduced-pixel": .whole(0...DeviceLimits.picosecondsMax),
    "device.scale-factors-thousandths": .wholes(1...DeviceLimits.factorMax),
    "library.fingerprint": .text, "library.assets": .whole(0...Int64(LibraryConfiguration.maxAssetCount)),
    "library.source.folder": .text, "library.source.profile": .text, "library.source.seed": .seed,
    "screen.viewport-pt": .texts, "screen.cell-pt": .texts, "screen.scale-thousandths": .count,
    "screen.columns": .count, "screen.items": .count, "screen.target-px": .counts, "screen.from-flags": .flag,
    "decode": .text, "content-mode": .text,
  ]

  /// Those of a clock that is not virtual; else its field is a text.
  private static let timeFields: KeyValuePairs<String, FieldKind> = [
    "mode": .text, "speed": .text, "decodes-end": .text,
  ]

  /// The first field of a configuration that holds what it cannot; nil when there is none.
  ///
  /// - Parameter place: The path of the configuration in its file.
  package static func problem(of json: JSON?, at place: String = "configuration") -> String? {
    if let problem = FieldCheck.problem(of: json, fields, at: place) { return problem }
    guard let time = json?["time"], time.string == nil else { return nil }
    return FieldCheck.problem(of: time, timeFields, at: place.isEmpty ? "time" : place + ".time")
  }
}

/// Where photos come from.
public enum LibrarySource: Hashable, Sendable {
  case made(LibraryProfile, seed: UInt64)
  /// A folder of JPEGs, by its path.
  case folder(String)

  package var json: JSON {
    switch self {
    case .made(let profile, let seed):
      .object(["profile": .string(profile.rawValue), "seed": .integer(Int128(seed))])
    case .folder(let path): .object(["folder": .string(path)])
    }
  }
}

extension RunSettings {
  /// The photos that they name.
  public var librarySource: LibrarySource {
    LibraryProfile(rawValue: library).map { .made($0, seed: seed) } ?? .folder(library)
  }
}

extension DeviceProfile {
  /// As it stands in records, lists and device files; without factors there is no key for them.
  public var json: JSON {
    var members: [String: JSON] = [
      "name": .string(name), "workers": .integer(Int128(workers)), "fixed-ns": .integer(Int128(fixed.rawValue)),
      "ps-per-byte": .integer(Int128(picosecondsPerByte)), "ps-per-pixel": .integer(Int128(picosecondsPerPixel)),
    ]
    if picosecondsPerReducedPixel > 0 { members["ps-per-reduced-pixel"] = .integer(Int128(picosecondsPerReducedPixel)) }
    if let scaleFactors {
      members["scale-factors-thousandths"] = .array(scaleFactors.map { .integer(Int128($0)) })
    }
    return .object(members)
  }
}

extension CloudModel {
  /// As configurations have it: what a replay depends on.
  var json: JSON {
    .object([
      "percent": .integer(Int128(sharePercent)), "latency-ns": .integer(Int128(latency.rawValue)),
      "bytes-per-second": .integer(Int128(bytesPerSecond)), "downloads-max": .integer(Int128(downloadsMax)),
      "seed": .integer(Int128(seed)), "is": .string("an assumption"),
    ])
  }

  /// What the fields of `json` may hold, by path.
  static let fields: [(key: String, value: FieldKind)] = [
    ("percent", .whole(0...100)), ("latency-ns", .whole(0...latencyMax)),
    ("bytes-per-second", .whole(1...bandwidthMax)), ("downloads-max", .whole(1...Int64(downloadsMost))),
    ("seed", .seed),
  ]

  /// Reads back what a configuration says; nil for anything else.
  public init?(_ json: JSON) {
    guard FieldCheck.problem(of: json, CloudModel.fields) == nil, let percent = json["percent"]?.integer,
      let latency = json["latency-ns"]?.integer, let bytesPerSecond = json["bytes-per-second"]?.integer,
      let downloads = json["downloads-max"]?.integer,
      let seed = json["seed"]?.wideInteger.flatMap({ UInt64(exactly: $0) })
    else { return nil }
    self.init(sharePercent: Int(percent))
    self.latency = Nanoseconds(rawValue: latency)
    self.bytesPerSecond = bytesPerSecond
    downloadsMax = Int(downloads)
    self.seed = seed
  }
}
