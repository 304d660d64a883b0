/// Which assets are in the cloud, and how long a download takes. All of it is a model: Photos documents none.
///
/// Thumbnails are always on the device, as where storage is optimised. Replays and the Photos model share it; downloads of
/// a replay do not fail, and what came stays.
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
  /// True if a downloaded asset stays on the device.
  public var staysOnDevice = true
  public var seed: UInt64 = 1

  /// Creates a model in which everything is on the device by default.
  public init(sharePercent: Int = 0) {
    precondition((0...100).contains(sharePercent), "a share of 0 to 100 percent")
    self.sharePercent = sharePercent
  }

  /// Returns true if the asset of a number begins in the cloud.
  public func isInCloud(_ asset: UInt64) -> Bool {
    SplitMix64.hash(seed ^ 0x636C_6F75, asset) % 100 < UInt64(sharePercent)
  }

  /// Returns true if the `attempt`-th download of the asset fails, counted from 0.
  public func fails(_ asset: UInt64, attempt: Int) -> Bool {
    SplitMix64.hash(seed ^ 0x6661_696C, asset &* 1_024 &+ UInt64(attempt)) % 100 < UInt64(failurePercent)
  }

  /// All of a download: latency + bytes / bandwidth, in whole nanoseconds.
  public func downloadTime(bytes: Int32) -> Nanoseconds { latency + Nanoseconds(rawValue: transferTime(bytes)) }

  /// From one step of progress to the next; `step` counts from 0, and all steps together are the transfer.
  public func stepTime(bytes: Int32, step: Int) -> Nanoseconds {
    let (time, steps) = (transferTime(bytes), Int64(max(1, progressSteps)))
    return Nanoseconds(rawValue: time * Int64(step + 1) / steps - time * Int64(step) / steps)
  }

  private func transferTime(_ bytes: Int32) -> Int64 { Int64(bytes) * 1_000_000_000 / max(1, bytesPerSecond) }
}
