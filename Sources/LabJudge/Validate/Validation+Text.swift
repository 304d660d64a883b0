import CacheLab
import LabBase
import LabRecords

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
    func difference(_ value: Double, _ row: ValidationRow) -> String {
      Validation.text(value, row.unit, isDifference: true)
    }
    let columns: [TableColumn<ValidationRow>] = [
      .words("metric", text: \.name), .numbers("virtual") { Validation.text($0.virtual, $0.unit) },
      .numbers("wall", "clock") { Validation.text($0.median, $0.unit) },
      .numbers("difference") { ($0.difference > 0 ? "+" : "") + difference($0.difference, $0) },
      .numbers("spread", "of rounds") { difference($0.spread, $0) },
      .numbers("bound") { if case .within(let most) = $0.bound { difference(most, $0) } else { "" } },
      .words("") { $0.bound == .none ? "" : $0.holds ? "ok" : "OVER" },
    ]
    // What happened in no round and not in virtual time either says nothing.
    return TextTable(rows.filter { $0.bound != .none || $0.virtual != 0 || $0.spread != 0 }, columns)
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
