public import StrategyKit

/// What decides a replay's numbers beside strategy, trace, screen, photos and device.
///
/// A setting is a property here, what replays do with it, and one entry of `RunSetting.all`: options, sweeps, records,
/// baselines, comparisons and printed commands are made from that entry.
public struct ReplaySettings: Hashable, Sendable {
  /// What the image manager is assumed to keep by itself.
  public var managerCache = ByteCount.zero
  /// Which images cells get; `opportunistic` is a part of the strategy instead.
  public var delivery = ReplayDelivery.highquality
  /// Photos that the app may see.
  public var access = PhotoAccess.all
  /// Which sections the grid has.
  public var sections = SectionRule.trace
  /// Which photos have to be downloaded, and how long that takes.
  public var cloud = CloudModel()
  /// What becomes of the request of a cell that leaves.
  public var cells = CellPolicy.cancel
  /// How much of a photo a bitmap holds.
  public var fit = Fit.fill
  /// How it holds it.
  public var pixels = PixelFormat.bgra
  /// What strategies are told of the finger.
  public var signals = Signals.all
  /// Scales that the decoder may use.
  public var scales = ScaleSet.all
  /// Who decodes the photos.
  public var decoder = ImageDecoder.turbojpeg

  public init() {}

  /// What of them stands beside a strategy that was joined with what is a part of it: opportunistic delivery.
  public var besideStrategies: ReplaySettings {
    var settings = self
    if delivery == .opportunistic { settings.delivery = .highquality }
    return settings
  }
}

extension Replay {
  /// A script over photos on a device.
  ///
  /// - Precondition: No layout shows more items than there are photos, and there are at most `SlotTable.slotsMax` keys.
  public init(
    script: ReplayScript, assets: ContiguousArray<AssetInfo>, device: DeviceProfile, settings: ReplaySettings
  ) {
    self.init(
      script: script,
      table: SlotTable(
        script: script, assets: assets, scales: settings.scales, device: device, delivery: settings.delivery,
        cloud: settings.cloud, fit: settings.fit, pixels: settings.pixels), managerCache: settings.managerCache,
      signals: settings.signals)
  }
}
