import CacheLab
import LabBase

/// Values of figures for people, in their units.
enum FigureText {
  /// A value with so many decimals; whole counts without.
  static func text(_ value: Double, _ unit: Metric.Unit, decimals: Int) -> String {
    switch unit {
    case .count:
      value.rounded() == value ? NumberText.grouped(value) : NumberText.fixed(value, decimals: decimals)
    case .bytes: NumberText.fixed(value / 1e6, decimals: decimals) + " MB"
    case .nanoseconds: NumberText.fixed(value / 1e6, decimals: decimals) + " ms"
    case .ratio: NumberText.fixed(value * 100, decimals: decimals) + "%"
    case .millisecondsPerSecond: NumberText.fixed(value, decimals: decimals) + " ms/s"
    }
  }

  /// As many decimals as it takes to tell different values apart, 4 at most.
  static func decimals(_ values: [Double], _ unit: Metric.Unit) -> Int {
    let count = Set(values).count
    return (1...4).first { decimals in Set(values.map { text($0, unit, decimals: decimals) }).count == count } ?? 4
  }

  /// A figure of a cell: measured ones with how far the interval of their median reaches, where there is one.
  static func text(_ figure: ComparedFigure?, decimals: Int) -> String {
    guard let figure else { return "-" }
    let text = text(figure.value, figure.samples[0].unit, decimals: decimals)
    guard !figure.isExact, let bounds = figure.interval.bounds, figure.value != 0 else { return text }
    let reach = max(bounds.upperBound - figure.value, figure.value - bounds.lowerBound) / figure.value * 100
    return "\(text) ±\(NumberText.fixed(reach, decimals: reach.magnitude < 10 ? 1 : 0))%"
  }
}
