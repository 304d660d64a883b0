/// A comparison of virtual time with the wall clock, for one strategy on one trace.
public struct Validation: Sendable {
  public let strategy: String
  public let trace: String
  public let rows: [ValidationRow]
  public let assumptions: [Assumption]

  /// An assumption of virtual time, with a measurement of it beside its limit.
  public typealias Assumption = (statement: String, finding: String, isMet: Bool)

  /// The conclusion from all bounds and assumptions.
  public enum Verdict: Sendable {
    case agrees
    /// A bound is exceeded, and so is the limit of an assumption: this machine cannot confirm virtual time.
    case unfit
    /// A bound is exceeded although all tested assumptions are met.
    case disagrees
  }

  public var verdict: Verdict {
    if rows.allSatisfy(\.isMet) { return .agrees }
    return assumptions.allSatisfy(\.isMet) ? .disagrees : .unfit
  }

  /// - Parameters:
  ///   - virtual: The replay in virtual time.
  ///   - rounds: The replays of the same on the wall clock, at least one.
  ///   - othersShare: The share of the machine that others took meanwhile, or nil if the system does not tell.
  public init(strategy: String, trace: String, virtual: RunFacts, rounds: [RunFacts], othersShare: Double?) {
    precondition(!rounds.isEmpty, "a validation needs a round on the wall clock")
    self.strategy = strategy
    self.trace = trace
    rows = Validation.rows(virtual, rounds)
    assumptions = Validation.assumptions(virtual, rounds, othersShare)
  }

  private static let ratioBound = 0.02
  /// The largest difference of bitmap memory as a share of its peak, unless two bitmaps are more.
  private static let memoryBound = 0.03

  private static func rows(_ virtual: RunFacts, _ rounds: [RunFacts]) -> [ValidationRow] {
    let bitmap = Double(virtual.tally.requestedBytes) / Double(max(1, virtual.tally.requests.count))
    let memory = max(memoryBound * Double(virtual.tally.peak.bytes), 2 * bitmap)
    let bounds: [Column: Double] = [
      Column(.hitRate): ratioBound, Column(.blankRatio): ratioBound, Column(.peakBitmapBytes): memory,
    ]
    return columns.compactMap { column in
      guard let expected = column.number(column.metric.value(of: virtual)) else { return nil }
      let real = rounds.compactMap { column.number(column.metric.value(of: $0)) }
      guard real.count == rounds.count else { return nil }
      return ValidationRow(
        name: column.part == .whole ? column.id : "\(column.metric.id) \(column.part.name)", unit: column.unit,
        virtual: expected, real: real, bound: bounds[column])
    }
  }

  private static let columns =
    [Metric.hitRate, .warmHitRate, .blankRatio, .warmBlankRatio, .peakBitmapBytes, .meanBitmapBytes].map { Column($0) }
    + [.mean, .p50, .p95, .p99].map { Column(.timeToImage, $0) }
    + [
      Metric.lateRequests, .misses, .decodes, .redecodes, .wastedDecodes, .cancelledJobs, .neverShown, .evictions,
      .refusedJobs, .overdrafts,
    ].map { Column($0) }

  private static let (droppedShareMax, overrunShareMax, othersShareMax) = (0.005, 0.01, 0.1)

  private static func assumptions(
    _ virtual: RunFacts, _ rounds: [RunFacts], _ othersShare: Double?
  ) -> [Assumption] {
    let timings = rounds.compactMap(\.frames)
    func percent(_ limit: Double) -> String { "(limit \(NumberText.percent(limit)))" }
    func milliseconds(_ time: Int64) -> String { NumberText.milliseconds(Double(time)) }
    let frames = Distribution(samples: timings.flatMap(\.lateness))
    let ends = Distribution(samples: timings.flatMap(\.decodeLateness))
    let (dropped, overruns) = (timings.reduce(0) { $0 + $1.dropped }, timings.reduce(0) { $0 + $1.overruns })
    let cost = Double(virtual.tally.requestedCost) / Double(max(1, virtual.tally.requests.count))
    // A held decode may end late by a share of the mean declared cost, or by 0.3 ms.
    let endLimit = max(300_000, 0.05 * cost)
    let assumptions: [Assumption] = [
      (
        "a frame happens when it is due",
        "\(dropped) of \(NumberText.grouped(frames.count)) frames dropped \(percent(droppedShareMax)), "
          + "done \(milliseconds(frames.p50)) ms late in the middle, \(milliseconds(frames.p99)) ms at p99",
        Double(dropped) <= droppedShareMax * Double(frames.count)
      ),
      (
        "a decode is done within the cost that the device declares",
        "\(overruns) of \(NumberText.grouped(ends.count)) took longer \(percent(overrunShareMax))",
        Double(overruns) <= overrunShareMax * Double(ends.count)
      ),
      (
        "a decode ends when its cost is over",
        "dealt with \(milliseconds(ends.p50)) ms later in the middle, \(milliseconds(ends.p95)) ms at p95 "
          + "(limit \(NumberText.milliseconds(endLimit)) ms)",
        Double(ends.p95) <= endLimit
      ),
    ]
    guard let othersShare else { return assumptions }
    let finding = "others took \(NumberText.percent(othersShare)) of its cores \(percent(othersShareMax))"
    return assumptions + [("the machine is otherwise idle", finding, othersShare <= othersShareMax)]
  }

