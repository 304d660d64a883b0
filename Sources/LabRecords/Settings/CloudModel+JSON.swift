public import CacheLab
public import LabBase
import StrategyKit

extension CloudModel {
  /// As configurations have it: what a replay depends on.
  var json: JSON {
    .object([
      "percent": .integer(Int128(sharePercent)), "latency-ns": .integer(Int128(latency.rawValue)),
      "bytes-per-second": .integer(Int128(bytesPerSecond)), "downloads-max": .integer(Int128(downloadsMax)),
      "seed": .integer(Int128(seed)), "is": .string("an assumption"),
    ])
  }

  /// What the fields of `json` may hold, by path.
  static let fields: [(path: String, kind: FieldKind)] = [
    ("percent", .whole(0...100)), ("latency-ns", .whole(0...latencyMax)),
    ("bytes-per-second", .whole(1...bandwidthMax)), ("downloads-max", .whole(1...Int64(downloadsMost))),
    ("seed", .seed),
  ]

  /// Reads back what a configuration says; nil for anything else.
  public init?(_ json: JSON) {
    func integer(_ key: String) -> Int64? { json[key]?.integer }
    guard let percent = integer("percent"), (0...100).contains(percent), let latency = integer("latency-ns"),
      (0...CloudModel.latencyMax).contains(latency), let bytesPerSecond = integer("bytes-per-second"),
      (1...CloudModel.bandwidthMax).contains(bytesPerSecond), let downloads = integer("downloads-max"),
      (1...Int64(CloudModel.downloadsMost)).contains(downloads),
      let seed = json["seed"]?.wideInteger.flatMap({ UInt64(exactly: $0) })
    else { return nil }
    self.init(sharePercent: Int(percent))
    self.latency = Nanoseconds(rawValue: latency)
    self.bytesPerSecond = bytesPerSecond
    downloadsMax = Int(downloads)
    self.seed = seed
  }
}
