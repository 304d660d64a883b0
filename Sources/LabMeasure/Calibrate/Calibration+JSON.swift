import LabBase

extension Calibration {
  /// What a device file says of the fit; the device's own numbers stand beside it.
  var json: JSON {
    var members: [String: JSON] = [
      "images": .integer(Int128(imageCount)), "rounds": .integer(Int128(rounds)),
      "decodes": .integer(Int128(decodeCount)), "partial-images": .integer(Int128(partialImages)),
      "encoded-bytes": .array([.integer(Int128(encodedBytes.lowerBound)), .integer(Int128(encodedBytes.upperBound))]),
      "output-pixels": .array([.integer(Int128(pixels.lowerBound)), .integer(Int128(pixels.upperBound))]),
      "clock": .string("thread CPU, median of the rounds, all workers busy"),
      "error": errors.json,
      "noise": noise.json,
      "spread-between-rounds": .share(spread),
      "busy-cpu-over-alone": busyOverAlone.map { .share($0) } ?? .null,
      "busy-wall-over-cpu": .share(wallOverCPU),
    ]
    members["scales"] = .array(
      scales.enumerated().map { index, scale in
        .object(scale.members.merging(["eighths": .integer(Int128(index + 1))]) { $1 })
      })
    members["reduced"] = .object(reduced.members)
    return .object(members)
  }
}

extension FitQuality {
  fileprivate var members: [String: JSON] {
    [
      "decodes": .integer(Int128(decodes)), "median-ns": .integer(Int128(median.rounded())), "error": errors.json,
    ]
  }
}

extension ErrorSummary {
  fileprivate var json: JSON { .object(["median": .share(median), "p95": .share(p95)]) }
}

extension JSON {
  /// A share to four decimals: what lies below is noise.
  fileprivate static func share(_ value: Double) -> JSON { .number((value * 10_000).rounded() / 10_000) }
}
