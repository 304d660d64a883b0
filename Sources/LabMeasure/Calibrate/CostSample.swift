import CacheLab
import StrategyKit

/// What one decode of one file at one scale took.
struct CostSample: Sendable {
  var encodedBytes: Int64
  /// Pixels of the bitmap.
  var pixels: Int64
  /// 1 to 8.
  var eighths: Int32
  /// Thread CPU time, nanoseconds.
  var nanoseconds: Double

  /// How far a device's cost lies from it, as a share of it.
  func error(of device: DeviceProfile) -> Double {
    let cost = device.cost(encodedBytes: encodedBytes, pixels: pixels, eighths: eighths)
    return Double(cost.rawValue) / nanoseconds - 1
  }
}
