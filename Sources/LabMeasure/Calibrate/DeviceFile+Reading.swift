import CacheLab
import LabBase
import LabSystem
import StrategyKit
import SystemPackage

extension DeviceFile {
  /// Reads a device file.
  ///
  /// - Throws: `DeviceFileError` with file, key, value and cure.
  public init(path: String) throws(DeviceFileError) {
    self = try DeviceFile(text: DeviceFile.text(of: path), path: path)
  }

  /// - Parameter path: What the file is called in errors.
  package init(text: String, path: String) throws(DeviceFileError) {
    guard let json = try? JSON.parse(text), let members = json.object else {
      throw DeviceFileError(path: path, problem: .notJSON)
    }
    let keys = DeviceFileKeys(path: path, members: members)
    // First of all: another schema may have other keys.
    let schema = try keys.integer("schema", 0...Int64.max)
    guard schema == Int64(DeviceFile.schema) else { throw keys.error(.unknownSchema, at: "schema") }
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
      guard size <= DeviceFile.bytesMax else { throw DeviceFileError(path: path, problem: .tooLarge(size)) }
      return String(decoding: try file.bytes(at: 0, count: size) ?? [], as: UTF8.self)
    } catch let error as DeviceFileError {
      throw error
    } catch {
      throw DeviceFileError(path: path, problem: .cannotRead("\(error)"))
    }
  }
}
