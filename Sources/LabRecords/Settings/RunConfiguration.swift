/// Everything that determines a run's deterministic numbers, and how it was measured: the effective settings, with defaults.
///
/// Records and the first lines of event files have it. Every field is written and read here and nowhere else. A missing
/// one is nil, for older records have fewer; values were checked when the file was read.
public struct RunConfiguration: Sendable {
  public let json: JSON

  /// Creates the configuration of a file; null if it has none.
  public init(_ json: JSON?) { self.json = json ?? .null }

  /// - Parameters:
  ///   - trace: Its name as tables show it, and the SHA-256 of its file.
  ///   - library: The identity of its photos, and their number.
  ///   - layout: The grid's first layout as it was replayed.
  ///   - settings: The photos, the screen, and all that decides a replay.
  public init(
    strategy: StrategySpec, trace: (name: String, sha256: String), device: DeviceProfile,
    library: (fingerprint: String, assets: Int), layout: GridLayout, settings: RunSettings,
    decodes: Bool = true
  ) {
    func pair(_ width: MilliPoints, _ height: MilliPoints) -> JSON {
      .array([.string("\(width)"), .string("\(height)")])
    }
    var members: [String: JSON] = [
      "strategy": .string(strategy.canonicalText),
      "strategy-short": .string(strategy.shortText),
      "drives-photos": .bool(strategy.canDrivePhotos),
      "trace": .object(["name": .string(trace.name), "sha256": .string(trace.sha256)]),
      "device": device.json,
      "library": .object([
        "source": settings.librarySource, "fingerprint": .string(library.fingerprint),
        "assets": .integer(Int128(library.assets)),
      ]),
      "screen": .object([
        "viewport-pt": pair(layout.viewportWidth, layout.viewportHeight),
        "scale-thousandths": .integer(Int128(layout.scaleThousandths)),
        "columns": .integer(Int128(layout.columns)), "items": .integer(Int128(layout.count)),
        "cell-pt": pair(layout.cellWidth, layout.cellHeight),
        "target-px": .array([
          .integer(Int128(layout.targetSize.width)), .integer(Int128(layout.targetSize.height)),
        ]),
        "from-flags": .bool(settings.screen != .recorded),
      ]),
      // One value for all runs; records and baselines have always had them.
      "content-mode": .string("aspect-fill"), "scales": .string("all"), "time": .string("virtual"),
      "decode": .string(decodes ? "real" : "none"),
    ]
    // Left out for all others, so that such runs keep the digests that they always had.
    if strategy.isOracle { members["oracle"] = .bool(true) }
    var asked = RunSettings()
    asked.replay = settings.replay.besideStrategies
    for (key, value) in RunSetting.members(of: asked) { members[key] = value }
    json = .object(members)
  }

  /// The SHA-256 of the configuration's compact text; its first eight digits name the record.
  public var digest: String { SHA256.hex(of: json.compactText) }

  /// The strategy with all its parameters.
  public var strategy: String? { json["strategy"]?.string }
  /// The strategy without parameters at their default.
  public var shortStrategy: String? { json["strategy-short"]?.string }
  /// The ids that the strategy is made of, without parameters: `preheat2x+lru`.
  package var strategyID: String? {
    strategy.map { text in text.split(separator: "+").map { $0.prefix { $0 != ":" } }.joined(separator: "+") }
  }
  /// True if `PHCachingImageManager` can run the strategy; false for one that keeps images itself.
  public var canDrivePhotos: Bool { json["drives-photos"] != .bool(false) }
  /// True if the strategy knows the trace or has no budget.
  public var isOracle: Bool { json["oracle"] == .bool(true) }
  public var traceName: String? { json["trace"]?["name"]?.string }
  public var traceSHA256: String? { json["trace"]?["sha256"]?.string }

  public var deviceName: String? { json["device"]?["name"]?.string }
  /// The cost of a decode, or nil if it is not recorded.
  public var device: DeviceProfile? { DeviceProfile(json["device"]) }
  public var library: Library { Library(json: json["library"]) }
  public var screen: Screen? { json["screen"].map { Screen(json: $0) } }
  /// True if images were decoded; if not, the run only counted.
  public var hasDecodes: Bool { json["decode"]?.string != "none" }
  public var cells: String? { json["cells"]?.string }

  /// The photos.
  public struct Library: Sendable {
    let json: JSON?

    public var folder: String? { json?["source"]?["folder"]?.string }
    /// The name of a made library.
    public var profile: String? { json?["source"]?["profile"]?.string }
    public var seed: UInt64? { json?["source"]?["seed"]?.wideInteger.flatMap { UInt64(exactly: $0) } }
    public var fingerprint: String? { json?["fingerprint"]?.string }
    public var assets: Int? { json?["assets"]?.integer.flatMap { Int(exactly: $0) } }

