public import CacheLab
public import LabBase

extension FingerFigures {
  /// Beside the published ones.
  public func table(_ tally: FingerTally) -> String {
    let columns = [("reader", FingerFigures.reader), ("looker", FingerFigures.looker), ("these", self)]
    var percentiles = TextTable(
      columns: [.init(["percentile"], alignsRight: false), .init([""], alignsRight: false)]
        + FingerFigures.percents.map { .init(["\($0)"]) })
    for index in distributions.indices {
      for (place, (name, figures)) in columns.enumerated() {
        let (title, values) = figures.distributions[index]
        percentiles.append(
          [place == 0 ? title : "", name]
            + (values.isEmpty ? FingerFigures.percents.map { _ in "" } : values.map { NumberText.grouped($0) }))
      }
    }
    var others = TextTable(columns: [.init([""], alignsRight: false)] + columns.map { .init([$0.0]) })
    for fact in Fact.allCases {
      others.append(
        [fact.rawValue] + columns.map { $0.1.facts[fact].map { NumberText.fixed($0, decimals: fact.decimals) } ?? "" })
    }
    return percentiles.text() + "\n" + others.text()
      + "\nreader and looker: people of two studies (METHODOLOGY.md); these: "
      + "\(NumberText.count(tally.traceCount, "trace")), \(NumberText.count(tally.strokeCount, "stroke"))"
      + (tally.isFull ? ", the first of them" : "") + "\n"
  }

  /// These figures and the published ones.
  public func json(_ tally: FingerTally) -> JSON {
    .object([
      "traces": .integer(Int128(tally.traceCount)), "strokes": .integer(Int128(tally.strokeCount)),
      "percents": .array(FingerFigures.percents.map { .integer(Int128($0)) }), "these": json,
      "reader": FingerFigures.reader.json, "looker": FingerFigures.looker.json,
    ])
  }

  private var json: JSON {
    var members: [String: JSON] = [:]
    for (name, values) in distributions { members[name] = .array(values.map { .number($0) }) }
    for (fact, value) in facts { members[fact.rawValue] = .number(value) }
    return .object(members)
  }
}
