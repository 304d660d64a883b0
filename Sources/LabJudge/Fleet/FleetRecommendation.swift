public import LabBase
import CacheLab
package import LabRecords
public import StrategyKit

/// Which strategy to ship within a budget, from what a fleet counted.
///
/// The rule is that of `Recommendation`, but for the budget: among a million traces some hold more than any, so a
/// candidate stays within the budget on 99 of 100 traces of each screen and device. The best has the least area that
/// does not show its image, the mean over traces, screens and devices; of those that resamples of the users do not tell from it, the one is
/// recommended that begins the fewest decodes.
public struct FleetRecommendation: Sendable {
  /// A strategy beside the answer.
  struct Rival: Sendable {
    var role: String
    var strategy: Int
    /// How much more blank area it leaves, a share, and 1.96 standard deviations of that over resamples of the users.
    var difference: Double
    var margin: Double
    /// Traces that would make the difference larger than its margin; nil where it is, or where there is none.
    var tracesNeeded: Double?

    var isDecided: Bool { difference.magnitude > margin }
  }

  public let table: FleetTable
  let budget: ByteCount
  /// What was chosen from, in words.
  private let choices: String
  /// Nil when nothing fits.
  public let answer: Int?
  let rivals: [Rival]
  /// The smallest budget that a strategy stays within, in steps of `Recommendation.Offer`, and which; nil without any
  /// strategy.
  let smallest: (strategy: Int, budget: ByteCount)?
  /// Strata in which a rival leaves less blank area, with at least one of 100 runs.
  let exceptions: [Exception]

  /// A share of the runs, and what the answer and the rival leave blank there.
  typealias Exception = (stratum: FleetStratum, strategy: Int, share: Double, blank: Double, other: Double)

  /// Of the traces, whose peak stays within the budget.
  static let within = 0.99

  public init(
    _ table: FleetTable, budget: ByteCount, workMax: Double? = nil, drivesPhotos: Bool = false
  ) {
    let strategies = table.plan.sweep.strategies
    let all = table.rows.grouped(by: \.strategy).map { Candidate($0, $1, table) }.filter { candidate in
      (!drivesPhotos || strategies[candidate.strategy].drivesPhotos) && workMax.map { candidate.work <= $0 } ?? true
    }
    let order = all.filter { $0.fits(budget) }.sorted { ($0.lacking, $0.strategy) < ($1.lacking, $1.strategy) }
    self.table = table
    self.budget = budget
    choices =
      "the fleet's strategies" + (drivesPhotos ? " that PHCachingImageManager can run" : "")
      + (workMax.map { " that begin at most \(NumberText.decodes(perRequest: $0)) decodes a request" } ?? "")
    smallest = all.compactMap { candidate -> (Int, ByteCount)? in
      candidate.limit.map { (candidate.strategy, Recommendation.Offer.budget(from: Double($0))) }
    }.min { ($0.1, $0.0) < ($1.1, $1.0) }
    let answer = FleetRecommendation.chosen(order)
    self.answer = answer?.strategy
    guard let answer else {
      (rivals, exceptions) = ([], [])
      return
    }
    let traces = Double(table.plan.traceCount)
    rivals = FleetRecommendation.named(answer, order, strategies).map { role, rival in
      let difference = rival.lacking - answer.lacking
      let margin = 1.96 * rival.spread(beside: answer)
      let ratio = margin / difference.magnitude
      return Rival(
        role: role, strategy: rival.strategy, difference: difference, margin: margin,
        tracesNeeded: difference == 0 || ratio <= 1 ? nil : traces * ratio * ratio)
    }
    exceptions = FleetRecommendation.exceptions(answer, among: order)
  }

