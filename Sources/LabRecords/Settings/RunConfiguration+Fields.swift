import CacheLab
package import LabBase

extension RunConfiguration {
  /// The fields of a configuration, as records, baselines, evidence and event files have it.
  static let fields: [(path: String, kind: FieldKind)] =
    ownFields.map { (path: $0.key, kind: $0.value) } + RunSetting.recorded.flatMap { $0.fields }

  private static let ownFields: KeyValuePairs<String, FieldKind> = [
    "strategy": .text, "strategy-short": .text, "drives-photos": .flag, "yardstick": .flag,
    "trace": .object, "trace.name": .text, "trace.sha256": .text,
    "device.name": .text, "device.workers": .whole(1...1024), "device.fixed-ns": .whole(0...DeviceLimits.fixedMax),
    "device.ps-per-byte": .whole(0...DeviceLimits.picosecondsMax),
    "device.ps-per-pixel": .whole(0...DeviceLimits.picosecondsMax),
    "device.ps-per-reduced-pixel": .whole(0...DeviceLimits.picosecondsMax),
    "device.scale-factors-thousandths": .wholes(1...DeviceLimits.factorMax),
    "library.fingerprint": .text, "library.assets": .whole(0...Int64(LibraryConfiguration.maxAssetCount)),
    "library.source.folder": .text, "library.source.profile": .text, "library.source.seed": .seed,
    "screen.viewport-pt": .texts, "screen.cell-pt": .texts, "screen.scale-thousandths": .count,
    "screen.columns": .count, "screen.items": .count, "screen.target-px": .counts, "screen.from-flags": .flag,
    "decode": .text, "decode-in": .text, "content-mode": .text,
  ]

  /// Those of a clock that is not virtual; else its field is a text.
  private static let timeFields: KeyValuePairs<String, FieldKind> = [
    "mode": .text, "speed": .text, "decodes-end": .text,
  ]

  /// The first field of a configuration that holds what it cannot; nil when there is none.
  ///
  /// - Parameter place: The path of the configuration in its file.
  package static func problem(of json: JSON?, at place: String = "configuration") -> String? {
    if let problem = FieldCheck.problem(of: json, fields, at: place) { return problem }
    guard let time = json?["time"], time.string == nil else { return nil }
    return FieldCheck.problem(of: time, timeFields, at: place.isEmpty ? "time" : place + ".time")
  }
}
