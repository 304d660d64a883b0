/// The judged rows of a gate, and the exit code that follows from them.
public struct GateReport: Sendable {
  public let rows: [GateRow]
  public let cells: [GateCell]
  /// The reason why the machine was unfit to measure, or nil if it was fit or nothing was timed.
  public let unfit: String?
  /// The reason why no instructions were counted; empty if they were, or were not requested.
  public var uncountedReason = ""
  /// True if images were decoded without an old program to compare their times with.
  public var isUntimed = false
  /// A sentence with the number of the folder's baselines that were judged.
  public var share = ""
  /// The cases that have limits of their own and were not judged.
  public var unusedLimits: [String] = []
  /// True if inconclusive rows fail the gate.
  public var isStrict = false

  public func rows(_ verdict: GateVerdict) -> [GateRow] { rows.filter { $0.verdict == verdict } }

  private var isUnjudged: Bool { rows.allSatisfy { $0.verdict == .notGated } }

  /// Returns 0 if all is fine, 2 for a regression, 3 for a machine unfit to measure, 5 for incomparable rows or nothing to
  /// judge, 6 for inconclusive or uncounted rows if `isStrict`. A regression takes precedence over all others.
  public func exitCode(isStrict: Bool) -> Int32 {
    if !rows(.regressed).isEmpty { return 2 }
    if !rows(.notComparable).isEmpty || isUnjudged { return 5 }
    if unfit != nil { return 3 }
    return isStrict && (!rows(.inconclusive).isEmpty || !uncountedReason.isEmpty) ? 6 : 0
  }

  var outcome: String {
    let words: [Int32: String] = [0: "passed", 3: "UNFIT", 5: "NOT COMPARABLE", 6: "INCONCLUSIVE"]
    return words[exitCode(isStrict: isStrict)] ?? "FAILED"
  }

  /// The metrics that a headline names first, and their names in it.
  private static let said: KeyValuePairs<String, String> = [
    "peak-bitmap-bytes": "peak", "noticed-waits": "noticed waits", "hit-rate": "hits",
    "decodes-per-request": "decodes a request",
  ]

  /// The figures that changed: `peak 34.7 -> 36.8 MB (+5.9%) in 3 of 3 cases; hits +3.0 pt in 3 of 3 cases`.
  public var headline: String {
    let count = Set(rows.map(\.cell)).count
    let apart = Set(rows(.notComparable).map(\.cell)).count
    let parts =
      GateReport.moves(rows, of: count) + (apart > 0 ? ["\(NumberText.count(apart, "case")) cannot be compared"] : [])
    if !parts.isEmpty { return parts.joined(separator: "; ") }
    return rows.contains(where: \.hasMoved)
      ? "only figures beside the point moved" : "nothing moved in \(NumberText.count(count, "case"))"
  }

  /// The figures that changed, each old and new: `hit-rate 84.2% -> 87.0% (+2.80 pt)`.
  public var moves: [String] {
    rows.filter(\.hasMoved).map { "\($0.metric) \($0.old) -> \($0.new)\($0.change.isEmpty ? "" : " (\($0.change))")" }
  }

  private static func moves(_ rows: [GateRow], of cells: Int) -> [String] {
    let moved = rows.filter(\.hasMoved)
    var names = said.map(\.key).filter { name in moved.contains { $0.metric == name } }
    let others = moved.filter { $0.verdict == .regressed && !names.contains($0.metric) }
    names += others.ordered { $0.growth > $1.growth }.map(\.metric).unique.prefix(names.isEmpty ? 3 : 1)
    return names.compactMap { name in
      let all = moved.filter { $0.metric == name }
      // The worst case represents all.
      guard let worst = all.max(by: { $0.growth < $1.growth }) else { return nil }
      let word = said.first { $0.key == name }?.value ?? name
      return "\(word) \(worst.move)" + (cells > 1 ? " in \(all.count) of \(cells) cases" : "")
    }
  }

  var caseLines: [String] {
    cells.compactMap { cell in
      let rows = rows.filter { $0.cell == cell.name }
      guard !cell.parameters.isEmpty || rows.contains(where: { $0.hasMoved || $0.verdict.isOpenOrWorse }) else {
        return nil
      }
      let note = cell.parameters.isEmpty ? [] : [cell.parameters.joined(separator: ", ")]
      let moves = cells.count > 1 ? GateReport.moves(rows, of: 1) : []
      return "\(cell.name): " + (note + moves + [GateReport.counts(rows)]).joined(separator: "; ")
    }
  }

  /// Returns titles with explanations: why rows failed, where replays diverge, and the cure for each case.
  func explanations(of shown: [GateRow]) -> [(title: String, lines: String)] {
    var found = shown.filter(\.verdict.isOpenOrWorse).map { (title: "\($0.cell), \($0.metric)", lines: $0.detail) }
    for cell in cells {
      let (rows, accept) = (rows.filter { $0.cell == cell.name }, cell.baselineCommand("accept"))
      if rows.contains(where: \.verdict.isFailure) {
        found += [
          ("\(cell.name), both replays", cell.parting), ("\(cell.name), to reproduce", cell.reproduce),
          ("\(cell.name), a trade", GateReport.trade(rows, accept: accept)),
        ]
      } else if rows.contains(where: { $0.verdict == .improved || $0.verdict == .changed }) {
        found.append(("\(cell.name), to keep what moved", accept))
      }
    }
    return found.filter { !$0.lines.isEmpty }
  }

