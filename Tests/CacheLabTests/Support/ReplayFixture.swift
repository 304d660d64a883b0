import CacheLab
import LabRecords
import Strategies

/// Makes replays of small, hand-made scrolls over assets that all cost the same.
enum ReplayFixture {
  /// Decodes take no time.
  static let instant = DeviceProfile.all.first { $0.name == "instant" }!

  /// Files of 200,000 bytes, 1024x768 unless another size is asked for: at 288x288 a bitmap of 384x288 pixels, 442,368
  /// bytes.
  static func assets(
    _ count: Int, of size: PixelSize = PixelSize(width: 1024, height: 768)
  ) -> ContiguousArray<AssetInfo> {
    ContiguousArray(
      repeating: AssetInfo(
        width: size.width, height: size.height, encodedBytes: 200_000, thumbnailBytes: 2000,
        thumbnailSize: PixelSize(width: size.width / 8, height: size.height / 8), isDecodable: true),
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
          isDecodable: index % 500 != 499)
      })
  }

  /// 4 columns of 96 pt cells, 2 pt apart, on a 390x844 screen at 3x.
  static func layout(columns: Int32 = 4, cell: Int64 = 96_000, count: Int32 = 400) -> GridLayout {
    GridLayout(
      count: count, columns: columns, cellWidth: MilliPoints(rawValue: cell), cellHeight: MilliPoints(rawValue: cell),
      spacingX: .points(2), spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844),
      scaleThousandths: 3000)
  }

  /// One column of cells of this height, on a screen of 100 x 100 points at 1x.
  static func page(height: Int = 100) -> GridLayout {
    GridLayout(
      count: 20, columns: 1, cellWidth: .points(100), cellHeight: .points(height), spacingX: .zero, spacingY: .zero,
      viewportWidth: .points(100), viewportHeight: .points(100), scaleThousandths: 1000)
  }

  /// 2 columns and 12 rows, 3 of them in view; heights are larger by a factor.
  static func pairs(timesHigher factor: Int = 1) -> GridLayout {
    GridLayout(
      count: 24, columns: 2, cellWidth: .points(96), cellHeight: .points(96 * factor), spacingX: .points(2),
      spacingY: .points(2 * factor), viewportWidth: .points(194), viewportHeight: .points(292 * factor),
      scaleThousandths: 3000)
  }

  /// A scroll: (milliseconds, points).
  static func script(_ frames: [(Int, Int)], end: Int, layout: GridLayout = layout()) -> ReplayScript {
    ReplayScript(
      steps: ContiguousArray(frames.map { .init(time: .milliseconds($0.0), value: Int64($0.1) * 1000, kind: .frame) }),
      layouts: [layout], end: .milliseconds(end))
  }

  /// A scroll that begins in the first of several layouts: changes, (milliseconds, layout), come before frames of their time.
  static func script(
    _ frames: [(Int, Int)], changes: [(Int, Int)], of layouts: [GridLayout], end: Int
  ) -> ReplayScript {
    var steps = script(frames, end: end).steps
    for (time, layout) in changes {
      let change = ReplayScript.Step(time: .milliseconds(time), value: Int64(layout), kind: .layout)
      steps.insert(change, at: steps.firstIndex { $0.time >= change.time } ?? steps.endIndex)
    }
    return ReplayScript(steps: steps, layouts: layouts, end: .milliseconds(end))
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
    return Replay(script: script, assets: assets, device: device, settings: eighths)
  }

  /// What the replays of `replay` hold: the smallest eighths.
  static var eighths: ReplaySettings { eighths() }

  static func eighths(_ delivery: ReplayDelivery = .highquality, cloud: CloudModel = CloudModel()) -> ReplaySettings {
    var settings = ReplaySettings()
    (settings.fit, settings.delivery, settings.cloud) = (.eighth, delivery, cloud)
    return settings
  }

  /// A shipped trace over assets made by formula.
  static func shipped(_ name: String, device: DeviceProfile = DeviceProfile.all[0]) throws -> Replay {
    let script = ReplayScript(try Trace.load(path: ShippedTraces.path(name)))
    return Replay(script: script, assets: mixedAssets(script.itemCapacity), device: device, settings: ReplaySettings())
  }
}

extension AssetInfo {
  var withoutThumbnail: AssetInfo {
    AssetInfo(width: width, height: height, encodedBytes: encodedBytes, thumbnailBytes: 0, isDecodable: isDecodable)
  }
}

extension Replay {
  /// The same where this becomes of requests of cells that leave.
  func leaving(_ cells: CellPolicy) -> Replay {
    var replay = self
    replay.settings.cells = cells
    return replay
  }
}

/// Writes down every event of a replay in a short form.
struct EventLog: ReplayObserver {
  private(set) var lines: [String] = []
  /// Of bitmaps that were decoded, in their order.
  private var sizes: [PixelSize] = []

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    func list(_ ranges: some Sequence<ItemRange>) -> String {
      ranges.map { "\($0.lower)..<\($0.upper)" }.joined(separator: " ")
    }
    let words: String? =
      switch event {
      case .frame(_, let visible): "frame \(list([visible]))"
      case .start(let items, _): "start \(list(items))"
      case .stop(let items, .full): "stop \(list(items))"
      case .release(let item): "release \(item)"
      case .request(let item, _, let outcome): "\(outcome.rawValue) \(item)"
      case .cancel(let item, .full): "cancel \(item)"
      case .refuse(let item, .full): "refuse \(item)"
      case .begin(let key, let cause, _, _): "begin \(text(key)) \(cause.rawValue)"
      case .end(let key, let kept): "end \(text(key)) \(kept ? "kept" : "gone")"
      case .drop(let key, _, let why): "drop \(text(key)) \(why.rawValue)"
      case .download(let item, _, _): "download \(item)"
      case .downloaded(let item): "downloaded \(item)"
      case .layout(let target): "layout \(target)"
      case .content(let photos): "content \(list(photos))"
      case .stop, .cancel, .refuse, .live: nil
      }
    if let words { lines.append("\(time / 1_000_000) \(words)") }
  }

  /// `7`, of the second target size `7'`, of a thumbnail `7~`.
  private mutating func text(_ key: BitmapKey) -> String {
    if key.tier == .thumbnail { return "\(key.item)~" }
    if !sizes.contains(key.size) { sizes.append(key.size) }
    return "\(key.item)" + String(repeating: "'", count: sizes.firstIndex(of: key.size) ?? 0)
  }
}
