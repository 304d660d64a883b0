import StrategyKit

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

  /// Whether a fitted device may be called so: a word that needs no quotes in a shell, and not a declared device's.
  public static func isName(_ name: String) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    return isWord && (1...nameMax).contains(name.utf8.count) && !DeviceProfile.all.contains { $0.name == name }
  }

  /// What is wrong with a device's numbers, in words; nil when nothing is.
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
