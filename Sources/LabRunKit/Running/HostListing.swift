import CacheLab
import LabBase
import LabMeasure

/// The devices as `lab-run list` shows them: the declared ones, and `host` where this machine was calibrated.
struct HostListing {
  let devices: [DeviceProfile]
  /// What there is to say of `host`: lines, or nothing.
  let note: String

  init() {
    let name = DeviceChoice.hostName
    do {
      guard let file = try DeviceChoice.storedHost() else {
        devices = DeviceProfile.all
        note = "\(name), this machine, is not calibrated: \(ToolName.current) calibrate\n"
        return
      }
      // Under the name that --device takes, whatever it was called when it was fitted.
      devices = DeviceProfile.all + [file.device.renamed(name)]
      note = DeviceChoice.problem(ofHost: file).map { HostListing.lines("\(name) \($0)") } ?? ""
    } catch {
      devices = DeviceProfile.all
      note = HostListing.lines("\(name): \(error)")
    }
  }

  private static func lines(_ text: String) -> String {
    text.wrapped(width: 100).map { "\($0)\n" }.joined()
  }
}