  /// Those beside which the answer is set, with what they are.
  private static func named(
    _ answer: Candidate, _ order: [Candidate], _ strategies: [SweepPlan.Strategy]
  ) -> [(String, Candidate)] {
    func family(_ one: Candidate) -> String { StrategyWords(strategies[one.strategy].canonicalText).family }
    func drivesPhotos(_ one: Candidate) -> Bool { strategies[one.strategy].drivesPhotos }
    var named: [(String, Candidate)] = []
    func name(_ role: String, _ rival: Candidate?) {
      if let rival, rival.strategy != answer.strategy, !named.contains(where: { $0.1.strategy == rival.strategy }) {
        named.append((role, rival))
      }
    }
    name("next family", order.first { family($0) != family(answer) })
    if !drivesPhotos(answer) { name("drives Photos", order.first { drivesPhotos($0) }) }
    name("least blank", order.first)
    name("next parameters", order.first { $0.strategy != answer.strategy })
    return named
  }

  /// What a strategy came to, over all screens and devices.
  private struct Candidate {
    let strategy: Int
    let rows: [FleetTable.Row]
    let lacking: Double
    let work: Double
    /// The mean blank area in each resample of the users.
    let draws: [Double]

    init(_ strategy: Int, _ rows: [FleetTable.Row], _ table: FleetTable) {
      (self.strategy, self.rows) = (strategy, rows)
      lacking = rows.compactMap(\.lacking).mean ?? 1
      work = rows.compactMap { $0.mean(.work) }.mean ?? 0
      let all = rows.map { table.draws($0) }.filter { !$0.isEmpty }
      draws = (all.first ?? []).indices.map { index in all.reduce(0) { $0 + $1[index] } / Double(all.count) }
    }

    /// How far the differences to another lie apart over the resamples.
    func spread(beside other: Candidate) -> Double { FleetTable.spread(zip(draws, other.draws).map { $0 - $1 }) }

    func fits(_ budget: ByteCount) -> Bool {
      rows.allSatisfy { row in
        guard let peak = row.cell[.peak] else { return false }
        return Double(peak.sketch.count(upTo: budget.rawValue)) >= FleetRecommendation.within * Double(peak.count)
      }
    }

    /// What its peak does not pass on 99 of 100 traces, bytes.
    var limit: Int64? {
      let limits = rows.compactMap { $0.cell[.peak]?.sketch.limit(FleetRecommendation.within) }
      return limits.count == rows.count ? limits.max() ?? 0 : nil
    }

    var strata: [FleetStratum: (runs: UInt64, blank: Double)] {
      var sums: [FleetStratum: (runs: UInt64, blank: Double)] = [:]
      for row in rows {
        for (stratum, part) in row.strata {
          let sum = sums[stratum] ?? (0, 0)
          sums[stratum] = (sum.runs + part.runs, sum.blank + part.blank * Double(part.runs))
        }
      }
      return sums.mapValues { ($0.runs, $0.blank / Double(max($0.runs, 1))) }
    }
  }

  /// Of strategies by blank area, the one that works least among those that one standard deviation of the resamples does
  /// not tell from the first.
  private static func chosen(_ order: [Candidate]) -> Candidate? {
    guard let best = order.first else { return nil }
    return order.filter { $0.lacking - best.lacking <= $0.spread(beside: best) }
      .min { ($0.work, $0.lacking, $0.strategy) < ($1.work, $1.lacking, $1.strategy) }
  }

  private static func exceptions(_ answer: Candidate, among order: [Candidate]) -> [Exception] {
    let mine = answer.strata
    let all = Double(mine.values.reduce(0) { $0 + $1.runs })
    let others = order.filter { $0.strategy != answer.strategy }.prefix(50).map { ($0.strategy, $0.strata) }
    return mine.sorted { $0.key.number < $1.key.number }.compactMap { stratum, part in
      guard Double(part.runs) >= 0.01 * all else { return nil }
      let best = others.compactMap { strategy, strata in strata[stratum].map { (strategy, $0.blank) } }
        .min { ($0.1, $0.0) < ($1.1, $1.0) }
      guard let best, best.1 < part.blank else { return nil }
      return (stratum, best.0, Double(part.runs) / all, part.blank, best.1)
    }
  }
}

extension FleetRecommendation: ShippingAdvice {
  private var strategies: [SweepPlan.Strategy] { table.plan.sweep.strategies }

  private var lacking: String { table.hasThumbnails ? "without its image" : "blank" }

  package var parts: [ReportPart] { sentences.map { .paragraph($0) } + (answer == nil ? [] : [.table(costs)]) }

