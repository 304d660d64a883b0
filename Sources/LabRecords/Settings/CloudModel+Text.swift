/// A cloud as it is written, `PERCENT[:key=value,...]`:
///
///     30
///     100:latency=80ms,bandwidth=10MB,downloads=2,seed=7
extension CloudModel {
  static let downloadsMost = 64
  /// The most nanoseconds until the first byte: a minute.
  static let latencyMax: Int64 = 60_000_000_000
  static let bandwidthMax: Int64 = 1_000_000_000_000

  /// Parses a cloud; without photos in it the other values mean nothing.
  ///
  /// - Throws: `SettingError` naming the part and its legal values.
  init(_ text: String) throws(SettingError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let percent = Int(parts[0]), (0...100).contains(percent) else {
      throw SettingError("'\(parts[0])' is not a share of the photos; write 0 to 100, such as 30")
    }
    self.init(sharePercent: percent)
    var seen: [Substring] = []
    for setting in parts.count > 1 ? parts[1].split(separator: ",", omittingEmptySubsequences: false) : [] {
      let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = pair[0]
      guard let known = CloudModel.keys.first(where: { $0.key == key }) else {
        let cure = hint(for: String(key), among: CloudModel.keys.map { $0.key })
        throw SettingError("a cloud has no '\(key)'; \(cure)")
      }
      guard !seen.contains(key) else {
        throw SettingError("'\(key)' of the cloud is given twice; keep one")
      }
      guard pair.count == 2, known.set(&self, String(pair[1])) else {
        let value = pair.count == 2 ? pair[1] : ""
        throw SettingError("'\(key)=\(value)' is not valid for a cloud: \(key) takes \(known.takes)")
      }
      seen.append(key)
    }
    if percent == 0 { self = CloudModel() }
  }

  /// The text of the cloud without values at their default.
  var text: String {
    let usual = CloudModel()
    var settings: [String] = []
    if latency != usual.latency { settings.append("latency=\(MilliPoints(rawValue: latency.rawValue / 1000))ms") }
    if bytesPerSecond != usual.bytesPerSecond { settings.append("bandwidth=\(ByteCount(rawValue: bytesPerSecond))") }
    if downloadsMax != usual.downloadsMax { settings.append("downloads=\(downloadsMax)") }
    if seed != usual.seed { settings.append("seed=\(seed)") }
    return "\(sharePercent)" + (settings.isEmpty ? "" : ":" + settings.joined(separator: ","))
  }

  private typealias Key = (key: String, takes: String, set: @Sendable (inout CloudModel, String) -> Bool)

  private static let keys: [Key] = [
    (
      "latency", "milliseconds or seconds until the first byte, 0ms to 60s, such as 150ms",
      { set(&$0.latency, time($1), .zero...Nanoseconds(rawValue: latencyMax)) }
    ),
    (
      "bandwidth", "bytes a second of each download, 1B to 1000GB, such as 2.5MB",
      { set(&$0.bytesPerSecond, ByteCount($1)?.rawValue, 1...bandwidthMax) }
    ),
    (
      "downloads", "downloads at once, 1 to \(downloadsMost)",
      { set(&$0.downloadsMax, Int($1), 1...downloadsMost) }
    ),
    ("seed", "a whole number from 0 on, which decides the photos", { set(&$0.seed, UInt64($1), 0...UInt64.max) }),
  ]

  private static func set<Value: Comparable>(_ place: inout Value, _ value: Value?, _ legal: ClosedRange<Value>) -> Bool
  {
    guard let value, legal.contains(value) else { return false }
    place = value
    return true
  }

  /// Parses `150ms` or `0.5s`, to the microsecond; a minute of microseconds, as `text` writes it, has 8 digits.
  private static func time(_ text: String) -> Nanoseconds? {
    let (digits, unit): (Substring, Int64) =
      text.hasSuffix("ms") ? (text.dropLast(2), 1_000_000) : (text.dropLast(1), 1_000_000_000)
    guard text.hasSuffix("s"), let number = Rational(digits, digitsMax: 8) else { return nil }
    let (product, isTooLarge) = number.numerator.multipliedReportingOverflow(by: unit)
    let time = Nanoseconds(rawValue: product / number.denominator / 1000 * 1000)
    return isTooLarge ? nil : time
  }

  var json: JSON {
    .object([
      "percent": .integer(Int128(sharePercent)), "latency-ns": .integer(Int128(latency.rawValue)),
      "bytes-per-second": .integer(Int128(bytesPerSecond)), "downloads-max": .integer(Int128(downloadsMax)),
      "seed": .integer(Int128(seed)), "is": .string("an assumption"),
    ])
  }

  static let fields: [(key: String, value: FieldKind)] = [
    ("percent", .whole(0...100)), ("latency-ns", .whole(0...latencyMax)),
    ("bytes-per-second", .whole(1...bandwidthMax)), ("downloads-max", .whole(1...Int64(downloadsMost))),
    ("seed", .seed),
  ]

  init?(_ json: JSON) {
    guard FieldCheck.problem(of: json, CloudModel.fields) == nil, let percent = json["percent"]?.integer,
      let latency = json["latency-ns"]?.integer, let bytesPerSecond = json["bytes-per-second"]?.integer,
      let downloads = json["downloads-max"]?.integer,
      let seed = json["seed"]?.wideInteger.flatMap({ UInt64(exactly: $0) })
    else { return nil }
    self.init(sharePercent: Int(percent))
    self.latency = Nanoseconds(rawValue: latency)
    self.bytesPerSecond = bytesPerSecond
    downloadsMax = Int(downloads)
    self.seed = seed
  }
}
