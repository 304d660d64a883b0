import CacheLab
public import LabBase

extension Validation {
  /// The comparison for programs.
  public var json: JSON {
    .object([
      "strategy": .string(strategy), "trace": .string(trace), "verdict": .string("\(verdict)"),
      "conclusion": .string(sentence),
      "metrics": .array(
        rows.map { row in
          var members: [String: JSON] = [
            "metric": .string(row.name), "unit": .string(row.unit.rawValue), "virtual": .number(row.virtual),
            "real": .array(row.real.map { .number($0) }), "difference": .number(row.difference),
            "spread": .number(row.spread), "holds": .bool(row.holds),
          ]
          if case .within(let most) = row.bound { members["bound"] = .number(most) }
          return .object(members)
        }),
      "assumptions": .array(
        assumptions.map { assumption in
          .object([
            "statement": .string(assumption.statement), "finding": .string(assumption.finding),
            "holds": .bool(assumption.holds),
          ])
        }),
    ])
  }
}
