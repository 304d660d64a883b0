public import LabBase

extension GateReport {
  /// Every row, for programs.
  public var json: JSON {
    .object([
      "summary": .string(summary), "passes": .bool(passes), "unfit": unfit.map { .string($0) } ?? .null,
      "instructions-lack": .string(instructionsLack),
      "rows": .array(
        rows.map { row in
          .object([
            "cell": .string(row.cell), "kind": .string(row.kind.rawValue), "metric": .string(row.metric),
            "base": .string(row.old), "head": .string(row.new), "change": .string(row.change),
            "limit": .string(row.limit), "verdict": .string(row.verdict.rawValue), "detail": .string(row.detail),
          ])
        }),
    ])
  }
}