  /// The table, the assumptions and the conclusion.
  public var text: String {
    let rounds = NumberText.count(rows.first?.real.count ?? 0, "round")
    let assumed = assumptions.flatMap { assumption in
      let lines = "\(assumption.statement): \(assumption.finding)".wrapped(width: ReportPart.width - 9)
      return lines.enumerated().map {
        ($0.offset > 0 ? "         " : assumption.isMet ? "  holds  " : "  FAILS  ") + $0.element + "\n"
      }
    }
    return [
      ReportPart.lines("\(strategy) on \(trace), virtual time against the wall clock (\(rounds))\n"), .table(table),
      .lines("Assumptions of virtual time:\n" + assumed.joined()), .paragraph(sentence),
    ].text
  }

  /// The conclusion in a sentence or two.
  public var sentence: String {
    let over = rows.filter { !$0.isMet }.map(\.name).joined(separator: ", ")
    let failing = assumptions.filter { !$0.isMet }.map { "'\($0.statement)'" }.joined(separator: " and ")
    switch verdict {
    case .agrees:
      let judged = rows.filter { $0.bound != nil }.map(\.name).joined(separator: ", ")
      return "Virtual time and the wall clock agree within their bounds on \(judged)."
        + (failing.isEmpty ? "" : " They do although \(failing) did not hold.")
    case .unfit:
      return "The difference in \(over) passes its bound, and \(failing) did not hold: "
        + "this machine, as busy as it was, could not show what virtual time says. Free it."
    case .disagrees:
      return "The difference in \(over) passes its bound though every assumption that was looked at holds: "
        + "rounds differ by up to the spread shown, the rest is an error of virtual time."
    }
  }

  private var table: TextTable {
    func difference(_ value: Double, _ row: ValidationRow) -> String { row.unit.words(value, isDifference: true) }
    let columns: [TableColumn<ValidationRow>] = [
      .words("metric", text: \.name), .numbers("virtual") { $0.unit.words($0.virtual) },
      .numbers("wall", "clock") { $0.unit.words($0.median) },
      .numbers("difference") { ($0.difference > 0 ? "+" : "") + difference($0.difference, $0) },
      .numbers("spread", "of rounds") { difference($0.spread, $0) },
      .numbers("bound") { row in row.bound.map { difference($0, row) } ?? "" },
      .words("") { $0.bound == nil ? "" : $0.isMet ? "ok" : "OVER" },
    ]
    // Metrics that are 0 everywhere are left out.
    return TextTable(rows.filter { $0.bound != nil || $0.virtual != 0 || $0.spread != 0 }, columns)
  }

  /// The comparison for other programs.
  public var json: JSON {
    .object([
      "strategy": .string(strategy), "trace": .string(trace), "verdict": .string("\(verdict)"),
      "conclusion": .string(sentence),
      "metrics": .array(
        rows.map { row in
          var members: [String: JSON] = [
            "metric": .string(row.name), "unit": .string(row.unit.rawValue), "virtual": .number(row.virtual),
            "real": .array(row.real.map { .number($0) }), "difference": .number(row.difference),
            "spread": .number(row.spread), "holds": .bool(row.isMet),
          ]
          members["bound"] = row.bound.map { .number($0) }
          return .object(members)
        }),
      "assumptions": .array(
        assumptions.map { assumption in
          .object([
            "statement": .string(assumption.statement), "finding": .string(assumption.finding),
            "holds": .bool(assumption.isMet),
          ])
        }),
    ])
  }
}

/// A metric in virtual time and on the wall clock.
public struct ValidationRow: Sendable {
  /// The id of the metric, or of the figure of a distribution.
  public let name: String
  public let unit: Metric.Unit
  public let virtual: Double
  /// The values by round, at least one.
  public let real: [Double]
  /// The largest difference in the metric's unit, or nil if it is not judged.
  public let bound: Double?

  public var median: Double { real.ordered()[real.count / 2] }
  /// The median less the value in virtual time.
  public var difference: Double { median - virtual }
  /// The largest value less the smallest.
  public var spread: Double { (real.max() ?? 0) - (real.min() ?? 0) }
  public var isMet: Bool { bound.map { abs(difference) <= $0 } ?? true }
}

extension Metric.Unit {
  /// Returns a value with its unit; differences of shares are in points.
  func words(_ value: Double, isDifference: Bool = false, decimals: Int = 2) -> String {
    switch self {
    case .ratio: NumberText.fixed(value * 100, decimals: 2) + (isDifference ? " pt" : " %")
    case .count: NumberText.grouped(value)
    default: text(value, decimals: decimals)
    }
  }
}
