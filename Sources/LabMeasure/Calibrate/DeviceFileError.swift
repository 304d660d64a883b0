import CacheLab
import LabBase

/// Why a device file is not used: file, key, value and cure.
public struct DeviceFileError: Error, Equatable, Sendable {
  public enum Problem: Equatable, Sendable {
    case cannotRead(String)
    case tooLarge(Int)
    case notJSON
    /// - Parameter value: As it stands in the file; nil when the key is not there.
    case key(String, value: String?, Reason)
  }

  public enum Reason: Equatable, Sendable {
    case missing
    case unknownKey(cure: String)
    case unknownSchema
    case notAnInteger(ClosedRange<Int64>)
    case notAName
    case notFactors
    case notAnObject
  }

  public let path: String
  public let problem: Problem
}

extension DeviceFileError: CustomStringConvertible {
  public var description: String {
    let path = path.visible
    switch problem {
    case .cannotRead(let reason):
      let what = reason.hasPrefix(path) ? reason : "\(path): \(reason)"
      return "\(what): give the path of a device file, which \(ToolName.current) calibrate --out FILE writes"
    case .tooLarge(let size):
      return "\(path) has \(size) bytes, a device file at most \(DeviceFile.bytesMax): \(DeviceFileError.cure)"
    case .notJSON: return "\(path) is not a JSON object: \(DeviceFileError.cure)"
    case .key(let key, let value, let reason):
      let start = "\(path): \"\(key.visible)\""
      // A value may be as long as the file.
      return "\(start)\(value.map { " \($0.prefix(80))" } ?? "") \(DeviceFileError.text(reason))"
    }
  }

  private static var cure: String { "write it with \(ToolName.current) calibrate --out FILE" }

  private static func text(_ reason: Reason) -> String {
    switch reason {
    case .missing: "is missing: \(cure)"
    case .unknownKey(let cure): "is not a key of a device file: \(cure)"
    case .unknownSchema:
      "is a schema that this lab does not know, it reads \(DeviceFile.schema): \(cure), or use a newer lab"
    case .notAnInteger(let range):
      "is not a whole number from \(range.lowerBound) to \(range.upperBound): correct it, or \(cure)"
    case .notAName:
      "is not a name of 1 to \(DeviceLimits.nameMax) letters, digits, dots, dashes and underscores that no declared "
        + "device has: choose another"
    case .notFactors:
      "is not a list of eight whole numbers from 1 to \(DeviceLimits.factorMax), for 1/8 to 8/8: correct it, or \(cure)"
    case .notAnObject: "is not an object: leave the key out, or \(cure)"
    }
  }
}
