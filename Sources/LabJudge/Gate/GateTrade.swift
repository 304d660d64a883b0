import CacheLab

/// A trade-off: a case in which something that a user sees got better while something else got worse.
enum GateTrade {
  // The metrics that a user of the app sees, and those that pay for them, the most important first.
  private static let visible = ["noticed-waits", "hit-rate", "blank-ratio", "time-to-image-p95"]
  private static let prices = ["peak-bitmap-bytes", "mean-bitmap-bytes", "decodes"]

  /// Returns the price and the choices; empty if nothing visible got better, something visible got worse, or more than
  /// counts got worse.
  static func text(_ rows: [GateRow], accept: String) -> String {
    let won = visible.compactMap { name in rows.first { $0.metric == name && $0.verdict == .improved } }
    let paid = rows.filter { $0.verdict == .regressed }
    guard let gain = won.first, !paid.isEmpty,
      paid.allSatisfy({ $0.kind == .exact && !visible.contains($0.metric) })
    else { return "" }
    let costs = prices.compactMap { name in paid.first { $0.metric == name }.flatMap { price($0, for: gain) } }
    func limits(_ rows: [GateRow], _ text: (GateRow) -> String) -> String {
      rows.map { "\"\($0.metric)\": \"\(text($0))\"" }.joined(separator: ", ")
    }
    let standing = limits(paid.filter { $0.limit != "=" }, \.limit)
    let lines =
      ["\(GateReport.list(won.map(\.metric))) got better, and \(GateReport.list(paid.map(\.metric))) got worse for it."]
      + costs + [
        "Nothing passes by itself; choose to keep it:", accept,
        "or to allow it, in gate.json: \"limits\": { \(limits(paid, share)) }"
          + (standing.isEmpty ? "" : ", where \(standing) stands now"),
      ]
    return lines.joined(separator: "\n")
  }

  /// Returns `peak-bitmap-bytes +2.10 MB for 3.0 points in hit-rate: 0.70 MB for each`.
  private static func price(_ paid: GateRow, for won: GateRow) -> String? {
    guard let cost = paid.figures, let gain = won.figures else { return nil }
    let more = cost.new.value - cost.old.value
    let (factor, suffix) = gain.new.unit.shown
    let steps = (gain.new.value - gain.old.value).magnitude * factor
    guard more > 0, steps > 0 else { return nil }
    let unit = cost.new.unit
    return "\(paid.metric) +\(unit.text(more, decimals: 2)) for \(NumberText.fixed(steps, decimals: 1))"
      + "\(suffix == "%" ? " points" : suffix) in \(won.metric): \(unit.text(more / steps, decimals: 2)) for each"
  }

  /// Returns the limit that would accept the new value, in whole percent, or `any` if no share does.
  private static func share(_ row: GateRow) -> String {
    let percent = (row.growth * 100).rounded(.up)
    guard let old = row.figures?.old, old.value != 0, percent <= 10_000 else { return "any" }
    return "\(NumberText.fixed(max(1, percent), decimals: 0))%"
  }
}
