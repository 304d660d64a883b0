/// The costs of decodes in virtual time on a device, and the number that run at once. Declared, or fitted to real decodes
/// by `lab-run calibrate`.
public struct DeviceProfile: Hashable, Sendable {
  public var name: String
  /// Cost of every decode.
  public let fixed: Nanoseconds
  /// Picoseconds a byte of the encoded file.
  public let picosecondsPerByte: Int64
  /// Picoseconds a pixel of the bitmap.
  public let picosecondsPerPixel: Int64
  /// Picoseconds a pixel that is written when a decoded picture is reduced to its bitmap's size.
  public let picosecondsPerReducedPixel: Int64
  /// Decodes that run at once.
  public package(set) var workers: Int
  /// Decodes of thumbnails that run at once beside these; 0 where thumbnails take the workers of images, before all images.
  public private(set) var thumbnailWorkers: Int
  /// The factors of bytes and pixels at 1/8, 2/8, ... 8/8, in thousandths; nil if they cost the same at each scale.
  public let scaleFactors: [Int64]?

  /// - Precondition: a worker at least, and no factors or eight.
  public init(
    name: String, fixed: Nanoseconds, picosecondsPerByte: Int64, picosecondsPerPixel: Int64,
    picosecondsPerReducedPixel: Int64 = 0, workers: Int = 2, thumbnailWorkers: Int = 0,
    scaleFactors: [Int64]? = nil
  ) {
    precondition(workers > 0, "a device has a worker")
    precondition(scaleFactors.map { $0.count == 8 } ?? true, "a factor for each of eight scales")
    self.name = name
    self.fixed = fixed
    self.picosecondsPerByte = picosecondsPerByte
    self.picosecondsPerPixel = picosecondsPerPixel
    self.picosecondsPerReducedPixel = picosecondsPerReducedPixel
    self.workers = workers
    self.thumbnailWorkers = thumbnailWorkers
    self.scaleFactors = scaleFactors
  }

  /// Thumbnails that an app's driver asks for at once, beside its images.
  package static let thumbnailsOfApps = 64

  /// Returns the device as an app's driver uses it: at most so many workers, and thumbnails beside them.
  package func asApp(workersMax: Int) -> DeviceProfile {
    var device = self
    device.workers = min(workers, max(1, workersMax))
    device.thumbnailWorkers = DeviceProfile.thumbnailsOfApps
    return device
  }

  /// The declared devices; the first is the default.
  ///
  /// A pixel that a reduction writes costs half of one that is decoded: 1.25 ns beside decodes of 2.2 ms in the
  /// mean, which `decode-12ms` declares as 12.2 ms (fastscroll at 402 x 874 @3x on a virtual x86-64 machine).
  ///
  /// `decode-12mp` is for photos of 12 megapixels, where nearly all of the cost is the file's bytes. One of `full`,
  /// 3.2 MB in the mean, takes 26 ms to a thumbnail: what ImageIO takes for such a JPEG on an M4 Pro (macguru.dev,
  /// "Fast Thumbnails with CGImageSource", 2026). At full size it takes 1.4 times as long, as with libjpeg-turbo.
  public static let all: [DeviceProfile] = [
    DeviceProfile(
      name: "decode-12ms", fixed: Nanoseconds(rawValue: 500_000), picosecondsPerByte: 50_000,
      picosecondsPerPixel: 15_000, picosecondsPerReducedPixel: 7_500),
    DeviceProfile(
      name: "decode-4ms", fixed: Nanoseconds(rawValue: 166_667), picosecondsPerByte: 16_667,
      picosecondsPerPixel: 5_000, picosecondsPerReducedPixel: 2_500),
    DeviceProfile(
      name: "decode-30ms", fixed: Nanoseconds(rawValue: 1_250_000), picosecondsPerByte: 125_000,
      picosecondsPerPixel: 37_500, picosecondsPerReducedPixel: 18_750),
    DeviceProfile(
      name: "decode-12mp", fixed: Nanoseconds(rawValue: 500_000), picosecondsPerByte: 7_900, picosecondsPerPixel: 900,
      picosecondsPerReducedPixel: 1_600),
    DeviceProfile(name: "instant", fixed: .zero, picosecondsPerByte: 0, picosecondsPerPixel: 0),
  ]

