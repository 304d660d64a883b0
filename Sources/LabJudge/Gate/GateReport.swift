import LabBase
import LabRecords

/// What a gate found: every row, judged, and what follows for the process.
public struct GateReport: Sendable {
  public let rows: [GateRow]
  public let cases: [GateCase]
  /// Why the machine was unfit to measure; nil when it was fit or nothing was timed.
  public let unfit: String?
  /// Why instructions were not counted; empty where they were, or nobody asked.
  public var instructionsLack = ""
  /// Whether images were decoded, and no old binary was there to compare their times with.
  public var isUntimed = false
  /// A sentence that says how many of the folder's baselines were judged.
  public var share = ""
  /// Cases that have limits of their own and were not judged.
  public var unusedLimits: [String] = []
  /// Whether what is inconclusive fails.
  public var isStrict = false

  public func rows(_ verdict: GateVerdict) -> [GateRow] { rows.filter { $0.verdict == verdict } }

  /// True where no row is judged: a gate that judges nothing is not passed.
  var judgesNothing: Bool { rows.allSatisfy { $0.verdict == .notGated } }

  /// 0 fine, 2 regression, 3 unfit to measure, 5 not comparable or nothing to judge, 6 inconclusive (only when
  /// `isStrict`); the gravest wins: a regression that was found is one on any machine.
  public func exitCode(isStrict: Bool) -> Int32 {
    if !rows(.regressed).isEmpty { return 2 }
    if !rows(.notComparable).isEmpty || judgesNothing { return 5 }
    if unfit != nil { return 3 }
    return isStrict && !rows(.inconclusive).isEmpty ? 6 : 0
  }
}

/// What a report says of a case beside its rows.
public struct GateCase: Sendable {
  public let name: String
  /// The command that makes the case again.
  public var reproduce = ""
  /// The command that makes its new numbers the baseline.
  public var accept = ""
  /// Parameters of the strategy that are not the baseline's: `height was 2, is 9/4`.
  public var parameters: [String] = []
  /// Where and how old and new part, in words; empty when they do not, or it is not known.
  public var parting = ""
  /// What got better, what that costs, and what there is to choose from; empty where nothing was won.
  public var trade = ""
}

/// One judged line of a gate: a metric of a cell, old against new.
public struct GateRow: Hashable, Sendable {
  /// How a row is judged.
  public enum Kind: String, Sendable {
    /// Counted: by equality.
    case exact
    /// Resident memory beyond the ledger.
    case memory
    /// Instructions of decodes and frames, by how many a count may gain.
    case instructions
    /// Decode time, by statistics over pairs.
    case latency
  }

  /// Strategy and trace, as people name the cell.
  public let cell: String
  public let kind: Kind
  /// The metric's id with the figure that was taken of it: `time-to-image-p95`.
  public let metric: String
  /// Texts with units; empty where there is no value.
  public private(set) var old = ""
  public private(set) var new = ""
  /// The difference for people: `+4.6%`, `=`, `~`.
  public private(set) var change = ""
  /// What was allowed: `=`, `3%|30MB`.
  public private(set) var limit = ""
  public let verdict: GateVerdict
  /// Why, or what would decide; may be several lines.
  public var detail = ""
  /// The share by which the value is worse than it was, for people; below 0 where it is better.
  public private(set) var growth: Double = 0

  /// True where there is an old value and a new one, and the two are not the same but for what measuring itself varies.
  var hasMoved: Bool { !old.isEmpty && !new.isEmpty && old != new && verdict != .withinNoise && verdict != .notGated }
}

/// What a gate thinks of one row.
public enum GateVerdict: String, Sendable, CaseIterable {
  /// Better than the baseline: passes, with the hint to accept it.
  case improved
  case ok
  /// Another value of what has no better direction: passes.
  case changed
  /// Different, but by no more than the measurement itself varies.
  case withinNoise = "within noise"
  case regressed = "REGRESSED"
  /// More measuring would decide.
  case inconclusive = "INCONCLUSIVE"
  /// Another library, trace, schema or codec, or the baseline lacks it: never green.
  case notComparable = "not comparable"
  /// Printed and not judged: a limit says so, or it is a tail of decode times.
  case notGated = "not gated"