  var sentences: [String] {
    var sentences = share.isEmpty ? [] : [share]
    if !uncountedReason.isEmpty { sentences.append("Instructions were not counted: \(uncountedReason).") }
    if isUntimed {
      sentences.append("Decode times were not judged: name an old program to compare with, by --base.")
    }
    sentences += unusedLimits.map { "There are limits of \"\($0)\", and no such case was judged: is its name right?" }
    if let unfit { sentences.append("The machine is unfit to measure: \(unfit).") }
    return sentences
  }

  /// A sentence with the count of each verdict.
  public var summary: String {
    let parts = [isUnjudged ? "nothing to judge" : "", GateReport.counts(rows)]
    return "gate: " + parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  static func counts(_ rows: [GateRow]) -> String {
    GateVerdict.allCases.compactMap { verdict -> String? in
      let count = rows.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }.joined(separator: ", ")
  }

  static func list(_ names: [String]) -> String { NameList.text(names, most: 5, first: 4, rest: "more") }

  // The metrics that a user of the app sees, and those that pay for them, the most important first.
  private static let visible = ["noticed-waits", "hit-rate", "blank-ratio", "time-to-image-p95"]
  private static let prices = ["peak-bitmap-bytes", "mean-bitmap-bytes", "decodes"]

  /// Returns the price and the choices if something that a user sees got better for something else; empty if nothing visible
  /// got better, something visible got worse, or more than counts got worse.
  private static func trade(_ rows: [GateRow], accept: String) -> String {
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

  private static func share(_ row: GateRow) -> String {
    let percent = (row.growth * 100).rounded(.up)
    guard let old = row.figures?.old, old.value != 0, percent <= 10_000 else { return "any" }
    return "\(NumberText.fixed(max(1, percent), decimals: 0))%"
  }
}

/// A judged row of a gate: a metric of a cell, old against new.
public struct GateRow: Sendable {
  /// The way of judging: counts by equality, resident memory beyond the ledger by bytes, instructions by their growth,
  /// decode times by statistics over pairs.
  public enum Kind: String, Sendable { case exact, memory, instructions, latency }

  /// The cell's name: strategy and trace.
  public let cell: String
  public let kind: Kind
  /// The id of the figure: `time-to-image-p95`.
  public let metric: String
  /// The values with units; empty if there is none.
  public private(set) var old = ""
  public private(set) var new = ""
  /// The difference for people: `+4.6%`, `=`, `~`.
  public private(set) var change = ""
  /// The limit as its file has it: `=`, `3%|30MB`.
  public private(set) var limit = ""
  public let verdict: GateVerdict
  /// The reason for the verdict, or what would decide it, on one or several lines.
  public var detail = ""
  /// The values of an exact row that has both.
  private(set) var figures: (old: ExactFigure, new: ExactFigure)?

  /// The share by which the value got worse; negative if it got better.
  var growth: Double {
    guard let (old, new) = figures else { return 0 }
    let difference = new.better == .higher ? old.value - new.value : new.value - old.value
    return difference == 0 ? 0 : difference / max(old.value.magnitude, .leastNormalMagnitude)
  }

  var hasMoved: Bool { !old.isEmpty && !new.isEmpty && old != new && verdict != .withinNoise && verdict != .notGated }

  /// The change, `34.7 -> 36.8 MB (+5.9%)`; for a share only its points.
  var move: String {
    if change.hasSuffix(" pt") { return change }
    let unit = new.firstIndex(of: " ").map { new[$0...] } ?? ""
    let before = old.hasSuffix(unit) ? String(old.dropLast(unit.count)) : old
    return "\(before) -> \(new)" + (change.isEmpty ? "" : " (\(change))")
  }

  var message: String { "\(verdict.rawValue): \(old) -> \(new) \(change) (limit \(limit))" }
}

/// The judgement of a row.
public enum GateVerdict: String, Sendable, CaseIterable {
  /// Better than the baseline: passes with the hint to accept it.
  case improved
  case ok
  /// Another value of a metric without a better direction: passes.
  case changed
  /// The difference is within noise.
  case withinNoise = "within noise"
  case regressed = "REGRESSED"
  /// More measurements are needed to decide.
  case inconclusive = "INCONCLUSIVE"
  /// Another library, trace, schema or codec, or no value in the baseline: never passes.
  case notComparable = "not comparable"
  /// Printed and, because of its limit, not judged.
  case notGated = "not gated"

  var isOpenOrWorse: Bool { isFailure || self == .inconclusive }

  var isFailure: Bool { self == .regressed || self == .notComparable }
}
