/// The figures of many traces of many users, as far as the means of their groups do not say them.
///
/// The users are dealt into groups. A view of a sweep takes a group for a trace: means are over all groups, and the distance
/// of these says how sure a mean is, with the traces of a user together ("random groups": Wolter, "Introduction to Variance
/// Estimation", 2007). So the rows are read once, and four bytes are kept for each number that has percentiles.
public struct Population: Sendable {
  /// The length below which a trace is no scroll and does not count, and whether a trace counts by its length; else each
  /// counts the same.
  public typealias Rule = (secondsMin: Double, isByTime: Bool)

  private static let groupsMax = 50
  /// The numbers that have percentiles.
  static let told: [Column] = [.noticed, .firstSharp, .peak]

  /// The number of traces that count.
  public private(set) var traceCount = 0
  let rule: Rule
  /// The traces that are too short, and those that are left out on a screen or more, by their numbers in the pack from 1.
  private(set) var shortCount = 0
  private(set) var leftOut: [Int] = []
  /// The numbers of all traces, ascending, by job over a trace and told column.
  private var values: [Int: [[Float]]] = [:]
  /// The traces with the most noticed waits, the worst first, by job over a trace and their number in the pack from 1.
  private(set) var worst: [Int: [(trace: Int, noticed: Double)]] = [:]

  /// Reads the rows of a sweep over a pack, of which a trace has to count.
  static func table(_ reader: SweepReader, _ rule: Rule) throws(ResultError) -> SweepTable {
    let plan = reader.plan
    var population = Population(rule: rule)
    // By job over a trace, then group.
    var sums: [Int: SweepFiguresSum] = [:]
    var (users, known, last) = (Set<UInt64>(), Set<Int>(), -1)
    while let (row, _) = try reader.next() {
      guard let packed = row.trace else { continue }
      let (trace, cell) = row.number.quotientAndRemainder(dividingBy: plan.cellCount)
      let figures = SweepFigures(row, weight: rule.isByTime ? Double(packed.milliseconds) : 1)
      if figures.isAbsent {
        if population.leftOut.last != trace + 1 { population.leftOut.append(trace + 1) }
        continue
      }
      let isShort = Double(packed.milliseconds) < rule.secondsMin * 1000
      // Each trace is counted once, among those that do or those that do not.
      if last != trace { if isShort { population.shortCount += 1 } else { population.traceCount += 1 } }
      last = trace
      if isShort { continue }
      let user = packed.user(number: trace)
      users.insert(user)
      let group = Int(SplitMix64.hash(user, 0x6F0) % UInt64(groupsMax))
      known.insert(group)
      sums[cell * groupsMax + group, default: SweepFiguresSum()].add(figures)
      population.add(figures, trace: trace + 1, cell: cell)
    }
    population.values = population.values.mapValues { $0.map { $0.sorted() } }
    guard !known.isEmpty else {
      let aside = population.asideWords.joined(separator: "; ")
      throw .notRows(
        reader.rows.name, reason: "none of its \(NumberText.count(plan.traceCount, "trace")) counts: \(aside)",
        cure: "lower --min-seconds, or give other screens")
    }
    let groups = known.ordered()
    let all = groups.flatMap { group in
      (0..<plan.cellCount).map { cell -> SweepFigures in
        var figures = SweepFigures(sums[cell * groupsMax + group] ?? SweepFiguresSum())
        // The peak that a strategy does not pass on 99 of 100 traces stands for its highest.
        if !figures.isAbsent { figures.set(.worstPeak, to: population.quantile(.peak, 0.99, cell)) }
        return figures
      }
    }
    let words = "\(NumberText.count(population.traceCount, "trace")) of \(NumberText.count(users.count, "user"))"
    return SweepTable(
      plan: plan.grouped(groups.indices.map { "users \($0 + 1)" }, words), figures: all, population: population)
  }

  private mutating func add(_ figures: SweepFigures, trace: Int, cell: Int) {
    for (place, column) in Population.told.enumerated() {
      guard let value = figures[column] else { continue }
      // A peak that was rounded down might look as if it stayed within a budget.
      let number = Float(value)
      values[cell, default: Population.told.map { _ in [] }][place].append(
        Double(number) < value ? number.nextUp : number)
    }
    var worst = worst[cell] ?? []
    guard let noticed = figures[.noticed], worst.count < 3 || noticed > worst[2].noticed else { return }
    worst.insert((trace, noticed), at: worst.firstIndex { $0.noticed < noticed } ?? worst.count)
    self.worst[cell] = Array(worst.prefix(3))
  }

  func quantile(_ column: Column, _ share: Double, _ cell: Int) -> Double? {
    guard let place = Population.told.firstIndex(of: column), let values = values[cell]?[place], !values.isEmpty else {
      return nil
    }
    return Double(values[max(0, Int((share * Double(values.count)).rounded(.up)) - 1)])
  }

