import CacheLab
import LabRecords

/// The change of a figure from that of the first column.
public struct FigureChange: Hashable, Sendable {
  public enum Verdict: String, Sendable {
    /// Exactly the same.
    case same
    case better, worse
    /// Another value of a metric that has no better direction.
    case changed
    /// Measured, and no more apart than chance makes two samples of one.
    case noise
    /// Measured too seldom to tell.
    case tooFew = "too-few"
    /// Exact figures that are not the same within one cell.
    case mixed
  }

  /// Values that a side needs before a measured difference is one.
  public static let countMin = MedianInterval.countMin
  /// A measured difference is one where chance alone makes it so rarely.
  public static let level = 0.05

  public let verdict: Verdict
  public let old: Double
  public let new: Double
  /// Of the rank-sum test, for measured figures.
  public let probability: Double?
  public let counts: [Int]
  let unit: Metric.Unit

  public init(_ old: ComparedFigure, _ new: ComparedFigure) {
    (self.old, self.new) = (old.value, new.value)
    counts = [old.count, new.count]
    let figure = new.samples[0]
    unit = figure.unit
    // Counted figures may differ by less than a floating-point number tells apart.
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

  /// As a table shows it: `~` where nothing changed.
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
    guard let probability else { return "" }
    return probability < 0.001 ? "p<0.001" : "p=\(NumberText.fixed(probability, decimals: 3))"
  }

  private var difference: String { FigureChange.difference(old, new, unit) }

  /// A number and its unit, which a table does not part.
  static func difference(_ old: Double, _ new: Double, _ unit: Metric.Unit) -> String {
    unit.difference(from: old, to: new).replacing(" ", with: "\(TextTable.bond)")
  }
}
