/// A line that outliers hardly move; neither its slope nor its height at 0 is negative.
struct RobustLine {
  let fixed: Double
  let slope: Double

  /// A sample counts no more than so many times what the median says.
  private static let factorMax = 4.0

  /// - Parameter pairsOf: So many samples, evenly taken, give slopes.
  init(_ samples: [(x: Double, y: Double)], pairsOf count: Int) {
    let step = max(1, samples.count / count)
    let few = stride(from: 0, to: samples.count, by: step).map { samples[$0] }
    var slopes: [Double] = []
    for (index, one) in few.enumerated() {
      for other in few[(index + 1)...] where other.x != one.x { slopes.append((other.y - one.y) / (other.x - one.x)) }
    }
    let steep = max(0, ErrorSummary.median(of: slopes))
    let middle = max(0, ErrorSummary.median(of: samples.map { $0.y - steep * $0.x }))
    let rest = samples.map { min($0.y, RobustLine.factorMax * (middle + steep * $0.x)) - steep * $0.x }
    let mean = rest.isEmpty ? 0 : rest.reduce(0, +) / Double(rest.count)
    if mean >= 0 {
      (fixed, slope) = (mean, steep)
    } else {
      fixed = 0
      slope = max(0, ErrorSummary.median(of: samples.compactMap { $0.x > 0 ? $0.y / $0.x : nil }))
    }
  }

  func value(at x: Double) -> Double { fixed + slope * x }

  /// Whether pixels differ so that a slope can be told: by a tenth between the 10th and the 90th of 100 images.
  static func spread(_ values: [Double]) -> SessionFit.Pixels {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .allAlike }
    return sorted[last - last / 10] >= sorted[last / 10] * 1.1 ? .fitted : .allAlike
  }
}
