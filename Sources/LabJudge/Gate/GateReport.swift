import LabBase
import LabRecords

/// What a gate found: every row, judged, and what follows for the process.
public struct GateReport: Sendable {
  public let rows: [GateRow]
  /// Why the machine was unfit to measure; nil when it was fit or nothing was timed.
  public let unfit: String?
  /// Commands that make a cell again, by cell.
  public let reproduce: [String: String]
  /// Commands that make a cell's new numbers its baseline, by cell.
  public var accept: [String: String] = [:]
  /// Where and how old and new part, by cell.
  public var partings: [String: String] = [:]
  /// Parameters of the strategy that are not the baseline's, by cell.
  public var parameters: [String: [String]] = [:]
  /// Why instructions were not counted; empty where they were, or nobody asked.
  public var instructionsLack = ""
  /// Whether images were decoded, and no old binary was there to compare their times with.
  public var isUntimed = false
  /// A sentence that says how many of the folder's baselines were judged; empty where evidence was.
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
}

/// What a gate thinks of one row.
public enum GateVerdict: String, Sendable, CaseIterable {
  /// Better than the baseline: passes, with the hint to accept it.
  case improved
  case ok
  /// Different, but by no more than the measurement itself varies.
  case withinNoise = "within noise"
  case regressed = "REGRESSED"
  /// More measuring would decide.
  case inconclusive = "INCONCLUSIVE"
  /// Another library, trace, schema or codec, or the baseline lacks it: never green.
  case notComparable = "not comparable"
  /// Printed and not judged: a limit says so, or it is a tail of decode times.
  case notGated = "not gated"
}

extension GateReport {
  /// Verdicts that are always shown; rows that passed unchanged are only counted.
  private static let told: [GateVerdict] = [.regressed, .notComparable, .inconclusive, .improved]

  /// For a terminal.
  ///
  /// - Parameter showsAll: also the rows that passed unchanged.
  public func text(showsAll: Bool) -> String {
    let shown = rows.filter { showsAll || GateReport.told.contains($0.verdict) || $0.kind != .exact }
    var text = notes.map { "\($0)\n" }.joined()
    if !shown.isEmpty { text += GateReport.table(shown).text(width: 110) + "\n" }
    for row in shown where !row.detail.isEmpty && row.verdict != .ok && row.verdict != .notGated {
      text += block("\(row.cell), \(row.metric):", row.detail)
    }
    for cell in failingCells {
      if let parting = partings[cell] { text += block("\(cell), both replays:", parting) }
      text += reproduce[cell].map { block("\(cell), to reproduce:", $0) } ?? ""
    }
    for cell in failingCells { text += trade(cell).map { block("\(cell), a trade:", $0) } ?? "" }
    for cell in improvedCells {
      text += accept[cell].map { block("\(cell), to keep what improved:", $0) } ?? ""
    }
    for sentence in sentences { text += "\(sentence)\n" }
    return text + summary + "\n"
  }

  /// Whose parameters are not the baseline's, a line a cell.
  var notes: [String] {
    parameters.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value.joined(separator: ", "))"
    }
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
    let counts = GateVerdict.allCases.compactMap { verdict -> String? in
      let count = rows(verdict).count
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    return "gate: " + ((judgesNothing ? ["nothing to judge"] : []) + counts).joined(separator: ", ")
  }

  /// A title with lines below it. Commands are not broken: they are there to be pasted.
  private func block(_ title: String, _ text: String) -> String {
    let programs = Set(reproduce.values.map { $0.prefix { $0 != " " } + " " })
    let lines = text.split(separator: "\n").flatMap { line in
      programs.contains { line.hasPrefix($0) } ? [String(line)] : String(line).wrapped(width: 106)
    }
    return "\(title)\n" + lines.map { "    \($0)\n" }.joined()
  }

  /// Cells with a row that improved and none that fails, in order: their new numbers are fit to be a baseline.
  var improvedCells: [String] { cells { $0 == .improved }.filter { !failingCells.contains($0) } }

  /// Cells with a row that fails, in order.
  var failingCells: [String] { cells { $0 == .regressed || $0 == .notComparable } }

  private func cells(_ isMeant: (GateVerdict) -> Bool) -> [String] {
    rows.filter { isMeant($0.verdict) }.map(\.cell).unique
  }

  /// What a user of the app sees, and what the policy `pareto` asks to be no worse.
  private static let seen = ["hit-rate", "blank-ratio", "time-to-image-p95"]
  private static let memory = ["peak-bitmap-bytes", "mean-bitmap-bytes"]

  /// Of a cell in which what is seen got better while something else fails: what there is to choose from, a line each;
  /// nil where nothing was won, or something that is seen was lost.
  func trade(_ cell: String) -> String? {
    let rows = rows.filter { $0.cell == cell }
    func metrics(_ verdict: GateVerdict) -> [String] {
      rows.filter { $0.kind == .exact && $0.verdict == verdict }.map(\.metric)
    }
    let (improved, paid) = (metrics(.improved), metrics(.regressed))
    let won = GateReport.seen.filter { improved.contains($0) }
    guard !won.isEmpty, let first = paid.first, !paid.contains(where: { GateReport.seen.contains($0) }),
      rows.allSatisfy({ $0.kind == .exact || $0.verdict != .regressed })
    else { return nil }
    let needsMemory = paid.contains { GateReport.memory.contains($0) }
    let pareto = needsMemory ? #"{ "blank-point": "1MB" }"# : "{}"
    let judged = needsMemory ? "weigh memory against what is seen" : "judge only what is seen, and memory"
    return """
      \(GateReport.list(won)) got better, and \(GateReport.list(paid)) got worse for it. Nothing passes by itself; choose:
      - keep it: \(accept[cell] ?? "\(ToolName.current) baseline accept --reason \"...\"")
      - let it grow a little, in gate.json: "limits": { "\(first)": "1%" }
      - \(judged), in gate.json: "policy": { "pareto": \(pareto) }
      """
  }

  /// `a, b and c`; the first four of many, and how many more there are.
  static func list(_ names: [String]) -> String { NameList.text(names, most: 5, first: 4, rest: "more") }
}
