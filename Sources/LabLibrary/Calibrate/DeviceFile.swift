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
  public func write(to path: String) throws(ResultError) {
    try ResultFile.write(json.prettyText.utf8, to: path)
  }

  /// Returns the path of the device of `--device host`: `host.device.json` in the user's cache directory.
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

  private static var cure: String { "write it with \(ToolName.current) calibrate --out FILE" }

  private static let fields: [(key: String, value: FieldKind)] =
    [("schema", .whole(0...Int64.max))] + DeviceProfile.fields + [("calibration", .object)]
  /// The fields that older files, or those written by hand, lack.
  private static let optional = ["ps-per-reduced-pixel", "scale-factors-thousandths", "calibration"]

  /// Reads a device file.
  ///
  /// - Throws: `InputError` with file, field, value and cure.
  public init(path: String) throws(InputError) {
    self = try DeviceFile(text: DeviceFile.text(of: path), path: path)
  }

  package init(text: String, path: String) throws(InputError) {
    let json: JSON
    do { json = try JSON.parse(text) } catch { throw InputError(path, "is not JSON, \(error)", cure: DeviceFile.cure) }
    guard let members = json.object else {
      throw InputError(path, "is not a JSON object", cure: DeviceFile.cure)
    }
    func check(_ key: String, _ isValid: Bool, _ words: String, _ cure: String) throws(InputError) {
      guard !isValid, let value = members[key] else { return }
      throw InputError(path, FieldCheck.problem(value, belongs: words, at: key), cure: cure)
    }
    // The schema comes first, since another one may have other keys.
    try DeviceFile.check(DeviceFile.fields.prefix(1), of: json, path)
    try check(
      "schema", members["schema"]?.integer == Int64(DeviceFile.schema), "\(DeviceFile.schema)",
      "\(DeviceFile.cure), or use a newer lab")
    let known = DeviceFile.fields.map(\.key)
    // The first in alphabetical order, since the file's order is not kept.
    if let key = members.keys.ordered().first(where: { !known.contains($0) }) {
      throw InputError(
        path, "\"\(key)\" is not a key of a device file", cure: hint(for: key, among: known, quotedBy: "\""))
    }
    try DeviceFile.check(DeviceFile.fields[...], of: json, path)
    try check(
      "name", DeviceLimits.isName(members["name"]?.string ?? ""),
      "a name of 1 to \(DeviceLimits.nameMax) letters, digits, dots, dashes and underscores that no declared device has",
      "choose another")
    let factors = members["scale-factors-thousandths"]?.array?.compactMap(\.integer)
    try check(
      "scale-factors-thousandths", (factors?.count ?? 8) == 8,
      "a list of eight whole numbers from 1 to \(DeviceLimits.factorMax), for 1/8 to 8/8",
      "correct it, or \(DeviceFile.cure)")
    guard let device = DeviceProfile(json) else { preconditionFailure("its fields were checked") }
    self.init(device: device, calibration: members["calibration"].flatMap { $0.object == nil ? nil : $0 })
  }

  private static func check(
    _ fields: ArraySlice<(key: String, value: FieldKind)>, of json: JSON, _ path: String
  ) throws(InputError) {
    if let missing = fields.first(where: { !optional.contains($0.key) && (json[$0.key] ?? .null) == .null }) {
      throw InputError(path, "its field \(missing.key) is missing", cure: cure)
    }
    if let problem = FieldCheck.problem(of: json, fields) {
      throw InputError(path, problem, cure: "correct it, or \(cure)")
    }
  }

  private static func text(of path: String) throws(InputError) -> String {
    let (size, bytes): (Int, [UInt8]?)
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      size = Int(try file.state().byteCount)
      bytes = size <= bytesMax ? try file.bytes(at: 0, count: size) : nil
    } catch {
      let reason = if case .notRegular = error { "is not a regular file" } else { error.reason }
      throw InputError(
        path, reason, cure: "give the path of a device file, which \(ToolName.current) calibrate --out FILE writes")
    }
    guard size <= bytesMax else {
      throw InputError(path, "has \(size) bytes, a device file at most \(bytesMax)", cure: cure)
    }
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
