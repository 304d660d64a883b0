import CacheLab
import LabBase

/// A figure of one cell of a comparison: its values in all records of the cell.
public struct ComparedFigure: Sendable {
  public let samples: [ExactFigure]
  /// True where every run of a configuration gives the same value.
  public let isExact: Bool

  public var count: Int { samples.count }
  public var values: [Double] { samples.map(\.value) }
  public var interval: MedianInterval { MedianInterval(values) }
  /// The value of exact figures, the median of measured ones.
  public var value: Double { samples.count == 1 ? samples[0].value : interval.median }
  /// Exact, and yet not the same in all records: versions of the lab or the strategy differ.
  var isMixed: Bool { isExact && samples.contains { !$0.equals(samples[0]) } }

  /// For people; measured ones with how far the interval of their median reaches, where there is one.
  func text(decimals: Int) -> String {
    let text = samples[0].unit.text(value, decimals: decimals)
    guard !isExact, let bounds = interval.bounds, value != 0 else { return text }
    let reach = max(bounds.upperBound - value, value - bounds.lowerBound) / value * 100
    return "\(text) ±\(NumberText.fixed(reach, decimals: reach.magnitude < 10 ? 1 : 0))%"
  }
}

extension Metric.Unit {
  /// As many decimals as it takes to tell different values apart, 4 at most.
  func decimals(for values: [Double]) -> Int {
    let count = Set(values).count
    return (1...4).first { decimals in Set(values.map { text($0, decimals: decimals) }).count == count } ?? 4
  }
}
