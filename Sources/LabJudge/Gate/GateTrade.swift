import CacheLab
import LabBase
import LabRecords

/// A case in which what a user sees got better while something else got worse for it: what that costs, and what there is to
/// choose from.
struct GateTrade {
  let cell: GateEvidence.Cell
  let limits: GateLimits
  /// The case's rows, judged.
  let rows: [GateRow]

  /// What a user of the app sees, the most telling first.
  private static let seen = ["noticed-waits", "hit-rate", "blank-ratio", "time-to-image-p95"]
  /// What is paid with, where it is among what got worse.
  private static let prices = ["peak-bitmap-bytes", "mean-bitmap-bytes", "decodes"]

  /// A few lines; empty where nothing was won, something that is seen was lost, or more than counts got worse.
  var text: String {
    guard let baseline = cell.baseline else { return "" }
    func metrics(_ verdict: GateVerdict) -> [String] {
      rows.filter { $0.kind == .exact && $0.verdict == verdict }.map(\.metric)
    }
    let (improved, paid) = (metrics(.improved), metrics(.regressed))
    let won = GateTrade.seen.filter { improved.contains($0) }
    guard !won.isEmpty, !paid.isEmpty, !paid.contains(where: { GateTrade.seen.contains($0) }),
      rows.allSatisfy({ $0.kind == .exact || $0.verdict != .regressed })
    else { return "" }
    let figures = Figures(
      old: ExactFigure.all { baseline.metric(named: $0) }, new: ExactFigure.all { cell.record.metric(named: $0) })
    let prices = GateTrade.prices.filter { paid.contains($0) }.compactMap { figures.price($0, for: won[0]) }
    let lines =
      ["\(GateReport.list(won)) got better, and \(GateReport.list(paid)) got worse for it."] + prices + [
        "Nothing passes by itself; choose to keep it:", cell.baselineCommand("accept"),
        "or to allow it, in gate.json: \(advice(paid, figures))",
      ]
    return lines.joined(separator: "\n")
  }

  /// Limits under which it would pass, and what stands in `gate.json` in their place.
  private func advice(_ paid: [String], _ figures: Figures) -> String {
    let standing = paid.map { (name: $0, limit: limits.limit($0, cell: cell.name)) }.filter { $0.limit.text != "=" }
    let wanted = paid.map { "\"\($0)\": \"\(figures.limit($0))\"" }.joined(separator: ", ")
    let now = standing.map { "\"\($0.name)\": \"\($0.limit.text)\"" }.joined(separator: ", ")
    return "\"limits\": { \(wanted) }" + (now.isEmpty ? "" : ", where \(now) stands now")
  }

  /// Old and new numbers of a case.
  private struct Figures {
    let old: [ExactFigure]
    let new: [ExactFigure]

    private func pair(_ name: String) -> (old: ExactFigure, new: ExactFigure)? {
      guard let before = old.first(where: { $0.name == name }), let after = new.first(where: { $0.name == name }) else {
        return nil
      }
      return (before, after)
    }

    /// `peak-bitmap-bytes +2.10 MB for 3.0 points in hit-rate: 0.70 MB for each`.
    func price(_ paid: String, for won: String) -> String? {
      guard let cost = pair(paid), let gain = pair(won) else { return nil }
      let more = cost.new.value - cost.old.value
      let (factor, suffix) = gain.new.unit.shown
      let steps = (gain.new.value - gain.old.value).magnitude * factor
      let step = suffix == "%" ? " points" : suffix
      guard more > 0, steps > 0 else { return nil }
      let unit = cost.new.unit
      return "\(paid) +\(unit.text(more, decimals: 2)) for \(NumberText.fixed(steps, decimals: 1))\(step) in \(won): "
        + "\(unit.text(more / steps, decimals: 2)) for each"
    }

    /// A share by which the old value would have to be let grow, in whole percent; `any` where no share does.
    func limit(_ name: String) -> String {
      guard let pair = pair(name), pair.old.value != 0 else { return "any" }
      let percent = (pair.new.growth(from: pair.old) * 100).rounded(.up)
      return percent <= 10_000 ? "\(NumberText.fixed(max(1, percent), decimals: 0))%" : "any"
    }
  }
}
