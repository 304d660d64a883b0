public import CacheLab
import LabLibrary
public import LabRecords
public import LabSystem
import StrategyKit
import SystemPackage

/// A device in a file: its numbers, and their origin.
public struct DeviceFile: Sendable {
  /// The version of the format, raised when a key changes its meaning.
  public static let schema = 1
  static let bytesMax = 1 << 20

  public let device: DeviceProfile
  /// Machine, library and quality of the fit; nil in a file written by hand.
  public let calibration: JSON?

  public var json: JSON {
    var members = device.json.object ?? [:]
    members["schema"] = .integer(Int128(DeviceFile.schema))
    members["calibration"] = calibration
    return .object(members)
  }

  /// The mean megapixels of the photos that it was fitted to, or nil if the file does not tell.
  public var megapixels: Double? {
    (calibration?["library"] ?? calibration?["session"])?["megapixels"]?.number.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Writes the file, whole or not at all; an existing one is replaced.
  ///
  /// - Throws: `ResultError`.
  public func write(to path: String) throws(ResultError) {
    try ResultFile.write(json.prettyText.utf8, to: path)
  }

  /// Returns the path of the device of `--device host`: `host.device.json` in the user's cache directory.
  ///
  /// - Throws: `FileError.noCacheDirectory`.
  public static func hostPath() throws(FileError) -> String {
    "\(try PhotoLibrary.defaultCacheDirectory())/host.device.json"
  }

  /// Returns the differences of this machine from the one of the fit, in words, or nil if it was fitted here, or by
  /// hand.
  ///
  /// Processor, codec version and its vector instructions decide what a decode costs; a new kernel does not.
  public func mismatch(with here: RunEnvironment) -> String? {
    guard let calibration else { return nil }
    if let session = calibration["session"] {
      let phone = session["device"]?.string.map { " on \($0.visible)" } ?? ""
      return "fitted to the session '\(session["name"]?.string?.visible ?? "unknown")' of an app\(phone)"
    }
    func text(_ json: JSON) -> String {
      let codec = json["libjpeg-turbo"]
      return
        "\(json["cpu"]?.string ?? "unknown processor") with libjpeg-turbo \(codec?["version"]?.string ?? "unknown") "
        + "(\(codec?["simd"]?.string ?? "unknown"))"
    }
    let (there, here) = (text(calibration), text(here.json))
    return there == here ? nil : "fitted on \(there), this machine is \(here)"
  }
}

extension DeviceFile {
  /// Creates the file of a fitted device.
  ///
  /// - Parameters:
  ///   - origin: What it was fitted to: the members of an environment and `library`, or `session`.
  ///   - created: The time in UTC, `2026-01-31T12:00:00Z`.
  public init(_ fitted: FittedDevice, origin: [String: JSON], created: String) {
    let members = origin.merging(fitted.members) { $1 }
    self.init(device: fitted.device, calibration: .object(members.merging(["created": .string(created)]) { $1 }))
  }

  /// Reads a device file.
  ///
  /// - Throws: `DeviceFileError` with file, key, value and cure.
  public init(path: String) throws(DeviceFileError) {
    self = try DeviceFile(text: DeviceFile.text(of: path), path: path)
  }

  /// - Parameter path: The name of the file in errors.
  package init(text: String, path: String) throws(DeviceFileError) {
    guard let members = (try? JSON.parse(text))?.object else {
      throw DeviceFileError("\(path.visible) is not a JSON object: \(DeviceFileError.cure)")
    }
    let fields = DeviceFields(path: path, members: members)
    // First of all: another schema may have other keys.
    let schema = try fields.integer("schema", 0...Int64.max)
    guard schema == Int64(DeviceFile.schema) else {
      let words = "is a schema that this lab does not know, it reads \(DeviceFile.schema)"
      throw fields.error("schema", "\(words): \(DeviceFileError.cure), or use a newer lab")
    }
    try fields.refuseUnknown()
    let costs = 0...DeviceLimits.picosecondsMax
    let device = DeviceProfile(
      name: try fields.name(),
      fixed: Nanoseconds(rawValue: try fields.integer("fixed-ns", 0...DeviceLimits.fixedMax)),
      picosecondsPerByte: try fields.integer("ps-per-byte", costs),
      picosecondsPerPixel: try fields.integer("ps-per-pixel", costs),
      // Older files lack it.
      picosecondsPerReducedPixel: members["ps-per-reduced-pixel"] == nil
        ? 0 : try fields.integer("ps-per-reduced-pixel", costs),
      workers: Int(try fields.integer("workers", 1...Int64(DeviceLimits.workersMax))),
      scaleFactors: try fields.factors())
    if let calibration = members["calibration"], calibration.object == nil {
      throw fields.error("calibration", "is not an object: leave the key out, or \(DeviceFileError.cure)")
    }
    self.init(device: device, calibration: members["calibration"])
  }

