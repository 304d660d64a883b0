import LabBase

/// What one run of a workload took, measured in a process that ran nothing else.
struct WorkloadResult: Hashable {
  var images: Int64 = 0
  /// Requests that ended without an image.
  var failures: Int64 = 0
  /// Files decoded, at any scale: waiting requests for one image share a decode.
  var decodes: Int64 = 0
  /// Embedded thumbnails decoded.
  var thumbnails: Int64 = 0
  var nanoseconds: Int64 = 0
  /// High-water mark of the bytes of live images.
  var liveBytes: Int64 = 0
  /// How far resident memory rose above that before the first request, bytes.
  var residentBytes: Int64 = 0

  private static let keys: [(String, any WritableKeyPath<WorkloadResult, Int64> & Sendable)] = [
    ("images", \.images), ("failures", \.failures), ("decodes", \.decodes), ("thumbnails", \.thumbnails),
    ("nanoseconds", \.nanoseconds), ("liveBytes", \.liveBytes), ("residentBytes", \.residentBytes),
  ]

  var text: String {
    JSON.object(
      Dictionary(uniqueKeysWithValues: WorkloadResult.keys.map { ($0.0, .integer(Int128(self[keyPath: $0.1]))) })
    ).compactText
  }

  init() {}

  /// Reads what `text` gave; nil for anything else.
  init?(text: String) {
    guard let json = try? JSON.parse(text) else { return nil }
    for (key, path) in WorkloadResult.keys {
      guard let value = json[key]?.integer else { return nil }
      self[keyPath: path] = value
    }
  }
}
