/// The strategies of a sweep compared with one of them, the base, cell by cell: a cell is a trace on a device.
///
/// A strategy is no worse in a cell when its warm hit rate, mean warm time to image and warm blank ratio are no worse
/// than the base's and its peak is no higher. The peak is not judged where its budget is given in bytes, and the time is
/// not where thumbnails stand in, for these go first.
public struct StrategyComparison: Sendable {
  /// A gap of which a strategy closes a share: from `none`, or from the base, to a clairvoyant with the base's peak.
  enum Gap: Sendable {
    case hits, blank, hitsFromBase
  }

  struct Cell: Sendable {
    var trace: Int
    var device: Int
    var own: SweepFigures
    var base: SweepFigures
    var lost: [Column]
    /// The share of each gap that is closed, at most 1; none for a gap of no width, without the strategies at which it begins
    /// and ends, and where cells show thumbnails.
    var closed: [Gap: Double] = [:]
  }

  /// The strategies on a screen over the traces of one set, in the order of the plan; the number of traces and devices on
  /// which a strategy with no more bytes passed the clairvoyant, so that the gap ends at it; and the bound, if asked for.
  typealias Part = (of: SweepPlan.Part, rows: [Row], passed: Int, bound: SweepBounds.Mean?)

  struct Row: Sendable {
    var strategy: Int
    var cells: [Cell]

    var won: Int { cells.count { $0.lost.isEmpty } }

    func own(_ column: Column) -> Double { column.combined(cells.map { $0.own.value(column) }) ?? .nan }

    /// Returns the mean over cells of the ratio to the base; where the base has nothing it counts as 1.
    @inline(never)
    func ratio(_ value: (SweepFigures) -> Double, to other: ((SweepFigures) -> Double)? = nil) -> Double {
      let ratios = cells.map { cell in
        let base = other.map { $0(cell.base) } ?? value(cell.base)
        return base == 0 ? 1 : value(cell.own) / base
      }
      return ratios.mean ?? .nan
    }

    func ratio(_ column: Column) -> Double { ratio { $0.value(column) } }

    func closed(_ gap: Gap) -> Double? { cells.compactMap { $0.closed[gap] }.mean }
  }

  /// The ends of gaps, in costs, and whether a strategy with no more bytes passed the clairvoyant.
  private typealias Top = (hits: Double, blank: Double, isPassed: Bool)

  let plan: SweepPlan
  let base: Int
  private(set) var parts: [Part] = []
  let lacks: [String]
  private let none: Int?
  private let clairvoyant: Int?
  /// By strategy, true for a budget in bytes: one in screens or from a peak follows the screen, as the base does.
  private let hasBytes: [Bool]

  /// - Parameters:
  ///   - table: The results of a whole sweep.
  ///   - base: A strategy of its plan.
  ///   - bounds: Bounds at the base's peaks.
  public init(_ table: SweepTable, against base: Int, bounds: SweepBounds? = nil) {
    (plan, self.base, lacks) = (table.plan, base, bounds?.lacks ?? [])
    let names = plan.strategies.map(\.text)
    none = names.firstIndex(of: "none")
    clairvoyant = names.firstIndex(of: "clairvoyant:budget=peak(\(names[base]))")
    hasBytes = plan.strategies.map { strategy in
      StrategyWords(strategy.canonicalText).parts.flatMap(\.settings).contains {
        $0.key == "budget" && !PeakShare.isWritten(in: $0.value) && !$0.value.hasSuffix("screens")
      }
    }
    for part in plan.parts {
      let places = plan.devices.indices.flatMap { device in part.group.traces.map { (trace: $0, device: device) } }
      let figures = places.map { place in
        plan.strategies.indices.map { table[$0, trace: place.trace, screen: part.screen, device: place.device] }
      }
      let tops = figures.map { top($0) }
      let rows = plan.strategies.indices.map { strategy in
        let cells = places.indices.compactMap { cell(strategy, places[$0], figures[$0], top: tops[$0]) }
        return Row(strategy: strategy, cells: cells)
      }
      let jobs = places.map { plan.number(strategy: base, trace: $0.trace, screen: part.screen, device: $0.device) }
      let passed = tops.count { $0?.isPassed == true }
      parts.append((part, rows.filter { !$0.cells.isEmpty }, passed, bounds?.mean(ofJobs: jobs)))
    }
  }

