import CacheLab
import GridDriver
import GridSession
import LabRecords
import Strategies
import Testing

@testable import GridEngine

/// A recorded driver is replayed by the lab, and both count the same where decodes take what the device declares.
@Suite struct GridSessionTests {
  final class Store {
    var bytes: [UInt8] = []
    var writes: [Int] = []
    func append(_ part: [UInt8]) -> Bool {
      bytes += part
      writes.append(part.count)
      return true
    }
  }

  /// Photos as a session tells of them: files of two bits a pixel.
  static let assets = ContiguousArray(
    ReplayFixture.mixedAssets(4000).enumerated().map { index, asset in
      AssetInfo(
        width: asset.width, height: asset.height, encodedBytes: Int32(asset.size.pixelCount / 4),
        thumbnailBytes: asset.hasThumbnail ? Int32(asset.thumbnailSize.pixelCount / 4) : 0,
        thumbnailSize: asset.thumbnailSize, isDecodable: true)
    })

  private static func source(
    _ script: ReplayScript, _ device: DeviceProfile, knowsPhotos: Bool = true, thumbnailSize: PixelSize? = nil
  ) -> VirtualSource {
    var assets = assets
    // An image of a square photo is as large as its cell, which is what is foreseen where the size is not known.
    if !knowsPhotos { assets = ReplayFixture.assets(assets.count, of: PixelSize(width: 896, height: 896)) }
    if let size = thumbnailSize {
      assets = ContiguousArray(
        assets.map {
          AssetInfo(
            width: $0.width, height: $0.height, encodedBytes: $0.encodedBytes, thumbnailBytes: 1, thumbnailSize: size,
            isDecodable: true)
        })
    }
    let replay = Replay(script: script, assets: assets, device: device, settings: ReplaySettings())
    return VirtualSource(replay, assets, thumbnailSize: thumbnailSize)
  }

  /// Plays a script on a driver and returns what it recorded and counted.
  static func record(
    _ script: ReplayScript, _ strategy: StrategySpec, on device: DeviceProfile, open: Int? = nil,
    knowsPhotos: Bool = true, thumbnailSize: PixelSize? = nil
  ) throws -> (store: Store, counters: GridCounters) {
    let source = source(script, device, knowsPhotos: knowsPhotos, thumbnailSize: thumbnailSize)
    var options = GridDriverOptions()
    options.workers = open ?? device.workers
    let photos = source.sizes(at: 0..<Int(script.layouts[0].count))
    let driver = try GridDriver(
      strategy, source: source, layout: script.layouts[0], photos: knowsPhotos ? photos : nil, options: options,
      clock: { Nanoseconds(rawValue: source.now) })
    let store = Store()
    let session = driver.record(refreshHz: 60, title: "a test", device: "virtual", write: store.append)
    source.play(script, on: driver)
    let counters = driver.counters
    driver.stop()
    #expect(!session.isRecording)
    return (store, counters)
  }

  private static let strategies = [
    "budget-priority", "preheat2x", "windowed-lead", "lru:budget=60MB", "preheat2x+opportunistic", "none",
  ]

  @Test(arguments: [
    "hunt", "fastscroll", "zoom", "rotation", "ios-hunt", "scrub", "interrupted", "library-changes", "limited-access",
  ])
  func theLabCountsWhatTheDriverCounted(_ name: String) throws {
    let script = try ReplayFixture.shipped(name).script
    for text in Self.strategies {
      let strategy = try StrategySpec(text)
      let device = DeviceProfile.all[2]
      let (store, counters) = try Self.record(script, strategy, on: device)
      let trace = try Trace.parse(store.bytes, name: name)
      #expect(trace.warningCount == 0 && trace.header.device == "virtual", "\(trace.warnings)")
      let replay = try SessionReplay(trace, name: name)
      #expect(replay.session.strategy == strategy.canonicalText)
      #expect(replay.counters[.requests] == counters.requests && counters.requests > 0)
      #expect(replay.counters[.hits] == counters.hits && replay.counters[.peak] == counters.peak.rawValue)
      #expect(replay.run(strategy, on: device) == replay.counters, "\(text) on \(name)")
      // Each request is told once; those of the end are not answered.
      let unanswered = counters.decodes - Int64(replay.session.images.count)
      #expect((0...2).contains(unanswered), "\(text) on \(name)")
    }
  }

