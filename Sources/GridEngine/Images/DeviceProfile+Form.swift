public import StrategyKit

extension DeviceProfile {
  /// Virtual time of a decode and of the reduction of what it gives, where there is one.
  public func cost(encodedBytes: Int64, of form: BitmapForm) -> Nanoseconds {
    cost(
      encodedBytes: encodedBytes, pixels: form.decoded.pixelCount, reducedPixels: form.reducedPixels,
      eighths: form.scale.eighths)
  }

  /// The same of a picture of so many pixels, and of so many that its reduction writes.
  public func cost(encodedBytes: Int64, pixels: Int64, reducedPixels: Int64, eighths: Int32) -> Nanoseconds {
    cost(encodedBytes: encodedBytes, pixels: pixels, eighths: eighths)
      + Nanoseconds(rawValue: picosecondsPerReducedPixel * reducedPixels / 1000)
  }
}
