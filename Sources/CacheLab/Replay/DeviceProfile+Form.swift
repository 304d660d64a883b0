public import StrategyKit

extension DeviceProfile {
  /// Virtual time of a decode and of the reduction of what it gives, where there is one.
  public func cost(encodedBytes: Int64, of form: BitmapForm) -> Nanoseconds {
    let decode = cost(encodedBytes: encodedBytes, pixels: form.decoded.pixelCount, eighths: form.scale.eighths)
    return decode + Nanoseconds(rawValue: picosecondsPerReducedPixel * form.reducedPixels / 1000)
  }
}