  /// Megapixels of the photos that a device is declared for, about; `instant` is for any.
  private static let photosOfDeclared: KeyValuePairs = [
    "decode-12ms": 0.8, "decode-4ms": 0.8, "decode-30ms": 0.8, "decode-12mp": 12,
  ]

  /// Megapixels of the photos that it was declared for; nil for one that is for any, and for one of the user's own.
  public var megapixels: Double? { DeviceProfile.photosOfDeclared.first { $0.key == name }?.value }

  /// The factor by which a device's photos may be farther from some photos than those of the fitting device, before it says
  /// little of them: half of the way, by factors, between 0.8 and 12 megapixels.
  public static let photosFactorMax = 3.9

  /// The first declared device whose photos are nearest to so many megapixels, by factors.
  public static func fitting(megapixels: Double) -> DeviceProfile {
    func factor(_ device: DeviceProfile) -> Double {
      device.megapixels.map { max($0 / megapixels, megapixels / $0) } ?? .infinity
    }
    return all.dropFirst().reduce(all[0]) { factor($1) < factor($0) ? $1 : $0 }
  }

  /// Virtual time of one decode: fixed + (perByte x bytes + perPixel x pixels) x factor / 1000, in integers, the factor
  /// being 1 without factors.
  ///
  /// - Parameters:
  ///   - reducedPixels: The pixels that a reduction writes, whose time is added.
  ///   - eighths: The scale, 1 to 8.
  public func cost(
    encodedBytes: Int64, pixels: Int64, reducedPixels: Int64 = 0, eighths: Int32 = 8
  ) -> Nanoseconds {
    let picoseconds = picosecondsPerByte * encodedBytes + picosecondsPerPixel * pixels
    let rest = fixed.rawValue + picosecondsPerReducedPixel * reducedPixels / 1000
    guard let scaleFactors else { return Nanoseconds(rawValue: rest + picoseconds / 1000) }
    // In one step: a factor of 1000 then gives the very integers that no factor gives.
    return Nanoseconds(
      rawValue: rest + picoseconds.scaled(by: Int64(scaleFactors[Int(eighths) - 1]), over: 1_000_000))
  }

  /// Virtual time of a decode and of the reduction of what it gives, where there is one.
  public func cost(encodedBytes: Int64, of form: BitmapForm) -> Nanoseconds {
    cost(
      encodedBytes: encodedBytes, pixels: form.decoded.pixelCount, reducedPixels: form.reducedPixels,
      eighths: form.scale.eighths)
  }
}

/// The largest numbers that a device may have: no decode of any file then costs more than 64 bits hold, and ten million
/// decodes of files of 10 MB do not either.
public enum DeviceLimits {
  /// Ten seconds, in nanoseconds.
  public static let fixedMax: Int64 = 10_000_000_000
  /// One microsecond a byte or a pixel, in picoseconds.
  public static let picosecondsMax: Int64 = 1_000_000
  /// A hundred times full size, in thousandths: at an eighth a pixel stands for 64.
  public static let factorMax: Int64 = 100_000
  public static let workersMax = 64
  /// Characters of a name.
  public static let nameMax = 64

  /// Returns true if a fitted device may have the name: a word without quotes in a shell, and not a declared device's.
  public static func isName(_ name: String) -> Bool {
    let isWord = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || ".-_".contains($0) }
    return isWord && (1...nameMax).contains(name.utf8.count) && !DeviceProfile.all.contains { $0.name == name }
  }

  package static func problem(of device: DeviceProfile) -> String? {
    func outside(_ value: Int64, _ range: ClosedRange<Int64>, _ what: String) -> String? {
      range.contains(value) ? nil : "\(what) of \(value), it may be \(range.lowerBound) to \(range.upperBound)"
    }
    return outside(device.fixed.rawValue, 0...fixedMax, "a fixed cost in ns")
      ?? outside(device.picosecondsPerByte, 0...picosecondsMax, "a cost in ps a byte")
      ?? outside(device.picosecondsPerPixel, 0...picosecondsMax, "a cost in ps a pixel")
      ?? (device.scaleFactors ?? []).compactMap { outside($0, 1...factorMax, "a factor in thousandths") }.first
  }
}