  private static func text(of path: String) throws(DeviceFileError) -> String {
    let (size, bytes): (Int, [UInt8]?)
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      size = Int(try file.status().size)
      bytes = size <= bytesMax ? try file.bytes(at: 0, count: size) : nil
    } catch {
      let (path, reason) = (path.visible, "\(error)")
      throw DeviceFileError(
        (reason.hasPrefix(path) ? reason : "\(path): \(reason)")
          + ": give the path of a device file, which \(ToolName.current) calibrate --out FILE writes")
    }
    guard size <= bytesMax else {
      throw DeviceFileError(
        "\(path.visible) has \(size) bytes, a device file at most \(bytesMax): \(DeviceFileError.cure)")
    }
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}

/// The members of a device file, read one by one and checked.
struct DeviceFields {
  let path: String
  let members: [String: JSON]

  private static let known = [
    "schema", "name", "workers", "fixed-ns", "ps-per-byte", "ps-per-pixel", "ps-per-reduced-pixel",
    "scale-factors-thousandths", "calibration",
  ]

  /// - Parameter words: The problem of the key or its value, and the cure.
  func error(_ key: String, _ words: String) -> DeviceFileError {
    // A value may be as long as the file.
    let value = members[key].map { " \($0.compactText.prefix(80))" } ?? ""
    return DeviceFileError("\(path.visible): \"\(key.visible)\"\(value) \(words)")
  }

  private func value(_ key: String) throws(DeviceFileError) -> JSON {
    guard let value = members[key] else { throw error(key, "is missing: \(DeviceFileError.cure)") }
    return value
  }

  /// Refuses unknown keys; the first in alphabetical order is named, since the file's order is not kept.
  func refuseUnknown() throws(DeviceFileError) {
    guard let key = members.keys.sorted().first(where: { !DeviceFields.known.contains($0) }) else { return }
    throw error(key, "is not a key of a device file: \(hint(for: key, among: DeviceFields.known, quotedBy: "\""))")
  }

  func integer(_ key: String, _ range: ClosedRange<Int64>) throws(DeviceFileError) -> Int64 {
    if let integer = try value(key).integer, range.contains(integer) { return integer }
    let kind = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    throw error(key, "is not \(kind): correct it, or \(DeviceFileError.cure)")
  }

  func name() throws(DeviceFileError) -> String {
    if let name = try value("name").string, DeviceLimits.isName(name) { return name }
    throw error(
      "name",
      "is not a name of 1 to \(DeviceLimits.nameMax) letters, digits, dots, dashes and underscores that no declared "
        + "device has: choose another")
  }

  func factors() throws(DeviceFileError) -> [Int64]? {
    let (key, range) = ("scale-factors-thousandths", 1...Int64(DeviceLimits.factorMax))
    guard let value = members[key] else { return nil }
    let factors = value.array?.map { $0.integer ?? 0 } ?? []
    if factors.count == 8, factors.allSatisfy(range.contains) { return factors }
    let kind = "a list of eight whole numbers from 1 to \(range.upperBound), for 1/8 to 8/8"
    throw error(key, "is not \(kind): correct it, or \(DeviceFileError.cure)")
  }
}

/// The reason why a device file is not used: file, key, value and cure.
public struct DeviceFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  fileprivate static var cure: String { "write it with \(ToolName.current) calibrate --out FILE" }
}
