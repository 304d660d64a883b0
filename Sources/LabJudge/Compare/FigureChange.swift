/// A figure in all runs of a cell of a comparison.
public struct ComparedFigure: Sendable {
  public let samples: [ExactFigure]
  var isExact: Bool { samples[0].column.metric.kind == .deterministic }

  public var count: Int { samples.count }
  public var values: [Double] { samples.map(\.value) }
  /// The interval of a measured figure's median, or nil if there are too few runs.
  var bounds: ClosedRange<Double>? { isExact ? nil : MedianInterval(values).bounds }
  /// The value of an exact figure, the median of a measured one.
  public var value: Double { samples.count == 1 ? samples[0].value : MedianInterval(values).median }
  var isMixed: Bool { isExact && samples.contains { !$0.isEqual(to: samples[0]) } }

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
public struct FigureChange: Sendable {
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

  /// The probability below which a measured difference is significant.
  static let level = 0.05

  public let verdict: Verdict
  public let old: ComparedFigure
  public let new: ComparedFigure
  /// The probability of the rank-sum test, for measured figures.
  public let probability: Double?

  init(_ old: ComparedFigure, _ new: ComparedFigure) {
    (self.old, self.new) = (old, new)
    let (before, now, isExact) = (old.samples[0], new.samples[0], old.isExact)
    let isTold = !isExact && min(old.count, new.count) >= MedianInterval.countMin
    probability = isTold ? RankSumTest.twoSided(old.values, new.values) : nil
    // Counted figures may differ by less than the precision of floating-point numbers.
    let isHigher = isExact ? now.exact > before.exact : new.value > old.value
    let direction: Verdict =
      now.better == .neither ? .changed : isHigher == (now.better == .higher) ? .better : .worse
    if isExact {
      verdict = old.isMixed || new.isMixed ? .mixed : before.isEqual(to: now) ? .same : direction
    } else if let probability {
      verdict = probability < FigureChange.level && old.value != new.value ? direction : .noise
    } else {
      verdict = .tooFew
    }
  }

  var text: String {
    switch verdict {
    case .same: "~"
    case .noise: "~ (\(chance), n=\(old.count)+\(new.count))"
    case .tooFew: "\(difference) ? (n=\(old.count)+\(new.count))"
    case .mixed: "\(difference) mixed"
    case .changed, .better, .worse:
      difference + (verdict == .changed ? "" : " \(verdict.rawValue)") + (probability == nil ? "" : " (\(chance))")
    }
  }

  private var chance: String {
    probability.map { $0 < 0.001 ? "p<0.001" : "p=\(NumberText.fixed($0, decimals: 3))" } ?? ""
  }

  /// The difference with its unit, which a table does not wrap.
  private var difference: String {
    new.samples[0].unit.difference(from: old.value, to: new.value).replacing(" ", with: "\(TextTable.bond)")
  }
}
