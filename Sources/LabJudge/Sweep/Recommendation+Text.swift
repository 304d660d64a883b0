extension Recommendation {
  var plan: SweepPlan { scores.plan }

  private func name(_ strategy: Int) -> String { plan.strategies[strategy].text }

  func mean(_ strategy: Int, _ group: TraceGroup) -> SweepFigures { scores.mean(strategy, over: group.traces) }

  var groups: [TraceGroup] { scores.groups(judged) }

  func suffix(_ group: TraceGroup) -> String {
    groups.count == 1 ? "" : group.name == TraceSet.stress.rawValue ? " under stress" : " on \(group.name)"
  }

  var verdict: String { paragraphs.joined(separator: " ") }

  private var paragraphs: [String] {
    guard let answer else { return [noAnswer] }
    if groups.allSatisfy({ mean(answer, $0)[.noticed] == nil }) {
      return [
        "No cell came into view after the first frame, so nothing can be said: take traces that scroll, or more photos."
      ]
    }
    let cheaper = cheaper.map { "Nearly as good and cheaper is \(name($0)): \(change(from: answer, to: $0))." }
    return [ship(answer), besideToday(answer), cheaper].compactMap(\.self)
  }

  private func ship(_ answer: Int) -> String {
    let weak = weaknesses.isEmpty ? "" : "Weak: \(weaknesses.joined(separator: "; ")). "
    let everywhere = plan.screens.count > 1 ? " on all \(plan.screens.count) screens" : ""
    let peak = NumberText.megabytes(scores.peak(answer, over: judged))
    let devices = NameList.text(plan.devices.indices.map { "\(plan.deviceName($0))\(decodeTime($0))" }, most: .max)
    let screens = NameList.text(plan.screens.map { $0 == "recorded" ? "recorded screens" : $0 }, most: .max)
    let holds = plan.crowd.map { "it stays, on 99 of 100 traces (\($0)), within" } ?? "it never holds more than"
    let runs =
      plan.strategies[answer].canDrivePhotos ? "PHCachingImageManager can run it" : "it needs GridDriver in an app"
    return "\(weak)Ship \(name(answer))\(everywhere). On \(devices) and \(screens) \(holds) \(peak) MB of bitmaps, "
      + "and \(runs)."
  }

  /// Returns ` (12 ms a decode)`: of a photo of 1024 x 768 pixels and two bits a pixel to 384 x 288.
  private func decodeTime(_ device: Int) -> String {
    guard let profile = RunConfiguration(.object(["device": plan.devices[device]])).device else { return "" }
    let cost = profile.cost(encodedBytes: 1024 * 768 / 4, pixels: 384 * 288)
    return " (\(NumberText.milliseconds(Double(cost.rawValue))) ms a decode)"
  }

  private func besideToday(_ answer: Int) -> String? {
    guard let today else { return nil }
    if today == answer { return "That is what the app does today." }
    return "From \(name(today)), as today: \(change(from: today, to: answer))."
  }

  /// Returns `4.1 MB more; 10% fewer decodes on people, 18.2 fewer noticed waits of 1,000 and 7% more decodes under
  /// stress`.
  private func change(from old: Int, to new: Int) -> String {
    let bytes = scores.peak(new, over: judged) - scores.peak(old, over: judged)
    let changes = groups.map { group in
      let (before, after) = (mean(old, group), mean(new, group))
      let difference = after.cost(.noticed) - before.cost(.noticed)
      let waits =
        difference.magnitude <= BestRow.equalWaits
        ? "as many noticed waits"
        : "\(Column.noticed.text(difference.magnitude)) \(difference < 0 ? "fewer" : "more") noticed waits of 1,000"
      return "\(waits) and \(decodes(before, after))\(suffix(group))"
    }
    return "\(NumberText.megabytes(abs(bytes))) MB \(bytes < 0 ? "less" : "more"); \(changes.joined(separator: ", "))"
  }

  private func decodes(_ before: SweepFigures, _ after: SweepFigures) -> String {
    guard let old = before[.work], let new = after[.work], old > 0, abs(new / old - 1) >= 0.005 else {
      return "as many decodes"
    }
    let percent = NumberText.fixed(abs(new / old - 1) * 100, decimals: 0)
    return "\(percent)% \(new < old ? "fewer" : "more") decodes"
  }

  private var noAnswer: String {
    if let worksTooMuch { return worksTooMuch }
    let traces =
      isRefused || judged.isEmpty
      ? "\(aside.count) of \(plan.count(plan.traces.count))"
      : "each of the \(plan.count(judged.count)) on which one does"
    let reason = "nothing that was tried stays within \(scores.budget) on \(traces)"
    let smallest = offer.map { offer in
      let aside =
        offer.asideCount == 0 ? "" : ", with \(offer.asideCount) of \(plan.count(plan.traces.count)) set aside"
      return " The smallest budget with an answer is \(NumberText.megabytes(Double(offer.budget.rawValue)))MB: "
        + "\(offer.strategy)\(aside)."
    }
    let crop = plan.settings["fit"]?.string == "crop" ? "" : ", or try --fit crop"
    return "No answer: \(reason).\(smallest ?? "") Raise the budget, show fewer or smaller cells\(crop)."
  }

  private var worksTooMuch: String? {
    guard let workMax = scores.workMax, !judged.isEmpty, !isRefused else { return nil }
    let fitting = scores.candidates.filter { strategy in judged.allSatisfy { scores.isWithin(strategy, on: $0) } }
    func work(_ strategy: Int) -> Double { groups.map { mean(strategy, $0).value(.work) }.max() ?? 0 }
    guard let least = fitting.min(by: { work($0) < work($1) }) else { return nil }
    return
      "Nothing that stays within \(scores.budget) begins at most \(NumberText.decodes(perRequest: workMax)) decodes a request: "
      + "\(name(least)) begins the fewest, \(NumberText.decodes(perRequest: work(least))). Allow so many with --work."
  }

  var confidence: String {
    guard let answer else { return "" }
    guard let worst = folds.max(by: { ($0.regret, $1.trace) < ($1.regret, $0.trace) }) else {
      return "One trace says nothing about another: name several, or leave out --trace for all that ship."
    }
    let unit = plan.crowd == nil ? "trace" : "group of users"
    let photos = photoAnswers.count { $0 == answer }
    let other = photoAnswers.isEmpty ? "" : ", with other photos \(photos) of \(photoAnswers.count) times"
    let over = folds.filter { !$0.isWithin }.map { plan.traceNames[$0.trace] }
    return "Without each \(unit) in turn the answer is the same \(folds.count { $0.strategy == answer }) of "
      + "\(folds.count) times\(other); on the \(unit) left out it has at most \(Column.noticed.text(worst.regret)) more "
      + "noticed waits of 1,000 than the best there\(plan.crowd == nil ? " (\(plan.traceNames[worst.trace]))" : "")"
      + (over.isEmpty ? "." : ", and takes more than the budget on \(NameList.text(over, most: .max)).")
  }

  var reservation: String {
    if answer == nil || aside.isEmpty { return "" }
    let needs = aside.map {
      "\(plan.traceNames[$0.trace]) (\(NumberText.megabytes(Double(Offer.budget(from: $0.bytes).rawValue))) MB)"
    }
    return "Set aside, because nothing that was tried stays within \(scores.budget) there: "
      + "\(NameList.text(needs, most: .max))."
  }

  /// Returns all of it, with the lines for the app behind it.
  package func parts(code: String? = nil) -> [ReportPart] {
    var parts = paragraphs.map { ReportPart.paragraph($0) }
    if plan.screens.count > 1 { parts.append(.table(screenTable, caption: "BY SCREEN")) }
    if let answer {
      parts.append(.table(costs, caption: "WHAT IT COSTS, means over traces, shares without the first screen"))
      if plan.crowd == nil {
        parts.append(.table(traces(answer), caption: "HOW SURE THAT IS, noticed waits of 1,000 by trace"))
      } else {
        parts += scores.table.populationParts(of: shown.map(\.strategy))
      }
    }
    return parts + [.paragraph(confidence), .paragraph(reservation)] + (code.map { [.code($0)] } ?? [])
  }

  private var shown: [(role: String, strategy: Int)] {
    let plain = plan.strategies.firstIndex { StrategyWords($0.canonicalText).parts.first?.id == "none" }
    var shown = (answer.map { [("answer", $0)] } ?? []) + rivals
    for (role, strategy) in [("not offered", rejected), ("today", today), ("no preheating", plain)] {
      if let strategy, !shown.contains(where: { $0.strategy == strategy }) { shown.append((role, strategy)) }
    }
    return shown
  }

  private var costs: TextTable {
    typealias Row = (group: TraceGroup, role: String, strategy: Int, mean: SweepFigures)
    let rows = groups.flatMap { group in
      shown.map { (group, $0.role, $0.strategy, mean($0.strategy, group)) as Row }
    }
    let head: [TableColumn<Row>] = [.words("traces") { $0.group.name }, .words("which") { $0.role }]
    let figures = TableColumn<Row>.figures(
      Figure.costs, hasThumbnails: rows.contains { $0.strategy == answer && $0.mean.hasThumbnails }
    ) { $0.mean[$1] }
    return TextTable(rows, head + figures + [.words("strategy") { name($0.strategy) }])
  }

  private func traces(_ answer: Int) -> TextTable {
    func waits(_ strategy: Int, _ trace: Int) -> String { scores[strategy, trace].text(.noticed) }
    let beside = rivals.flatMap { rival -> [TableColumn<Int>] in
      [
        .numbers(rival.role) { waits(rival.strategy, $0) },
        .words("") { duel(answer, rival.strategy, on: $0) },
      ]
    }
    let without = TableColumn<Int>.words("answer without it") { trace in
      let fold = folds.first { $0.trace == trace }?.strategy
      return fold.map { $0 == answer ? "the same" : name($0) } ?? "-"
    }
    return TextTable(
      groups.flatMap(\.traces),
      [.words("trace") { plan.traceNames[$0] }, .numbers("answer") { waits(answer, $0) }] + beside + [without])
  }

  /// The answer and the best on each of several screens by itself; without an answer, on the traces that are judged there.
  private var screenTable: TextTable {
    typealias Row = (screen: Int, best: Int?, scores: RecommendationScores, group: TraceGroup)
    let rows = (plan.screens.count > 1 ? plan.screens.indices : 0..<0).flatMap { screen -> [Row] in
      let own = RecommendationScores(
        scores.table, budget: scores.budget, workMax: scores.workMax, candidates: scores.candidates, screen: screen)
      let traces = answer == nil ? own.fitting : judged
      let isFew = RecommendationScores.isTooFew(traces.count, of: plan.traces.count)
      let best = isFew ? nil : own.chosen(over: traces)
      return own.groups(traces).map { (screen, best, own, $0) }
    }
    func figures(_ strategy: Int?, _ row: Row) -> SweepFigures? {
      strategy.map { row.scores.mean($0, over: row.group.traces) }
    }
    let head: [TableColumn<Row>] = [
      .words("screen") { plan.screens[$0.screen] }, .words("traces") { $0.group.name },
      .numbers("noticed", "of 1,000") { figures(answer, $0)?.text(.noticed) ?? "-" },
    ]
    let best: [TableColumn<Row>] = [
      .numbers("best", "noticed") { figures($0.best, $0)?.text(.noticed) ?? "-" },
      .words("the best there") { row in row.best.map { $0 == answer ? "the answer" : name($0) } ?? "nothing fits" },
    ]
    return TextTable(rows, head + TableColumn.figures(Figure.screens) { figures(answer, $0)?[$1] } + best)
  }

  public func json(code: String?) -> JSON {
    func optional(_ strategy: Int?) -> JSON { strategy.map(choice) ?? .null }
    var members: [String: JSON] = [
      "recommendation": .integer(1), "verdict": .string(verdict), "digest": .string(plan.digest),
      "weak": .array(weaknesses.map { .string($0) }), "refused": .bool(isRefused), "screens": screenTable.json,
      "budget": .integer(Int128(scores.budget.rawValue)), "candidates": .integer(Int128(scores.candidates.count)),
      "judged": .array(judged.map { .string(plan.traceNames[$0]) }),
      "set-aside": .array(
        aside.map { .object(["trace": .string(plan.traceNames[$0.trace]), "smallest-peak": .number($0.bytes)]) }),
      "smallest-budget": offer.map { offer in
        .object([
          "strategy": .string(offer.strategy), "bytes": .integer(Int128(offer.budget.rawValue)),
          "set-aside": .integer(Int128(offer.asideCount)),
        ])
      } ?? .null,
      "answer": optional(answer), "not-offered": optional(rejected), "today": optional(today),
      "cheaper": optional(cheaper), "work-limit": scores.workMax.map { .number($0) } ?? .null,
      "next-family": optional(runnerUp), "best-that-drives-photos": optional(photosBest ?? answer),
      "with-other-photos": .array(photoAnswers.map { $0.map { .string(name($0)) } ?? .null }),
      "swift": code.map { .string($0) } ?? .null,
    ]
    if let answer { members["traces"] = .array(judged.map { json(ofTrace: $0, answer) }) }
    return .object(members)
  }

  private func choice(_ strategy: Int) -> JSON {
    .object([
      "strategy": .string(name(strategy)), "canonical": .string(plan.strategies[strategy].canonicalText),
      "drives-photos": .bool(plan.strategies[strategy].canDrivePhotos),
      "means": .object(Dictionary(uniqueKeysWithValues: groups.map { ($0.name, mean(strategy, $0).json) })),
    ])
  }

  private func json(ofTrace trace: Int, _ answer: Int) -> JSON {
    var members: [String: JSON] = [
      "trace": .string(plan.traceNames[trace]), "answer": scores[answer, trace].json,
    ]
    for (key, rival) in [("beside-next-family", runnerUp), ("beside-drives-photos", photosBest)] {
      if let rival { members[key] = .string(duel(answer, rival, on: trace)) }
    }
    if let fold = folds.first(where: { $0.trace == trace }) {
      members["left-out"] = .object([
        "answer": .string(name(fold.strategy)), "regret-noticed": .number(fold.regret),
        "within-budget": .bool(fold.isWithin),
      ])
    }
    return .object(members)
  }
}
