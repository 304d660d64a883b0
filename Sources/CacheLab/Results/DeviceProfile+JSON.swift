import Strategies

extension DeviceProfile {
  /// A device as it stands in a record; nil when that is no device of this lab.
  public init?(json: JSON?) {
    func integer(_ key: String) -> Int64? { json?[key]?.integer.flatMap { Int64(exactly: $0) } }
    guard let name = json?["name"]?.string, let workers = integer("workers"),
      1...Int64(DeviceLimits.workersMax) ~= workers,
      let fixed = integer("fixed-ns"), let byte = integer("ps-per-byte"), let pixel = integer("ps-per-pixel")
    else { return nil }
    let factors = json?["scale-factors-thousandths"]?.array?.compactMap { $0.integer.flatMap { Int64(exactly: $0) } }
    guard factors.map({ $0.count == 8 }) ?? true else { return nil }
    self.init(
      name: name, fixed: Nanoseconds(rawValue: fixed), picosecondsPerByte: byte, picosecondsPerPixel: pixel,
      workers: Int(workers), scaleFactors: factors)
  }

  /// As it stands in records, lists and device files; without factors there is no key for them.
  public var json: JSON {
    var members: [String: JSON] = [
      "name": .string(name), "workers": .integer(Int128(workers)), "fixed-ns": .integer(Int128(fixed.rawValue)),
      "ps-per-byte": .integer(Int128(picosecondsPerByte)), "ps-per-pixel": .integer(Int128(picosecondsPerPixel)),
    ]
    if let scaleFactors {
      members["scale-factors-thousandths"] = .array(scaleFactors.map { .integer(Int128($0)) })
    }
    return .object(members)
  }
}