  /// Returns the least cost with full images of the clairvoyant, or of any other with no more bytes than the base has.
  private func top(_ all: [SweepFigures]) -> Top? {
    guard let top = clairvoyant.map({ all[$0] }), !top.isAbsent else { return nil }
    let within = all.filter { !$0.isAbsent && $0[.thumbnails] == nil && $0.value(.peak) <= all[base].value(.peak) }
    func least(_ column: Column) -> Double { within.reduce(top.cost(column)) { min($0, $1.cost(column)) } }
    let (hits, blank) = (least(.hits), least(.blank))
    return (hits, blank, hits < top.cost(.hits) || blank < top.cost(.blank))
  }

  /// Returns nil for an oracle that was left out.
  private func cell(
    _ strategy: Int, _ place: (trace: Int, device: Int), _ all: [SweepFigures], top: Top?
  ) -> Cell? {
    let (own, base) = (all[strategy], all[base])
    if own.isAbsent || base.isAbsent { return nil }
    let judged =
      [.hits] + (own[.thumbnails] == nil ? [.wait] : []) + [.blank] + (hasBytes[strategy] ? [] : [Column.peak])
    let lost = judged.filter { own.cost($0) > base.cost($0) }
    var cell = Cell(trace: place.trace, device: place.device, own: own, base: base, lost: lost)
    guard own[.thumbnails] == nil, let top else { return cell }
    // At most 1: the gap ends at a strategy that passes its end.
    func close(_ gap: Gap, _ column: Column, from start: SweepFigures?, to end: Double) {
      let (own, end) = (own.cost(column), min(end, own.cost(column)))
      if let start = start?.cost(column), end < start { cell.closed[gap] = (start - own) / (start - end) }
    }
    let none = none.map { all[$0] }
    close(.hitsFromBase, .hits, from: base, to: top.hits)
    close(.hits, .hits, from: none, to: top.hits)
    close(.blank, .blank, from: none, to: top.blank)
    return cell
  }
}

/// The bounds of a sweep's cases at the bytes that one of its strategies peaks at.
public struct SweepBounds: Sendable {
  typealias Mean = (caseCount: Int, hitRate: Double, blankRatio: Double)

  /// By the number of the strategy's job; none of cases for which bounds do not hold.
  private var bounds: [Int: OfflineBound] = [:]
  let lacks: [String]

  /// - Parameters:
  ///   - table: The results of the runner's whole sweep.
  ///   - base: The strategy whose peaks are the bytes.
  public init(_ runner: SweepRunner, _ table: SweepTable, of base: Int, threads: Int) {
    let jobs = (0..<runner.plan.jobCount).map(runner.plan.job).filter { $0.strategy == base }
    let found = ParallelLoop.map(jobs.count, threads: threads) { index -> (bound: OfflineBound?, reason: String?) in
      let job = jobs[index]
      let replay = runner.replay(job)
      if let reason = OfflineBound.missingReason(for: runner.ground.strategies[base].sample, over: replay) {
        return (nil, reason)
      }
      let peak = table[base, trace: job.trace, screen: job.screen, device: job.device].value(.peak)
      // A strategy that holds nothing is bounded as one that holds a byte.
      return (OfflineBound(replay, memory: ByteCount(rawValue: max(1, Int64(peak)))), nil)
    }
    for (job, found) in zip(jobs, found) { bounds[job.number] = found.bound }
    lacks = found.compactMap(\.reason).unique
  }

  /// Returns nil where no case has a request and an area.
  func mean(ofJobs jobs: [Int]) -> Mean? {
    let bounds = jobs.compactMap { self.bounds[$0] }.filter { $0.requests > 0 && $0.area > 0 }
    guard let hits = bounds.map({ Double($0.hits) / Double($0.requests) }).mean,
      let blank = bounds.map({ Double($0.blank) / Double($0.area) }).mean
    else { return nil }
    return (bounds.count, hits, blank)
  }
}
