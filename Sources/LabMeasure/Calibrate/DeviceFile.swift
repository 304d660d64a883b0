public import CacheLab
public import LabBase
public import LabLibrary
public import LabRecords
public import LabSystem
import StrategyKit
import SystemPackage

/// A device in a file: its numbers, and their origin.
public struct DeviceFile: Sendable {
  /// The version of the format, raised when a key changes its meaning.
  public static let schema = 1
  /// The most bytes of a device file, which has about 3 kB.
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
  /// - Parameters:
  ///   - library: The decoded photos.
  ///   - created: The time in UTC, `2026-01-31T12:00:00Z`.
  public init(_ fitted: Calibration, library: PhotoLibrary, environment: RunEnvironment, created: String) {
    var members = environment.json.object ?? [:]
    members.merge(fitted.json.object ?? [:]) { $1 }
    members["created"] = .string(created)
    members["library"] = .object([
      "name": .string(library.name), "fingerprint": .string(library.index.fingerprint),
      "megapixels": .number(library.index.megapixels),
    ])
    self.init(device: fitted.device, calibration: .object(members))
  }

  /// Creates the file of a device that was fitted to an app's session.
  public init(_ fitted: SessionFit, session: JSON, created: String) {
    var members = fitted.json.object ?? [:]
    members["created"] = .string(created)
    members["session"] = session
    self.init(device: fitted.device, calibration: .object(members))
  }

  /// Reads a device file.
  ///
  /// - Throws: `DeviceFileError` with file, key, value and cure.
  public init(path: String) throws(DeviceFileError) {
    self = try DeviceFile(text: DeviceFile.text(of: path), path: path)
  }

  /// - Parameter path: The name of the file in errors.
  package init(text: String, path: String) throws(DeviceFileError) {
    guard let json = try? JSON.parse(text), let members = json.object else {
      throw DeviceFileError("\(path.visible) is not a JSON object: \(DeviceFileError.cure)")
    }
    let keys = DeviceFileKeys(path: path, members: members)
    // First of all: another schema may have other keys.
    let schema = try keys.integer("schema", 0...Int64.max)
    guard schema == Int64(DeviceFile.schema) else {
      let words = "is a schema that this lab does not know, it reads \(DeviceFile.schema)"
      throw keys.error("\(words): \(DeviceFileError.cure), or use a newer lab", at: "schema")
    }
    try keys.refuseUnknown()
    let device = DeviceProfile(
      name: try keys.name(),
      fixed: Nanoseconds(rawValue: try keys.integer("fixed-ns", 0...DeviceLimits.fixedMax)),
      picosecondsPerByte: try keys.integer("ps-per-byte", 0...DeviceLimits.picosecondsMax),
      picosecondsPerPixel: try keys.integer("ps-per-pixel", 0...DeviceLimits.picosecondsMax),
      picosecondsPerReducedPixel: try keys.laterInteger("ps-per-reduced-pixel", 0...DeviceLimits.picosecondsMax),
      workers: Int(try keys.integer("workers", 1...Int64(DeviceLimits.workersMax))),
      scaleFactors: try keys.factors())
    self.init(device: device, calibration: try keys.calibration())
  }

  private static func text(of path: String) throws(DeviceFileError) -> String {
    do {
      let file = try OpenFile.reading(path)
      let size = Int(try file.status().size)
      guard size <= DeviceFile.bytesMax else {
        let most = "a device file at most \(DeviceFile.bytesMax)"
        throw DeviceFileError("\(path.visible) has \(size) bytes, \(most): \(DeviceFileError.cure)")
      }
      return String(decoding: try file.bytes(at: 0, count: size) ?? [], as: UTF8.self)
    } catch let error as DeviceFileError {
      throw error
    } catch {
      let (path, reason) = (path.visible, "\(error)")
      throw DeviceFileError(
        (reason.hasPrefix(path) ? reason : "\(path): \(reason)")
          + ": give the path of a device file, which \(ToolName.current) calibrate --out FILE writes")
    }
  }
}

/// The members of a device file, read one by one and checked.
struct DeviceFileKeys {
  let path: String
  let members: [String: JSON]

  private static let known = [
    "schema", "name", "workers", "fixed-ns", "ps-per-byte", "ps-per-pixel", "ps-per-reduced-pixel",
    "scale-factors-thousandths", "calibration",
  ]

  /// - Parameter words: The problem of the key or its value, and the cure.
  func error(_ words: String, at key: String) -> DeviceFileError {
    // A value may be as long as the file.
    let value = members[key].map { " \($0.compactText.prefix(80))" } ?? ""
    return DeviceFileError("\(path.visible): \"\(key.visible)\"\(value) \(words)")
  }

  private func missing(_ key: String) -> DeviceFileError { error("is missing: \(DeviceFileError.cure)", at: key) }

  /// Returns an error for a value of the wrong kind.
  private func wrong(_ key: String, _ words: String, or way: String = "correct it") -> DeviceFileError {
    error("is not \(words): \(way), or \(DeviceFileError.cure)", at: key)
  }

  /// Refuses unknown keys; the first in alphabetical order is named, since the file's order is not kept.
  func refuseUnknown() throws(DeviceFileError) {
    for key in members.keys.sorted() where !DeviceFileKeys.known.contains(key) {
      let near = hint(for: key, among: DeviceFileKeys.known, quotedBy: "\"")
      throw error("is not a key of a device file: \(near)", at: key)
    }
  }

  func integer(_ key: String, _ range: ClosedRange<Int64>) throws(DeviceFileError) -> Int64 {
    guard let value = members[key] else { throw missing(key) }
    guard let integer = value.integer, range.contains(integer) else {
      throw wrong(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// Reads a member that older files lack; 0 then.
  func laterInteger(_ key: String, _ range: ClosedRange<Int64>) throws(DeviceFileError) -> Int64 {
    members[key] == nil ? 0 : try integer(key, range)
  }

  func name() throws(DeviceFileError) -> String {
    guard let value = members["name"] else { throw missing("name") }
    guard let name = value.string, DeviceLimits.isName(name) else {
      throw error(
        "is not a name of 1 to \(DeviceLimits.nameMax) letters, digits, dots, dashes and underscores that no declared "
          + "device has: choose another", at: "name")
    }
    return name
  }

  func factors() throws(DeviceFileError) -> [Int64]? {
    let key = "scale-factors-thousandths"
    guard let value = members[key] else { return nil }
    let factors = value.array?.compactMap { $0.integer }.filter { 1...Int64(DeviceLimits.factorMax) ~= $0 } ?? []
    guard factors.count == 8, value.array?.count == 8 else {
      throw wrong(key, "a list of eight whole numbers from 1 to \(DeviceLimits.factorMax), for 1/8 to 8/8")
    }
    return factors
  }

  func calibration() throws(DeviceFileError) -> JSON? {
    guard let value = members["calibration"] else { return nil }
    guard value.object != nil else { throw wrong("calibration", "an object", or: "leave the key out") }
    return value
  }
}

/// The reason why a device file is not used: file, key, value and cure.
public struct DeviceFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  fileprivate static var cure: String { "write it with \(ToolName.current) calibrate --out FILE" }
}