  var sentences: [String] {
    guard let answer else {
      guard let smallest else { return ["There are none of \(choices): leave out --drives-photos or --work."] }
      return [
        "None of \(choices) stays within \(budget) on 99 of 100 traces: the smallest budget that one does is "
          + "\(NumberText.megabytes(Double(smallest.budget.rawValue)))MB: \(table.name(smallest.strategy))."
      ]
    }
    var sentences = [
      "Ship \(table.name(answer)) within \(budget): of \(strategies.count) strategies none leaves less area \(lacking) over "
        + "\(NumberText.count(table.plan.traceCount, "trace")), as far as these tell, with fewer decodes, and it stays within "
        + "the budget on 99 of 100."
    ]
    sentences += rivals.map { rival in
      let much =
        "\(NumberText.fixed(rival.difference.magnitude * 100, decimals: 3)) +- "
        + "\(NumberText.fixed(rival.margin * 100, decimals: 3)) points"
      let beside =
        "Beside \(table.name(rival.strategy)) (\(rival.role)) it leaves \(much) \(rival.difference < 0 ? "more" : "less") "
        + "of the area \(lacking)"
      if rival.isDecided { return beside + "." }
      let more = rival.tracesNeeded.map { $0 - Double(table.plan.traceCount) }
      let needed =
        more.map { "about \(NumberText.grouped($0.rounded(.up))) more traces from similar users would settle it" }
        ?? "no number of such traces would settle it"
      return beside + ", which is undecided: \(needed)."
    }
    sentences += exceptions.map { exception in
      "On \(NumberText.percent(exception.share)) of the traces (\(exception.stratum.words.joined(separator: ", ")) load) "
        + "\(table.name(exception.strategy)) leaves less: \(NumberText.percent(exception.other)) in place of "
        + "\(NumberText.percent(exception.blank))."
    }
    return sentences
  }

  private var costs: TextTable {
    typealias Row = (role: String, row: FleetTable.Row)
    let shown = (answer.map { [("answer", $0)] } ?? []) + rivals.map { ($0.role, $0.strategy) }
    let rows = shown.flatMap { role, strategy -> [Row] in
      table.rows.filter { $0.strategy == strategy }.map { (role, $0) }
    }
    let columns: [TableColumn<Row>] = [
      .words("which") { $0.role }, .words("screen") { table.plan.sweep.screens[$0.row.screen] },
      .words("device") { table.plan.sweep.deviceName($0.row.device) },
      .numbers("blank") { Column.blank.text($0.row.mean(.blank)) },
      .numbers("+-") { NumberText.percent(1.96 * FleetTable.spread(table.draws($0.row))) },
    ]
    let rest: [TableColumn<Row>] = [
      .numbers("peak MB", "p99") { NumberText.megabytes($0.row.quantile(.peak, 0.99) ?? 0) },
      .numbers("mean", "MB") { NumberText.megabytes($0.row.mean(.meanBytes) ?? 0) },
      .words("strategy") { $0.row.name },
    ]
    return TextTable(rows, columns + TableColumn.figures(Figure.fleet) { $0.row.mean($1) } + rest)
  }

  public func json(code: RecommendedCode?) -> JSON {
    .object([
      "answer": answer.map { .string(strategies[$0].canonicalText) } ?? .null,
      "budget": .integer(Int128(budget.rawValue)),
      "traces": .integer(Int128(table.plan.traceCount)), "code": code.map { .string($0.text) } ?? .null,
      "rivals": .array(
        rivals.map { rival in
          .object([
            "role": .string(rival.role), "strategy": .string(strategies[rival.strategy].canonicalText),
            "blank-difference": .number(rival.difference), "margin": .number(rival.margin),
            "decided": .bool(rival.isDecided), "traces-needed": rival.tracesNeeded.map { .number($0) } ?? .null,
          ])
        }),
      "exceptions": .array(
        exceptions.map {
          .object([
            "stratum": .array($0.stratum.words.map { .string($0) }), "strategy": .string(strategies[$0.strategy].text),
            "share": .number($0.share), "blank": .number($0.blank), "other-blank": .number($0.other),
          ])
        }),
    ])
  }
}