  /// The traces of which nothing is counted, with the reasons.
  var asideWords: [String] {
    var words: [String] = []
    if shortCount > 0 {
      let seconds = NumberText.fixed(rule.secondsMin, decimals: rule.secondsMin.rounded() == rule.secondsMin ? 0 : 1)
      words.append("\(NumberText.count(shortCount, "trace")) shorter than \(seconds) s left out (--min-seconds)")
    }
    if leftOut.count > 0 {
      let some = leftOut.prefix(5).map { "#\($0)" }.joined(separator: ", ") + (leftOut.count > 5 ? " and more" : "")
      words.append(
        "\(NumberText.count(leftOut.count, "trace")) left out on a screen, because no cell fits, photos show at too "
          + "many sizes, or the pack is damaged there: \(some)")
    }
    return words
  }

  /// A strategy on a screen and device, with the range of the mean of noticed waits in 95 of 100 resamples of the users.
  package typealias Row = (
    strategy: Int, name: String, cell: Int, mean: SweepFigures, interval: ClosedRange<Double>?
  )

  /// A screen and a device; of the rows those with the fewest noticed waits first.
  package typealias View = (title: String, rows: [Row])
}

extension SweepTable {
  static let percentilesLegend =
    "Means over traces, noticed waits with their 95 % interval over resamples of the users; then what 90 and 99 % of the "
    + "traces do not pass. First: how long the first screen takes to be sharp. PACK#N replays trace N of the worst."

  /// The traces of a pack, a view a screen and device; none for traces that are listed.
  package var percentiles: [Population.View] {
    guard population != nil else { return [] }
    return plan.screens.indices.flatMap { screen in
      plan.devices.indices.map { device -> Population.View in
        let rows = plan.strategies.indices.map { row($0, screen, device) }.filter { !$0.mean.isAbsent }
        let sorted = rows.ordered { ($0.mean.cost(.noticed), $0.strategy) < ($1.mean.cost(.noticed), $1.strategy) }
        return ("\(plan.crowd ?? "") on screen \(plan.screens[screen]), device \(plan.deviceName(device))", sorted)
      }
    }
  }

  private func row(_ strategy: Int, _ screen: Int, _ device: Int) -> Population.Row {
    let groups = plan.traces.indices.map { self[strategy, trace: $0, screen: screen, device: device] }
    let cell = plan.number(strategy: strategy, trace: 0, screen: screen, device: device)
    return (
      strategy, plan.strategies[strategy].text, cell, SweepFigures(over: groups), SweepTable.interval(groups)
    )
  }

  private static func interval(_ groups: [SweepFigures]) -> ClosedRange<Double>? {
    let values = groups.compactMap { group in group[.noticed].map { (value: $0, weight: group.weight(.noticed)) } }
    guard values.count > 1 else { return nil }
    var random = SplitMix64(seed: 0xB007)
    let means = (0..<1000).compactMap { _ -> Double? in
      var (sum, weight) = (0.0, 0.0)
      for _ in values.indices {
        let drawn = values[random.next(below: values.count)]
        sum += drawn.value * drawn.weight
        weight += drawn.weight
      }
      return weight > 0 ? sum / weight : nil
    }.ordered()
    return means.isEmpty ? nil : means[means.count / 40]...means[means.count - 1 - means.count / 40]
  }

  func table(_ rows: [Population.Row]) -> TextTable {
    func tail(_ column: Column, _ share: Double) -> (Population.Row) -> String {
      { column.text(population?.quantile(column, share, $0.cell)) }
    }
    var columns: [TableColumn<Population.Row>] = [
      .words("strategy") { $0.name }, .numbers("noticed", "of 1,000") { $0.mean.text(.noticed) },
      .numbers("", "from") { Column.noticed.text($0.interval?.lowerBound) },
      .numbers("", "to") { Column.noticed.text($0.interval?.upperBound) },
      .numbers("", "p90", text: tail(.noticed, 0.9)), .numbers("", "p99", text: tail(.noticed, 0.99)),
      .numbers("blank") { $0.mean.text(.blank) },
    ]
    if rows.contains(where: { $0.mean.hasThumbnails }) {
      columns.append(.numbers("thumb-", "nails") { $0.mean.text(.thumbnailArea) })
    }
    columns += [
      .numbers("decodes", "a request") { $0.mean.text(.work) },
      .numbers("first ms", "p90", text: tail(.firstSharp, 0.9)), .numbers("peak MB", "p99", text: tail(.peak, 0.99)),
      .numbers("", "max", text: tail(.peak, 1)),
      .numbers("worst", "traces") { row in
        (population?.worst[row.cell] ?? []).map { "\($0.trace)" }.joined(separator: " ")
      },
    ]
    return TextTable(Array(rows.prefix(40)), columns)
  }

  /// Returns the percentiles of the traces of a pack, and those that do not count.
  ///
  /// - Parameter strategies: The strategies that are shown; nil for all.
  func populationParts(of strategies: [Int]? = nil) -> [ReportPart] {
    guard let population else { return [] }
    let tables = percentiles.flatMap { view -> [ReportPart] in
      let rows = view.rows.filter { strategies?.contains($0.strategy) ?? true }
      return [.title("PERCENTILES OF \(view.title)"), .table(table(rows))]
    }
    let weight = population.rule.isByTime ? ["Traces count by their length."] : []
    return tables + [.paragraph(([SweepTable.percentilesLegend] + weight).joined(separator: " "))]
      + population.asideWords.map { .paragraph($0) }
  }
}
