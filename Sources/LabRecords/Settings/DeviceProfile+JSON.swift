public import CacheLab
public import LabBase
import StrategyKit

extension DeviceProfile {
  /// As it stands in records, lists and device files; without factors there is no key for them.
  public var json: JSON {
    var members: [String: JSON] = [
      "name": .string(name), "workers": .integer(Int128(workers)), "fixed-ns": .integer(Int128(fixed.rawValue)),
      "ps-per-byte": .integer(Int128(picosecondsPerByte)), "ps-per-pixel": .integer(Int128(picosecondsPerPixel)),
    ]
    if picosecondsPerReducedPixel > 0 { members["ps-per-reduced-pixel"] = .integer(Int128(picosecondsPerReducedPixel)) }
    if let scaleFactors {
      members["scale-factors-thousandths"] = .array(scaleFactors.map { .integer(Int128($0)) })
    }
    return .object(members)
  }
}
