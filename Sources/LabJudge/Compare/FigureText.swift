import CacheLab
import LabBase

/// Values of figures for people, in their units.
enum FigureText {
  /// As many decimals as it takes to tell different values apart, 4 at most.
  static func decimals(_ values: [Double], _ unit: Metric.Unit) -> Int {
    let count = Set(values).count
    return (1...4).first { decimals in Set(values.map { unit.text($0, decimals: decimals) }).count == count } ?? 4
  }

  /// A figure of a cell: measured ones with how far the interval of their median reaches, where there is one.
  static func text(_ figure: ComparedFigure?, decimals: Int) -> String {
    guard let figure else { return "-" }
    let text = figure.samples[0].unit.text(figure.value, decimals: decimals)
    guard !figure.isExact, let bounds = figure.interval.bounds, figure.value != 0 else { return text }
    let reach = max(bounds.upperBound - figure.value, figure.value - bounds.lowerBound) / figure.value * 100
    return "\(text) ±\(NumberText.fixed(reach, decimals: reach.magnitude < 10 ? 1 : 0))%"
  }
}
