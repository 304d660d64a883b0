import CacheLab
public import Strategies

/// Which assets are in the cloud, and how long a download takes. All of it is a model: Photos documents none.
///
/// Thumbnails are always on the device, as where storage is optimised.
public struct CloudModel: Hashable, Sendable {
  /// Assets in the cloud, of 100; which follows from the seed.
  public var sharePercent = 0
  /// Until the first byte.
  public var latency = Nanoseconds.milliseconds(150)
  /// Of each download.
  public var bytesPerSecond: Int64 = 2_500_000
  /// Downloads at once; more wait.
  public var downloadsMax = 4
  /// Downloads that fail at their end, of 100.
  public var failurePercent = 0
  /// Calls of the progress handler a download.
  public var progressSteps = 4
  /// Whether a downloaded asset stays on the device.
  public var staysOnDevice = true
  public var seed: UInt64 = 1

  /// Everything is on the device.
  public init() {}

  public init(sharePercent: Int) {
    precondition((0...100).contains(sharePercent), "a share of 0 to 100 percent")
    self.sharePercent = sharePercent
  }

  /// Whether the asset begins in the cloud.
  public func isInCloud(_ asset: AssetID) -> Bool {
    SplitMix64.hash(seed ^ 0x636C_6F75, UInt64(bitPattern: asset.rawValue)) % 100 < UInt64(sharePercent)
  }

  /// Whether the `attempt`-th download of the asset fails, counted from 0.
  func fails(_ asset: AssetID, attempt: Int) -> Bool {
    let draw = SplitMix64.hash(seed ^ 0x6661_696C, UInt64(bitPattern: asset.rawValue) &* 1_024 &+ UInt64(attempt))
    return draw % 100 < UInt64(failurePercent)
  }

  /// From one step of progress to the next.
  func stepTime(bytes: Int32) -> Nanoseconds {
    Nanoseconds(rawValue: Int64(bytes) * 1_000_000_000 / max(1, bytesPerSecond) / Int64(max(1, progressSteps)))
  }

  /// All of a download.
  func downloadTime(bytes: Int32) -> Nanoseconds {
    latency + Nanoseconds(rawValue: stepTime(bytes: bytes).rawValue * Int64(max(1, progressSteps)))
  }
}
