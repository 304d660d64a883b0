import CacheLab
import LabBase
import LabLibrary
import LabMeasure
import LabRecords
import StrategyKit

/// What `--device` names: a declared device, `host`, or the path of a device file.
struct DeviceChoice {
  private let device: DeviceProfile
  /// Where its numbers are from; nil for a declared device.
  private let file: DeviceFile?
  private let isHost: Bool

  /// The device that `lab-run calibrate` fits to this machine.
  static let hostName = "host"

  static var names: [String] { DeviceProfile.all.map(\.name) + [hostName] }

  /// - Throws: what is wrong with the name or the file, with the cure.
  init(_ text: String) throws {
    let known = DeviceProfile.named(text)
    isHost = known == nil && text == DeviceChoice.hostName
    if known != nil {
      file = nil
    } else if isHost {
      file = try DeviceChoice.storedHost()
    } else if text.contains("/") || text.hasSuffix(".json") {
      file = try DeviceFile(path: text)
    } else {
      let cure = hint(for: text, among: DeviceChoice.names)
      let others = cure.hasSuffix("?") ? "" : ", \(DeviceProfile.otherForms), or give a device file's path"
      throw LabError("unknown device '\(text)': \(cure)\(others)")
    }
    guard let device = known ?? file?.device else {
      throw LabError("device 'host' is this machine, which was not measured yet: \(ToolName.current) calibrate does it")
    }
    self.device = device
  }

  /// The device's numbers.
  ///
  /// - Throws: when `host` was fitted to another machine than this one.
  func profile() throws -> DeviceProfile {
    if isHost, let problem = file.flatMap({ DeviceChoice.problem(ofHost: $0) }) {
      throw LabError("device 'host' \(problem)")
    }
    return device
  }

  /// What a reader of a record should know of its device; nil when there is nothing.
  var note: String? {
    guard let file, !isHost else { return nil }
    guard file.calibration != nil else { return "device '\(device.name)' was written by hand, not fitted" }
    return file.mismatch(with: RunEnvironment(gitRevision: nil)).map { "device '\(device.name)' was \($0)" }
  }

  /// The device that is named, or else the one that fits the photos, and what a reader should know of it.
  static func device(_ name: String?, for library: PhotoLibrary) throws -> (profile: DeviceProfile, note: String?) {
    let photos = library.index.megapixels
    guard let name else { return (DeviceProfile.fitting(megapixels: photos), nil) }
    let choice = try DeviceChoice(name)
    let device = try choice.profile()
    let notes = [choice.note, mismatch(device, for: choice.file?.megapixels ?? device.megapixels, megapixels: photos)]
    let told = notes.compactMap(\.self).joined(separator: "; ")
    return (device, told.isEmpty ? nil : told)
  }

  /// What is said where the photos are not such as the device was declared for or fitted to.
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

  /// What is stored for `host`; nil when this machine was not calibrated.
  ///
  /// - Throws: `DeviceFileError` for a file that is there and is no device file.
  static func storedHost() throws -> DeviceFile? {
    let path = try DeviceFile.hostPath()
    return Places.exists(path) ? try DeviceFile(path: path) : nil
  }

  /// Why what is stored for `host` does not stand for this machine, with the cure; nil when it does.
  static func problem(ofHost file: DeviceFile) -> String? {
    guard file.calibration != nil else {
      return "was written by hand, not fitted to this machine: \(ToolName.current) calibrate"
    }
    return file.mismatch(with: RunEnvironment(gitRevision: nil)).map {
      "was \($0): calibrate again, \(ToolName.current) calibrate"
    }
  }
}
