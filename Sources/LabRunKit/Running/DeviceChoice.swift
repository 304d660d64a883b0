import LabLibrary
import Synchronization

/// Finds the device for `--device`: a declared device, `host`, or that of a device file.
enum DeviceChoice {
  /// The name of the device that `lab-run calibrate` fits to this machine.
  static let hostName = "host"

  static var names: [String] { DeviceProfile.all.map(\.name) + [hostName] }

  /// - Throws: `LabError` or `InputError` with the cure, also if `host` was fitted to another machine.
  static func named(_ text: String) throws -> (device: DeviceProfile, file: DeviceFile?) {
    if let known = DeviceProfile.named(text) { return (known, nil) }
    if text == hostName {
      guard let file = try storedHost() else {
        throw LabError(
          "device 'host' is this machine, which was not measured yet: \(ToolName.current) calibrate does it")
      }
      if let problem = problem(ofHost: file) { throw LabError("device 'host' \(problem)") }
      return (file.device, file)
    }
    guard text.contains("/") || text.hasSuffix(".json") else {
      let cure = hint(for: text, among: names)
      let others = cure.hasSuffix("?") ? "" : ", \(DeviceProfile.otherForms), or give a device file's path"
      throw LabError("unknown device '\(text)'; \(cure)\(others)")
    }
    let file = try DeviceFile(path: text)
    return (file.device, file)
  }

  /// Returns the named device, or one that suits the photos, and a note for a record.
  static func device(_ name: String?, for library: PhotoLibrary) throws -> (profile: DeviceProfile, note: String?) {
    let photos = library.index.megapixels
    guard let name else { return (DeviceProfile.fitting(megapixels: photos), nil) }
    let (device, file) = try named(name)
    let origin = name == hostName ? nil : file.flatMap { note(on: $0) }
    let notes = [origin, mismatch(device, for: file?.megapixels ?? device.megapixels, megapixels: photos)]
    let text = notes.compactMap(\.self).joined(separator: "; ")
    return (device, text.isEmpty ? nil : text)
  }

  /// Returns the origin of a file's numbers, or nil if they were fitted to this machine.
  private static func note(on file: DeviceFile) -> String? {
    guard file.calibration != nil else { return "device '\(file.device.name)' was written by hand, not fitted" }
    return file.mismatch(with: RunEnvironment(gitRevision: nil)).map { "device '\(file.device.name)' was \($0)" }
  }

  /// Returns a note if photos differ in size from those that the device was declared for or fitted to.
  private static func mismatch(
    _ device: DeviceProfile, for known: Double?, megapixels photos: Double
  ) -> String? {
    func factor(_ megapixels: Double) -> Double { max(megapixels / photos, photos / megapixels) }
    func text(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) }
    let fitting = DeviceProfile.fitting(megapixels: photos)
    guard let known, let nearest = fitting.megapixels,
      factor(known) > DeviceProfile.photosFactorMax * factor(nearest)
    else { return nil }
    return "device '\(device.name)' is for photos of about \(text(known)) megapixels, and these have "
      + "\(text(photos)) in the mean: its times say little of them; --device \(fitting.name) fits, and without --device "
      + "it is taken"
  }

  static func storedHost() throws -> DeviceFile? {
    let path = try DeviceFile.hostPath()
    return try Paths.exists(path) ? try DeviceFile(path: path) : nil
  }

  /// Returns the reason why a stored device is not this machine's, with the cure, or nil if it is.
  static func problem(ofHost file: DeviceFile) -> String? {
    guard file.calibration != nil else {
      return "was written by hand, not fitted to this machine: \(ToolName.current) calibrate"
    }
    return file.mismatch(with: RunEnvironment(gitRevision: nil)).map {
      "was \($0); calibrate again, \(ToolName.current) calibrate"
    }
  }
}
