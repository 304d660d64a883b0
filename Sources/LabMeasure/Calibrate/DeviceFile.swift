public import CacheLab
public import LabBase
public import LabLibrary
public import LabRecords
public import LabSystem

/// A device in a file that travels: its numbers, and where they come from.
public struct DeviceFile: Sendable {
  /// Raised when a key changes its meaning.
  public static let schema = 1
  /// A device file has about 3 kB.
  static let bytesMax = 1 << 20

  public let device: DeviceProfile
  /// Machine, library and quality of the fit; nil in a file written by hand.
  public let calibration: JSON?

  /// - Parameters:
  ///   - library: The photos that were decoded.
  ///   - created: UTC, `2026-01-31T12:00:00Z`.
  public init(_ fitted: Calibration, library: PhotoLibrary, environment: RunEnvironment, created: String) {
    device = fitted.device
    var members = environment.json.object ?? [:]
    members.merge(fitted.json.object ?? [:]) { $1 }
    members["created"] = .string(created)
    members["library"] = .object([
      "name": .string(library.name), "fingerprint": .string(library.index.fingerprint),
      "megapixels": .number(library.index.megapixels),
    ])
    calibration = .object(members)
  }

  /// A device that was fitted to an app's session.
  public init(_ fitted: SessionFit, session: JSON, created: String) {
    device = fitted.device
    var members = fitted.json.object ?? [:]
    members["created"] = .string(created)
    members["session"] = session
    calibration = .object(members)
  }

  init(device: DeviceProfile, calibration: JSON?) {
    self.device = device
    self.calibration = calibration
  }

  public var json: JSON {
    var members = device.json.object ?? [:]
    members["schema"] = .integer(Int128(DeviceFile.schema))
    members["calibration"] = calibration
    return .object(members)
  }

  /// Megapixels of the photos that it was fitted to, the mean; nil where the file does not say.
  public var megapixels: Double? {
    (calibration?["library"] ?? calibration?["session"])?["megapixels"]?.number.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Writes the file, whole or not at all; one of the same name is replaced.
  ///
  /// - Throws: `ResultError`.
  public func write(to path: String) throws(ResultError) {
    var file = try ResultFile(path: path)
    try file.write(json.prettyText)
    _ = try file.commit(exclusively: false)
  }

  /// Where `--device host` is kept: `host.device.json` in the user's cache directory.
  ///
  /// - Throws: `FileError.noCacheDirectory`.
  public static func hostPath() throws(FileError) -> String {
    "\(try PhotoLibrary.defaultCacheDirectory())/host.device.json"
  }

  /// What the file was fitted on that this machine is not, in words; nil when it was fitted here, or by hand.
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
