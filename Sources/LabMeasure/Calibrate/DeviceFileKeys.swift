import CacheLab
import LabBase
import StrategyKit

/// The members of a device file, taken out one by one and checked.
struct DeviceFileKeys {
  let path: String
  let members: [String: JSON]

  private static let known = [
    "schema", "name", "workers", "fixed-ns", "ps-per-byte", "ps-per-pixel", "ps-per-reduced-pixel",
    "scale-factors-thousandths", "calibration",
  ]

  func error(_ reason: DeviceFileError.Reason, at key: String) -> DeviceFileError {
    DeviceFileError(path: path, problem: .key(key, value: members[key]?.compactText, reason))
  }

  /// The first unknown key in alphabetical order is named: that of the file is not kept.
  func refuseUnknown() throws(DeviceFileError) {
    for key in members.keys.sorted() where !DeviceFileKeys.known.contains(key) {
      throw error(.unknownKey(cure: hint(for: key, among: DeviceFileKeys.known, quotedBy: "\"")), at: key)
    }
  }

  func integer(_ key: String, _ range: ClosedRange<Int64>) throws(DeviceFileError) -> Int64 {
    guard let value = members[key] else { throw error(.missing, at: key) }
    guard let integer = value.integer, range.contains(integer) else {
      throw error(.notAnInteger(range), at: key)
    }
    return integer
  }

  /// A member that files from before it was known do not have: 0 then.
  func laterInteger(_ key: String, _ range: ClosedRange<Int64>) throws(DeviceFileError) -> Int64 {
    members[key] == nil ? 0 : try integer(key, range)
  }

  func name() throws(DeviceFileError) -> String {
    guard let value = members["name"] else { throw error(.missing, at: "name") }
    guard let name = value.string, DeviceLimits.isName(name) else { throw error(.notAName, at: "name") }
    return name
  }

  func factors() throws(DeviceFileError) -> [Int64]? {
    let key = "scale-factors-thousandths"
    guard let value = members[key] else { return nil }
    let factors = value.array?.compactMap { $0.integer }.filter { 1...Int64(DeviceLimits.factorMax) ~= $0 } ?? []
    guard factors.count == 8, value.array?.count == 8 else { throw error(.notFactors, at: key) }
    return factors
  }

  func calibration() throws(DeviceFileError) -> JSON? {
    guard let value = members["calibration"] else { return nil }
    guard value.object != nil else { throw error(.notAnObject, at: "calibration") }
    return value
  }
}
