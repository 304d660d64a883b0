import CacheLab
import LabRecords
import Strategies

/// Makes replays of small, hand-made scrolls over assets that all cost the same.
enum ReplayFixture {
  /// Decodes take no time.
  static let instant = DeviceProfile.all.first { $0.name == "instant" }!

  /// 1024x768 files of 200,000 bytes: at 288x288 a bitmap of 384x288 pixels, 442,368 bytes.
  static func assets(_ count: Int) -> ContiguousArray<AssetInfo> {
    ContiguousArray(
      repeating: AssetInfo(
        width: 1024, height: 768, encodedBytes: 200_000, thumbnailBytes: 2000,
        thumbnailSize: PixelSize(width: 128, height: 96), decodes: true),
      count: count)
  }

  static let bitmapBytes: Int64 = 384 * 288 * 4

  /// Sizes and bytes as the default library has them, from a formula, so that digests do not depend on its pictures.
  static func mixedAssets(_ count: Int) -> ContiguousArray<AssetInfo> {
    let sizes: [(Int32, Int32)] = [
      (1024, 768), (768, 1024), (1024, 768), (1280, 720), (768, 1024), (1024, 768), (640, 1392), (896, 896),
      (1024, 768), (768, 1024), (2048, 512),
    ]
    return ContiguousArray(
      (0..<count).map { index in
        let (width, height) = sizes[index * 7 % sizes.count]
        let bytes = width * height / 4 + Int32(index * 7919 % 40_000)
        return AssetInfo(
          width: width, height: height, encodedBytes: bytes, thumbnailBytes: 2500,
          // One in 300 has none.
          thumbnailSize: index % 300 == 7
            ? PixelSize(width: 0, height: 0) : PixelSize(width: width / 8, height: height / 8),
          decodes: index % 500 != 499)
      })
  }

  /// 4 columns of 96 pt cells, 2 pt apart, on a 390x844 screen at 3x.
  static func layout(columns: Int32 = 4, cell: Int64 = 96_000, count: Int32 = 400) -> GridLayout {
    GridLayout(
      count: count, columns: columns, cellWidth: MilliPoints(rawValue: cell), cellHeight: MilliPoints(rawValue: cell),
      spacingX: .points(2), spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844),
      scaleThousandths: 3000)
  }

  /// A scroll: (milliseconds, points).
  static func script(_ frames: [(Int, Int)], end: Int, layout: GridLayout = layout()) -> ReplayScript {
    ReplayScript(
      steps: ContiguousArray(
        frames.map { .init(time: .milliseconds($0.0), value: Int64($0.1) * 1000, kind: .frame) }),
      layouts: [layout], end: .milliseconds(end))
  }

  /// A device on which every decode takes this long.
  static func device(milliseconds: Int, workers: Int = 2) -> DeviceProfile {
    DeviceProfile(
      name: "test", fixed: .milliseconds(milliseconds), picosecondsPerByte: 0, picosecondsPerPixel: 0,
      workers: workers)
  }

  static func replay(
    _ script: ReplayScript, device: DeviceProfile = device(milliseconds: 10),
    assets: ContiguousArray<AssetInfo>? = nil
  ) -> Replay {
    let assets = assets ?? self.assets(script.itemCapacity)
    return Replay(
      script: script, table: SlotTable(script: script, assets: assets, scales: .all, device: device))
  }

  /// What the replays of `replay` hold: the smallest eighths.
  static var eighths: ReplaySettings {
    var settings = ReplaySettings()
    settings.fit = .eighth
    return settings
  }

  /// A shipped trace over assets made by formula.
  static func shipped(_ name: String, device: DeviceProfile = DeviceProfile.all[0]) throws -> Replay {
    let path = "\(projectFolder)/traces/\(name).scrolltrace"
    let script = ReplayScript(try Trace.load(path: path))
    return Replay(
      script: script, assets: mixedAssets(script.itemCapacity), device: device, settings: ReplaySettings())
  }

  static let traceNames = ShippedTraces.names

  /// The folder of Package.swift.
  static let projectFolder = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
}

/// Writes down every event of a replay in a short form.
struct EventLog: SelectiveObserver {
  private(set) var lines: [String] = []

  mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {
    add(time, "frame \(visible.lower)..<\(visible.upper)")
  }
  mutating func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) {
    add(time, "start \(items.lower)..<\(items.upper)")
  }
  mutating func stop(_ items: some Sequence<ItemRange>, at time: Nanoseconds) {
    add(time, "stop " + items.map { "\($0.lower)..<\($0.upper)" }.joined(separator: " "))
  }
  mutating func release(_ item: ItemID, at time: Nanoseconds) { add(time, "release \(item.rawValue)") }
  mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    add(time, "\(outcome.rawValue) \(item.rawValue)")
  }
  mutating func cancel(_ item: ItemID, at time: Nanoseconds) { add(time, "cancel \(item.rawValue)") }
  mutating func refuse(_ item: ItemID, at time: Nanoseconds) { add(time, "refuse \(item.rawValue)") }
  mutating func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
    add(time, "begin \(slot) \(cause.rawValue)")
  }
  mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
    add(time, "end \(slot) \(kept ? "kept" : "gone")")
  }
  mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
    add(time, "drop \(slot) \(why.rawValue)")
  }
  mutating func download(_ item: ItemID, bytes: ByteCount, takes: Nanoseconds, at time: Nanoseconds) {
    add(time, "download \(item.rawValue)")
  }
  mutating func downloaded(_ item: ItemID, at time: Nanoseconds) { add(time, "downloaded \(item.rawValue)") }
  mutating func layout(target: PixelSize, at time: Nanoseconds) { add(time, "layout \(target)") }
  mutating func content(_ photos: [ItemRange], at time: Nanoseconds) {
    add(time, "content " + photos.map { "\($0.lower)..<\($0.upper)" }.joined(separator: " "))
  }

  private mutating func add(_ time: Nanoseconds, _ text: String) {
    lines.append("\(time.rawValue / 1_000_000) \(text)")
  }
}
