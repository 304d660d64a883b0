/// The replay with which an app's session is compared: the same scroll, photos and strategy, up to the time of the
/// app's last count, with decodes at a device's declared cost.
public struct SessionReplay: Sendable {
  public let session: TraceSession
  /// The counts of the app.
  public let counters: TraceSession.Counters
  /// The time of that count, in nanoseconds of the trace.
  public let time: Int64
  private let script: ReplayScript
  private let assets: ContiguousArray<AssetInfo>

  /// - Parameter name: The name of the trace in messages.
  /// - Throws: `InputError` if a trace is no session, or cannot be compared.
  public init(_ trace: Trace, name: String) throws(InputError) {
    let session = try trace.recordedSession(name: name)
    guard let (time, counters) = session.counters else {
      throw InputError(
        name, "a session without counters: the app ended before it wrote any",
        cure: "record some seconds more, and stop the driver")
    }
    let script = ReplayScript(trace)
    let slots = script.slotCount
    guard slots <= SlotTable.slotsMax else {
      throw InputError(
        name, value: "\(slots)", "photos, times sizes of cells, are too many for a replay",
        cure: "a grid has \(SlotTable.slotsMax) at most")
    }
    let assets = session.assets(script.itemCapacity)
    if let size = SessionReplay.sizeWithoutBitmap(assets, Set(script.layouts.flatMap { $0.targetSizes }), session) {
      throw InputError(
        name, value: "\(size.width) x \(size.height)", "is not a valid \"sizes\"",
        cure: "it must be of images below 4 GiB")
    }
    (self.session, self.counters, self.time) = (session, counters, time)
    (self.script, self.assets) = (script, assets)
  }

  /// Returns a photo, or a thumbnail, whose bitmap of 4 GiB or more a slot cannot hold.
  private static func sizeWithoutBitmap(
    _ assets: ContiguousArray<AssetInfo>, _ targets: Set<PixelSize>, _ session: TraceSession
  ) -> PixelSize? {
    // Few photos are so large that their size at a target has to be worked out; no image is larger than its photo.
    var asked: Set<PixelSize> = []
    func isLarge(_ size: PixelSize) -> Bool { size.bitmapBytes >> 32 != 0 }
    for asset in assets {
      if isLarge(asset.thumbnailSize) { return asset.thumbnailSize }
      guard isLarge(asset.size), asked.insert(asset.size).inserted else { continue }
      let isTooLarge = targets.contains { BitmapForm(of: asset, reaching: $0, fit: session.fit).bytes >> 32 != 0 }
      if isTooLarge { return asset.size }
    }
    return nil
  }

  /// Returns the counts of the lab.
  ///
  /// - Parameters:
  ///   - strategy: The session's own, for a comparison.
  ///   - device: No more of its workers are used than the app kept requests open; thumbnails take none of them.
  /// - Precondition: The strategy does not know the trace.
  public func run(_ strategy: StrategySpec, on device: DeviceProfile) -> TraceSession.Counters {
    var settings = ReplaySettings()
    settings.fit = session.fit
    let device = device.asApp(workersMax: session.workers)
    let replay = Replay(script: script, assets: assets, device: device, settings: settings)
    return TraceSession.Counters(replay.until(time).run(strategy))
  }
}

extension TraceSession.Counters {
  /// Creates the counts that a driver would have had in the place of a replay.
  init(_ tally: ReplayTally) {
    let (screens, later) = (tally.screens.sums, tally.screens.later.count)
    self = [
      .requests: tally.warmRequests.count, .hits: tally.warmRequests.hits, .late: tally.warmRequests.late,
      .misses: tally.warmRequests.misses, .noticed: tally.waits.noticed, .decodes: tally.decodes,
      .failures: tally.failedDecodes, .peak: tally.peak.bytes,
      .visible: tally.warmBlank.whole.divided(by: 1_000_000), .blank: tally.warmBlank.part.divided(by: 1_000_000),
      .cells: tally.requests.count, .thumbnails: tally.thumbnails.decodes, .preheats: tally.preheatDecodes,
      .shown: tally.shownPreheats, .thumbnailArea: tally.thumbnails.warmArea.divided(by: 1_000_000),
      .firstFilled: screens.first.filled / 1000, .firstSharp: screens.first.sharp / 1000, .screens: Int64(later),
      .filled: screens.later.filled / 1000, .sharp: screens.later.sharp / 1000,
    ]
  }
}