  /// A photo comes in today, and a day with it: the trace has the sections of the driver, and no change of layout.
  @Test func sectionsAreThoseOfTheDriver() throws {
    var style = GridSection.Style(columns: 3, cellWidth: .points(100), cellHeight: .points(100), header: .points(40))
    func layout(_ counts: [Int32]) -> GridLayout {
      GridLayout(
        sections: counts.map { GridSection(count: $0, style: style) }, usual: style, viewportWidth: .points(320),
        viewportHeight: .points(480), scaleThousandths: 2000)
    }
    var now: Int64 = 0
    let driver = try GridDriver(
      try StrategySpec("preheat2x"), source: HandSource(), layout: layout([7, 7, 30]),
      clock: { Nanoseconds(rawValue: now) })
    let store = Store()
    driver.record(refreshHz: 60, write: store.append)
    driver.scrolled(to: .zero)
    now = 50_000_000
    driver.contentChanged(removing: [], inserting: [0..<1], layout: layout([1, 7, 7, 30]))
    driver.scrolled(to: .points(100))
    now = 60_000_000
    driver.contentChanged(removing: [3..<4], inserting: [44..<45], layout: layout([1, 6, 7, 30, 1]))
    driver.scrolled(to: .points(100))
    now = 70_000_000
    style.footer = .points(20)
    driver.layoutChanged(to: layout([1, 6, 7, 30, 1]))
    driver.scrolled(to: .points(100))
    driver.stop()
    let trace = try Trace.parse(store.bytes, name: "x")
    #expect(trace.layouts.map { $0.sections.map(\.count) }[1] == [1, 7, 7, 30])
    #expect(
      trace.layouts[3].sections.map(\.count) == [1, 6, 7, 30, 1] && trace.layouts.last == layout([1, 6, 7, 30, 1]))
    #expect(trace.layouts.count == 5 && trace.entries.count { $0.kind == .event(.layout) } == 1)
  }

  /// Whatever the app had written when it was killed, the lab counts the same up to its last counters, but for what times in
  /// whole microseconds change.
  @Test func aKilledAppLeavesASession() throws {
    let strategy = try StrategySpec("budget-priority")
    let device = DeviceProfile.all[0]
    let (store, _) = try Self.record(try ReplayFixture.shipped("hunt").script, strategy, on: device)
    var compared = 0
    for share in stride(from: 1, through: 40, by: 3) {
      let part = Array(store.bytes[..<(store.bytes.count * share / 41)])
      let trace = try Trace.parse(part, name: "cut")
      guard let session = trace.session, session.counters != nil else { continue }
      let replay = try SessionReplay(trace, name: "cut")
      let (lab, app) = (replay.run(strategy, on: device), replay.counters)
      func difference(_ key: TraceSession.Counter) -> Int64 { abs((lab[key] ?? 0) - (app[key] ?? 0)) }
      let same: [TraceSession.Counter] = [.requests, .hits, .late, .misses, .peak]
      #expect(same.allSatisfy { lab[$0] == app[$0] } && difference(.decodes) <= 2, "cut at \(part.count)")
      #expect(difference(.visible) <= 10_000 && difference(.blank) <= 10_000)
      compared += 1
    }
    #expect(compared >= 10)
    #expect((store.writes.max() ?? 0) < 64_000)
  }

  /// Unknown sizes are unknown to both, and thumbnails are those of the source.
  @Test(arguments: [nil, PhotoSize.cameraThumbnail]) func photosOfUnknownSizeAreReplayedAsSuch(
    _ thumbnailSize: PixelSize?
  ) throws {
    let strategy = try StrategySpec("budget-priority")
    let device = DeviceProfile(name: "even", fixed: .milliseconds(15), picosecondsPerByte: 0, picosecondsPerPixel: 0)
    let (store, _) = try Self.record(
      try ReplayFixture.shipped("hunt").script, strategy, on: device, knowsPhotos: false, thumbnailSize: thumbnailSize)
    let replay = try SessionReplay(try Trace.parse(store.bytes, name: "x"), name: "x")
    #expect(replay.session.images.allSatisfy { $0.photo == nil })
    #expect(replay.session.images.contains { $0.tier == .thumbnail } == (thumbnailSize != nil))
    let lab = replay.run(try StrategySpec(replay.session.strategy), on: device)
    #expect(lab == replay.counters)
    #expect(((lab[.thumbnails] ?? 0) > 0) == (thumbnailSize != nil))
  }

  @Test func photosThatComeAndGoAreTold() throws {
    let grid = HandGrid.layout(count: 40)
    var now: Int64 = 0
    let driver = try GridDriver(
      try StrategySpec("preheat2x"), source: HandSource(), layout: grid, clock: { Nanoseconds(rawValue: now) })
    let store = Store()
    driver.record(refreshHz: 60, write: store.append)
    driver.scrolled(to: .zero)
    now = 50_000_000
    var after = grid
    after.resize(to: 139)
    driver.contentChanged(removing: [1..<3, 7..<9], inserting: [0..<100, 104..<107], layout: after)
    driver.scrolled(to: .points(100))
    now = 60_000_000
    driver.memoryWarning()
    var style = after.usual
    (style.columns, style.cellWidth) = (2, .points(150))
    after = after.laidOut(in: [GridSection(count: 139, style: style)], usual: style)
    driver.layoutChanged(to: after)
    now = 70_000_000
    driver.scrolled(to: .points(50))
    now = 80_000_000
    driver.stop()
    let trace = try Trace.parse(store.bytes, name: "x")
    #expect(trace.layouts.map(\.count) == [40, 36, 139, 139] && trace.layouts[3].columns == 2)
    #expect(trace.layouts[3] == after)
    let content = try #require(trace.contents[2])
    #expect(content.photos.first == ItemRange(lower: 40, upper: 140) && content.photoBound == 143)
    #expect(trace.entries.contains { $0.kind == .event(.memoryWarning) })
    #expect(trace.entries.filter { $0.kind == .sample }.map(\.value) == [0, 100_000, 50_000])
    #expect(trace.entries.filter { $0.kind == .sample }.map(\.time) == [0, 50_000_000, 70_000_000])
  }

  @Test func nothingIsRecordedOfADriverThatShowsNothing() throws {
    let (script, store) = (try ReplayFixture.shipped("hunt").script, Store())
    let driver = try GridDriver(
      try StrategySpec("none"), source: Self.source(script, DeviceProfile.all[0]), layout: script.layouts[0],
      clock: { .zero })
    driver.record(refreshHz: 60, write: store.append)
    driver.memoryWarning()
    driver.stop()
    #expect(store.bytes.isEmpty)
  }
}
