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

/// How a replay on the wall clock goes.
public struct RealTimePace: Hashable, Sendable {
  /// When a decode is over.
  public enum DecodeEnd: String, CaseIterable, Sendable {
    /// Once the cost that the device declares has passed, however much sooner the decoder is done.
    case hold
    /// As soon as this machine is done.
    case host
  }

  /// Seconds of the trace that pass in one second.
  public var speed: Rational
  public var decodeEnd: DecodeEnd

  /// - Precondition: `speed` is positive.
  public init(speed: Rational = Rational(1), decodeEnd: DecodeEnd = .hold) {
    precondition(speed.numerator > 0, "a replay's speed is positive")
    self.speed = speed
    self.decodeEnd = decodeEnd
  }
}
