import LabRecords

/// A figure in all runs of a cell of a comparison.
public struct ComparedFigure: Sendable {
  public let samples: [ExactFigure]
  /// True if every run of a configuration gives the same value.
  public let isExact: Bool

  public var count: Int { samples.count }
  public var values: [Double] { samples.map(\.value) }
  /// The interval of a measured figure's median, or nil if there are too few runs.
  var bounds: ClosedRange<Double>? { isExact ? nil : MedianInterval(values).bounds }
  /// The value of an exact figure, the median of a measured one.
  public var value: Double { samples.count == 1 ? samples[0].value : MedianInterval(values).median }
  /// True for an exact figure that differs between runs, which are then of several versions.
  var isMixed: Bool { isExact && samples.contains { !$0.isEqual(to: samples[0]) } }

  /// Returns the figure for people; a measured one with the largest deviation of its median's interval.
  func text(decimals: Int) -> String {
    let text = samples[0].unit.text(value, decimals: decimals)
    guard let bounds, value != 0 else { return text }
    let reach = max(bounds.upperBound - value, value - bounds.lowerBound) / value * 100
    return "\(text) ±\(NumberText.fixed(reach, decimals: reach.magnitude < 10 ? 1 : 0))%"
  }
}

extension Metric.Unit {
  /// Returns the number of decimals that tell different values apart, 4 at most.
  func decimals(for values: [Double]) -> Int {
    let count = Set(values).count
    return (1...4).first { decimals in Set(values.map { text($0, decimals: decimals) }).count == count } ?? 4
  }
}

/// The change of a figure from that of the first column.
public struct FigureChange: Hashable, Sendable {
  public enum Verdict: String, Sendable {
    case same
    case better, worse
    /// A different value of a metric that has no better direction.
    case changed
    case noise
    /// A measured difference of too few runs to tell.
    case tooFew = "too-few"
    /// Exact figures that differ within a cell.
    case mixed
  }

  /// The fewest values of a side for a verdict on a measured difference.
  public static let countMin = MedianInterval.countMin
  /// The probability below which a measured difference is significant.
  public static let level = 0.05

  public let verdict: Verdict
  public let old: Double
  public let new: Double
  /// The probability of the rank-sum test, for measured figures.
  public let probability: Double?
  public let counts: [Int]
  let unit: Metric.Unit

  public init(_ old: ComparedFigure, _ new: ComparedFigure) {
    (self.old, self.new) = (old.value, new.value)
    counts = [old.count, new.count]
    let figure = new.samples[0]
    unit = figure.unit
    // Counted figures may differ by less than the precision of floating-point numbers.
    let isHigher = old.isExact && new.isExact ? figure.exact > old.samples[0].exact : new.value > old.value
    let direction: Verdict =
      switch figure.better {
      case .neither: .changed
      case .higher: isHigher ? .better : .worse
      case .lower: isHigher ? .worse : .better
      }
    if old.isExact && new.isExact {
      probability = nil
      verdict = old.isMixed || new.isMixed ? .mixed : old.samples[0].isEqual(to: figure) ? .same : direction
    } else if counts.contains(where: { $0 < FigureChange.countMin }) {
      probability = nil
      verdict = .tooFew
    } else {
      let test = RankSumTest(old.values, new.values).twoSided
      probability = test
      verdict = test < FigureChange.level && old.value != new.value ? direction : .noise
    }
  }

  var text: String {
    switch verdict {
    case .same: "~"
    case .noise: "~ (\(chance), n=\(counts[0])+\(counts[1]))"
    case .tooFew: "\(difference) ? (n=\(counts[0])+\(counts[1]))"
    case .mixed: "\(difference) mixed"
    case .changed, .better, .worse:
      difference + (verdict == .changed ? "" : " \(verdict.rawValue)") + (probability == nil ? "" : " (\(chance))")
    }
  }

  private var chance: String {
    probability.map { $0 < 0.001 ? "p<0.001" : "p=\(NumberText.fixed($0, decimals: 3))" } ?? ""
  }

  private var difference: String { FigureChange.difference(old, new, unit) }

  /// Returns a difference with its unit, which a table does not wrap.
  static func difference(_ old: Double, _ new: Double, _ unit: Metric.Unit) -> String {
    unit.difference(from: old, to: new).replacing(" ", with: "\(TextTable.bond)")
  }
}
