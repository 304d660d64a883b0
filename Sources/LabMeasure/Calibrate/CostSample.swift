import CacheLab
import StrategyKit

/// What one decode of one file took.
struct CostSample: Sendable {
  var encodedBytes: Int64
  /// Pixels that the decoder gives.
  var pixels: Int64
  /// 1 to 8.
  var eighths: Int32
  /// Pixels that a reduction writes after the decode; 0 without one.
  var reducedPixels: Int64 = 0
  /// Thread CPU time, nanoseconds.
  var nanoseconds: Double

  /// How far a device's cost lies from it, as a share of it.
  func error(of device: DeviceProfile) -> Double {
    let cost = device.cost(
      encodedBytes: encodedBytes, pixels: pixels, reducedPixels: reducedPixels, eighths: eighths)
    return Double(cost.rawValue) / nanoseconds - 1
  }
}
