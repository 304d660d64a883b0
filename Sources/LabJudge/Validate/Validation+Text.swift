import CacheLab
import LabBase

extension Validation {
  /// The table, the assumptions, and what follows from them.
  public var text: String {
    let width = 100
    let title =
      "\(strategy) on \(trace), virtual time against the wall clock (\(NumberText.count(roundCount, "round")))"
    let assumed = assumptions.flatMap { assumption in
      let lines = "\(assumption.statement): \(assumption.finding)".wrapped(width: width - 9)
      return lines.enumerated().map {
        ($0.offset > 0 ? "       " : assumption.holds ? "holds  " : "FAILS  ") + $0.element
      }
    }
    return "\(title)\n\n\(table.text(width: width))\nAssumptions of virtual time:\n"
      + assumed.map { "  \($0)\n" }.joined() + "\n" + sentence.wrapped(width: width).map { "\($0)\n" }.joined()
  }

  /// What the comparison says, in a sentence or two.
  public var sentence: String {
    let over = rows.filter { !$0.holds }.map(\.name).joined(separator: ", ")
    switch verdict {
    case .agrees:
      let judged = rows.filter { $0.bound != .none }.map(\.name).joined(separator: ", ")
      let failing = assumptions.filter { !$0.holds }.map { "'\($0.statement)'" }
      return "Virtual time and the wall clock agree within their bounds on \(judged)."
        + (failing.isEmpty ? "" : " They do although \(failing.joined(separator: " and ")) did not hold.")
    case .unfit:
      let failing = assumptions.filter { !$0.holds }.map { "'\($0.statement)'" }
      return "The difference in \(over) passes its bound, and \(failing.joined(separator: " and ")) did not hold: "
        + "this machine, as busy as it was, could not show what virtual time says. Free it, or lower --speed."
    case .disagrees:
      return "The difference in \(over) passes its bound though every assumption that was looked at holds: "
        + "rounds differ by up to the spread shown, the rest is an error of virtual time."
    }
  }

  private var roundCount: Int { rows.first?.real.count ?? 0 }

  private var table: TextTable {
    var table = TextTable(columns: [
      .init(["metric"], alignsRight: false), .init(["virtual"]), .init(["wall", "clock"]), .init(["difference"]),
      .init(["spread", "of rounds"]), .init(["bound"]), .init([""], alignsRight: false),
    ])
    // What happened in no round and not in virtual time either says nothing.
    for row in rows where row.bound != .none || row.virtual != 0 || row.spread != 0 {
      let verdict = row.bound == .none ? "" : row.holds ? "ok" : "OVER"
      var bound = ""
      if case .within(let most) = row.bound { bound = Validation.text(most, row.unit, isDifference: true) }
      table.append([
        row.name, Validation.text(row.virtual, row.unit), Validation.text(row.median, row.unit),
        (row.difference > 0 ? "+" : "") + Validation.text(row.difference, row.unit, isDifference: true),
        Validation.text(row.spread, row.unit, isDifference: true), bound, verdict,
      ])
    }
    return table
  }

  /// A value with its unit; differences of shares are in points.
  private static func text(_ value: Double, _ unit: Metric.Unit, isDifference: Bool = false) -> String {
    switch unit {
    case .ratio: NumberText.fixed(value * 100, decimals: 2) + (isDifference ? " pt" : " %")
    case .count: NumberText.grouped(value)
    default: unit.text(value, decimals: 2)
    }
  }
}