  /// True for what is shown before all else: it got worse, or nobody knows.
  var isOpenOrWorse: Bool { self == .regressed || self == .notComparable || self == .inconclusive }
}

extension GateReport {
  /// For a terminal: what moved, a line a case, then what got worse, why, and what to do.
  ///
  /// - Parameter showsAll: also the rows that did not get worse.
  public func text(showsAll: Bool) -> String {
    var text = "gate \(outcome): \(headline)\n"
    for line in caseLines { text += "  \(line)\n" }
    let shown = rows.filter { showsAll || $0.verdict.isOpenOrWorse }
    if !shown.isEmpty { text += "\n" + GateReport.table(shown).text(width: 110) + "\n" }
    for (title, lines) in explanations(of: shown) { text += block("\(title):", lines) }
    for sentence in sentences { text += "\(sentence)\n" }
    return text + summary + "\n"
  }

  /// Titles with what is said below them: why rows failed, where replays part, and what can be done about each case.
  func explanations(of rows: [GateRow]) -> [(title: String, lines: String)] {
    var found = rows.filter { !$0.detail.isEmpty && $0.verdict.isOpenOrWorse }.map {
      (title: "\($0.cell), \($0.metric)", lines: $0.detail)
    }
    for part in cases {
      let verdicts = Set(self.rows.lazy.filter { $0.cell == part.name }.map(\.verdict))
      if verdicts.contains(.regressed) || verdicts.contains(.notComparable) {
        found += [
          ("\(part.name), both replays", part.parting), ("\(part.name), to reproduce", part.reproduce),
          ("\(part.name), a trade", part.trade),
        ]
      } else if verdicts.contains(.improved) || verdicts.contains(.changed) {
        found.append(("\(part.name), to keep what moved", part.accept))
      }
    }
    return found.filter { !$0.lines.isEmpty }
  }

  static func table(_ rows: [GateRow]) -> TextTable {
    let columns: [TableColumn<GateRow>] = [
      .words("case", text: \.cell), .words("metric", text: \.metric), .numbers("base", text: \.old),
      .numbers("head", text: \.new), .numbers("change", text: \.change), .numbers("limit", text: \.limit),
      .words("verdict", text: \.verdict.rawValue),
    ]
    return TextTable(rows, columns)
  }

  /// What was not judged, and why.
  var sentences: [String] {
    var sentences = share.isEmpty ? [] : [share]
    if !instructionsLack.isEmpty { sentences.append("Instructions were not counted: \(instructionsLack).") }
    if isUntimed {
      sentences.append("Decode times were not judged: name an old binary to compare with, by --base or --base-ref.")
    }
    sentences += unusedLimits.map { "There are limits of \"\($0)\", and no such case was judged: is its name right?" }
    if let unfit { sentences.append("The machine is unfit to measure: \(unfit).") }
    return sentences
  }

  /// One sentence with the counts of every verdict.
  public var summary: String {
    "gate: " + ((judgesNothing ? ["nothing to judge"] : []) + GateReport.counts(rows)).joined(separator: ", ")
  }

  /// `2 REGRESSED`, `43 ok` ...
  static func counts(_ rows: [GateRow]) -> [String] {
    GateVerdict.allCases.compactMap { verdict -> String? in
      let count = rows.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
  }

  /// A title with lines below it. Commands are not broken: they are there to be pasted.
  private func block(_ title: String, _ text: String) -> String {
    let programs = Set(cases.map { $0.reproduce.prefix { $0 != " " } + " " })
    let lines = text.split(separator: "\n").flatMap { line in
      programs.contains { line.hasPrefix($0) } ? [String(line)] : String(line).wrapped(width: 106)
    }
    return "\(title)\n" + lines.map { "    \($0)\n" }.joined()
  }

  /// `a, b and c`; the first four of many, and how many more there are.
  static func list(_ names: [String]) -> String { NameList.text(names, most: 5, first: 4, rest: "more") }
}