    /// Returns a folder's path, or a made library's name with a seed that is not the default.
    ///
    /// - Parameter separator: The text before the seed.
    public func words(_ separator: String) -> String {
      if let folder { return folder }
      let seed = seed ?? 1
      return (profile ?? "?") + (seed == 1 ? "" : "\(separator)seed \(seed)")
    }
  }

  /// The grid's first layout as it was replayed.
  public struct Screen: Sendable {
    let json: JSON

    /// The viewport in points: `390x844`.
    public var viewport: String { json["viewport-pt"]?.array?.compactMap { $0.string }.joined(separator: "x") ?? "?" }
    /// The height in points.
    public var height: Double? { json["viewport-pt"]?.array?.last?.string.flatMap { Double($0) } }
    /// The pixels of a point.
    public var scale: MilliPoints? { json["scale-thousandths"]?.integer.map { MilliPoints(rawValue: $0) } }
    public var columns: Int64? { json["columns"]?.integer }
    /// The number of photos in the grid.
    public var items: Int64? { json["items"]?.integer }
    /// A cell's size in pixels: `288x288`.
    public var target: String { targetSize.map { "\($0.width)x\($0.height)" } ?? "?" }
    public var targetSize: PixelSize? {
      let sides = json["target-px"]?.array?.compactMap { $0.integer.flatMap { Int32(exactly: $0) } } ?? []
      return sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
    }
    /// True if flags replaced the trace's own screen.
    public var isFromFlags: Bool { json["from-flags"] == .bool(true) }

    /// The screen in words: `390x844 pt @3x`.
    public var words: String { "\(viewport) pt @\(scale ?? .zero)x" }
  }

  static let fields =
    Array(ownFields) + DeviceProfile.fields.map { ("device.\($0.key)", $0.value) }
    + RunSetting.recorded.flatMap { $0.fields }

  private static let ownFields: KeyValuePairs<String, FieldKind> = [
    "strategy": .text, "strategy-short": .text, "drives-photos": .flag, "oracle": .flag,
    "trace": .object, "trace.name": .text, "trace.sha256": .text,
    "library.fingerprint": .text, "library.assets": .whole(0...Int64(LibraryConfiguration.maxAssetCount)),
    "library.source.folder": .text, "library.source.profile": .text, "library.source.seed": .seed,
    "screen.viewport-pt": .texts, "screen.cell-pt": .texts, "screen.scale-thousandths": .count,
    "screen.columns": .count, "screen.items": .count, "screen.target-px": .counts, "screen.from-flags": .flag,
    "decode": .text, "content-mode": .only("aspect-fill"), "scales": .only("all"), "time": .only("virtual"),
    // What earlier records have and this program does not read.
    "decode-in": .only("thread"), "yardstick": .only("no"),
  ]

  package static func problem(of json: JSON?, at place: String = "configuration") -> String? {
    FieldCheck.problem(of: json, fields, at: place)
  }
}

extension RunSettings {
  /// The photos that the settings name: a made library, or a folder of JPEGs by its path.
  package var librarySource: JSON {
    LibraryProfile(rawValue: library).map {
      .object(["profile": .string($0.rawValue), "seed": .integer(Int128(seed))])
    } ?? .object(["folder": .string(library)])
  }
}

extension DeviceProfile {
  /// The device in records, lists and device files; without factors there is no key for them.
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

  private static let costs = FieldKind.whole(0...DeviceLimits.picosecondsMax)

  package static let fields: [(key: String, value: FieldKind)] = [
    ("name", .text), ("workers", .whole(1...Int64(DeviceLimits.workersMax))),
    ("fixed-ns", .whole(0...DeviceLimits.fixedMax)), ("ps-per-byte", costs), ("ps-per-pixel", costs),
    ("ps-per-reduced-pixel", costs), ("scale-factors-thousandths", .wholes(1...DeviceLimits.factorMax)),
  ]

  package init?(_ json: JSON?) {
    guard let name = json?["name"]?.string, let fixed = json?["fixed-ns"]?.integer,
      let perByte = json?["ps-per-byte"]?.integer, let perPixel = json?["ps-per-pixel"]?.integer,
      let workers = json?["workers"]?.integer, (1...Int64(DeviceLimits.workersMax)).contains(workers)
    else { return nil }
    let factors = json?["scale-factors-thousandths"]?.array?.compactMap { $0.integer }
    self.init(
      name: name, fixed: Nanoseconds(rawValue: fixed), picosecondsPerByte: perByte, picosecondsPerPixel: perPixel,
      picosecondsPerReducedPixel: json?["ps-per-reduced-pixel"]?.integer ?? 0, workers: Int(workers),
      scaleFactors: factors?.count == 8 ? factors : nil)
  }
}
