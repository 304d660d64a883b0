public import Strategies

/// What a decode costs in virtual time on a device, and how many run at once. Declared, not measured.
public struct DeviceProfile: Hashable, Sendable {
  public let name: String
  /// Cost of every decode.
  public let fixed: Nanoseconds
  /// Picoseconds a byte of the encoded file.
  public let picosecondsPerByte: Int64
  /// Picoseconds a pixel of the bitmap.
  public let picosecondsPerPixel: Int64
  /// Decodes that run at once.
  public let workers: Int

  public init(
    name: String, fixed: Nanoseconds, picosecondsPerByte: Int64, picosecondsPerPixel: Int64, workers: Int = 2
  ) {
    precondition(workers > 0, "a device has a worker")
    self.name = name
    self.fixed = fixed
    self.picosecondsPerByte = picosecondsPerByte
    self.picosecondsPerPixel = picosecondsPerPixel
    self.workers = workers
  }

  /// The declared devices; the first is the default.
  public static let all: [DeviceProfile] = [
    DeviceProfile(
      name: "decode-12ms", fixed: Nanoseconds(rawValue: 500_000), picosecondsPerByte: 50_000,
      picosecondsPerPixel: 15_000),
    DeviceProfile(
      name: "decode-4ms", fixed: Nanoseconds(rawValue: 166_667), picosecondsPerByte: 16_667,
      picosecondsPerPixel: 5_000),
    DeviceProfile(
      name: "decode-30ms", fixed: Nanoseconds(rawValue: 1_250_000), picosecondsPerByte: 125_000,
      picosecondsPerPixel: 37_500),
    DeviceProfile(name: "instant", fixed: .zero, picosecondsPerByte: 0, picosecondsPerPixel: 0),
  ]

  /// Virtual time of one decode: fixed + (perByte x bytes + perPixel x pixels) / 1000, in integers.
  public func cost(encodedBytes: Int64, pixels: Int64) -> Nanoseconds {
    Nanoseconds(
      rawValue: fixed.rawValue + (picosecondsPerByte * encodedBytes + picosecondsPerPixel * pixels) / 1000)
  }
}
