import CacheLab
public import LabBase
import LabRecords

extension GateEvidence {
  /// What github-action-benchmark reads with the tool `customSmallerIsBetter`: the metrics of which less is better, and
  /// the share of misses in place of the hit rate.
  public var benchmarkJSON: JSON {
    .array(
      cells.flatMap { cell in
        ExactFigure.all { cell.record.metric(named: $0) }.compactMap { figure -> JSON? in
          if figure.name == "hit-rate" { return GateEvidence.entry(cell, "miss-rate", figure.unit, 1 - figure.value) }
          return figure.better == .lower ? GateEvidence.entry(cell, figure.name, figure.unit, figure.value) : nil
        }
      })
  }

  private static func entry(_ cell: Cell, _ name: String, _ unit: Metric.Unit, _ value: Double) -> JSON {
    .object([
      "name": .string("\(cell.name) \(name)"), "unit": .string(unit.rawValue), "value": .number(value),
      "extra": .string(cell.reproduce),
    ])
  }
}
