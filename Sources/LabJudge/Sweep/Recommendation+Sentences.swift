import CacheLab
import LabBase
import LabRecords
import StrategyKit

extension Recommendation {
  var plan: SweepPlan { scores.plan }

  func name(_ strategy: Int) -> String { plan.strategies[strategy].text }

  /// The mean of a strategy over a set.
  func mean(_ strategy: Int, _ group: TraceGroup) -> SweepFigures { scores.mean(strategy, over: group.traces) }

  /// The traces that are judged, by set.
  var groups: [TraceGroup] { scores.groups(judged) }

  /// ` on people`, where there are several sets.
  func suffix(_ group: TraceGroup) -> String {
    groups.count == 1 ? "" : group.name == TraceSet.stress.rawValue ? " under stress" : " on \(group.name)"
  }

  /// What is so over each set: `0.01% on people, 2.4% under stress`.
  private func bySet(_ text: (TraceGroup) -> String) -> String {
    groups.map { text($0) + suffix($0) }.joined(separator: ", ")
  }

  /// Decoding on demand, if it was tried.
  var plain: Int? { plan.strategies.firstIndex { StrategyWords($0.canonicalText).parts.first?.id == "none" } }

  private func names(_ traces: [Int]) -> String { SharedRuns.list(traces.map { plan.traceNames[$0] }) }

  private func megabytes(_ bytes: Double) -> String { "\(NumberText.megabytes(bytes)) MB" }

  /// Bytes beyond the budget, rounded so that they look it.
  private func above(_ bytes: Double) -> String { megabytes(Double(Offer.budget(from: bytes).rawValue)) }

  /// The answer, before anything else.
  var verdict: String { paragraphs.joined(separator: " ") }

  /// The same in parts: what to ship, what it changes, what is cheaper, what needs the app's own decoder.
  var paragraphs: [String] {
    guard let answer else { return [nothingFits] }
    if groups.allSatisfy({ mean(answer, $0)[.noticed] == nil }) {
      return [
        "No cell came into view after the first frame, so nothing can be said: take traces that scroll, or more photos."
      ]
    }
    let weak = weaknesses.isEmpty ? "" : "Weak: \(weaknesses.joined(separator: "; ")). "
    let where_ = screens.isEmpty ? "" : " on all \(screens.count) screens"
    let peak = scores.peak(answer, over: judged)
    let devices = SharedRuns.list(plan.devices.indices.map { "\(plan.deviceName($0))\(decodeTime($0))" })
    let screens = SharedRuns.list(plan.screens.map { $0 == "recorded" ? "recorded screens" : $0 })
    let holds = plan.crowd.map { "it stays, on 99 of 100 traces (\($0)), within" } ?? "it never holds more than"
    let ship =
      "Ship \(name(answer))\(where_). On \(devices) and \(screens) \(holds) \(megabytes(peak)) of bitmaps."
    return [weak + ship] + [besideToday(answer), besideCheaper(answer), drives(answer)].compactMap(\.self)
  }

  /// ` (12 ms a decode)`: of a photo of 1024 x 768 pixels and two bits a pixel to 384 x 288.
  private func decodeTime(_ device: Int) -> String {
    guard let profile = RunConfiguration(.object(["device": plan.devices[device]])).device.profile else { return "" }
    let cost = profile.cost(encodedBytes: 1024 * 768 / 4, pixels: 384 * 288)
    return " (\(NumberText.milliseconds(Double(cost.rawValue))) ms a decode)"
  }

  /// The difference to what the app does today.
  private func besideToday(_ answer: Int) -> String? {
    guard let today else { return nil }
    if today == answer { return "That is what the app does today." }
    return "From \(name(today)), as today: \(change(from: today, to: answer))."
  }

  /// `4.1 MB more; 10 % fewer decodes on people, 18.2 fewer noticed waits of 1,000 and 7 % more decodes under stress`.
  private func change(from old: Int, to new: Int) -> String {
    let (before, after) = (scores.peak(old, over: judged), scores.peak(new, over: judged))
    let memory = NumberText.megabytes(abs(after - before))
    let changes = groups.map { group in
      "\(waits(mean(old, group), mean(new, group))) and \(decodes(mean(old, group), mean(new, group)))\(suffix(group))"
    }
    return "\(memory) MB \(after < before ? "less" : "more"); \(changes.joined(separator: ", "))"
  }

  private func waits(_ before: SweepFigures, _ after: SweepFigures) -> String {
    let difference = after.cost(.noticed) - before.cost(.noticed)
    if difference.magnitude <= SweepFigures.equalWaits { return "as many noticed waits" }
    return "\(Column.noticed.text(difference.magnitude)) \(difference < 0 ? "fewer" : "more") noticed waits of 1,000"
  }

  private func decodes(_ before: SweepFigures, _ after: SweepFigures) -> String {
    guard let old = before[.work], let new = after[.work], old > 0, abs(new / old - 1) >= 0.005 else {
      return "as many decodes"
    }
    let percent = NumberText.fixed(abs(new / old - 1) * 100, decimals: 0)
    return "\(percent)% \(new < old ? "fewer" : "more") decodes"
  }

  private func besideCheaper(_ answer: Int) -> String? {
    cheaper.map { "Nearly as good and cheaper is \(name($0)): \(change(from: answer, to: $0))." }
  }

  private func drives(_ answer: Int) -> String {
    if plan.strategies[answer].drivesPhotos { return "PHCachingImageManager can run it." }
    let own = "It needs GridDriver in an app."
    guard let photosBest else {
      return own + " None that was tried and that PHCachingImageManager can run stays within the budget."
    }
    let waits = bySet { mean(photosBest, $0).text(.noticed) }
    return
      "\(own) The best that PHCachingImageManager can run is \(name(photosBest)), with noticed waits of 1,000 cells: "
      + "\(waits)."
  }

  private var nothingFits: String {
    if let worksTooMuch { return worksTooMuch }
    let crops = plan.settings["fit"]?.string == "crop"
    let cure =
      crops
      ? "Raise the budget, or show fewer or smaller cells."
      : "Raise the budget, show fewer or smaller cells, or try --fit crop, which holds only the part of a photo that its "
        + "cell shows."
    let all = plan.count(plan.traces.count)
    let words: String
    switch (isRefused, judged.isEmpty) {
    case (true, _):
      words =
        "No recommendation: on \(aside.count) of \(all) \(noneStays) within \(budget), and an answer for the few others "
        + "would not hold for these."
    case (_, true):
      words = "\(capital(noneStays)) within \(budget)\(plan.traces.count == 1 ? "" : " on any of \(all)")."
    default:
      words =
        "\(capital(noneStays)) within \(budget) on each of the \(plan.count(judged.count)) on which one of them does, and an "
        + "answer is one for all of these."
    }
    return "\(words)\(offer.map { " " + sentence($0) } ?? "") \(cure)"
  }

  /// What is said where strategies stay within the budget and all of them work too much; nil elsewhere.
  private var worksTooMuch: String? {
    guard let workMax, !judged.isEmpty, !isRefused else { return nil }
    let fitting = scores.candidates.filter { strategy in judged.allSatisfy { scores.fits(strategy, on: $0) } }
    func work(_ strategy: Int) -> Double {
      groups.map { mean(strategy, $0).value(.work) }.max() ?? 0
    }
    guard let least = fitting.min(by: { work($0) < work($1) }) else { return nil }
    return
      "Nothing that stays within \(budget) begins at most \(NumberText.decodes(perRequest: workMax)) decodes a request: "
      + "\(name(least)) begins the fewest, \(NumberText.decodes(perRequest: work(least))). Allow so many with --work."
  }

  /// Of what was tried, and of nothing else.
  private var noneStays: String {
    let count = scores.candidates.count
    return count == 1 ? "\(name(0)) does not stay" : "none of the \(count) strategies that were tried stays"
  }

  private func capital(_ text: String) -> String {
    scores.candidates.count == 1 ? text : text.prefix(1).uppercased() + text.dropFirst()
  }

  private func sentence(_ offer: Offer) -> String {
    let traces = plan.count(plan.traces.count)
    let aside = offer.asideCount == 0 ? "" : ", with \(offer.asideCount) of \(traces) set aside"
    return "The smallest budget with an answer is \(NumberText.megabytes(Double(offer.budget.rawValue)))MB: "
      + "\(offer.strategy)\(aside)."
  }

  /// What the answer does not hold for, and what nearly was the answer.
  var reservations: [String] {
    var sentences: [String] = []
    if answer != nil && !aside.isEmpty {
      let needs = aside.map { "\(plan.traceNames[$0.trace]) (\(above($0.bytes)))" }
      let hasPlain = scores.candidates.count > 1 && plain.map(scores.candidates.contains) ?? false
      sentences.append(
        "Set aside: on \(SharedRuns.list(needs)) \(noneStays) within \(budget)"
          + "\(hasPlain ? ", not even none, which decodes nothing ahead" : ""); the answer takes more than the budget there."
      )
    }
    if let nearMiss, let answer {
      let over = nearMiss.traces.map {
        "\(plan.traceNames[$0]) (\(above(scores[nearMiss.strategy, $0].value(.worstPeak))))"
      }
      let waits = bySet { "\(mean(nearMiss.strategy, $0).waits) cells instead of \(mean(answer, $0).waits)" }
      sentences.append(
        "Nearly: \(name(nearMiss.strategy)) would keep people waiting in \(waits), but takes more than the budget on "
          + "\(SharedRuns.list(over)).")
    }
    return sentences
  }

  /// How sure the answer is.
  var confidence: [String] {
    guard let answer else { return [] }
    guard let folds else {
      return ["One trace says nothing about another: name several, or leave out --trace for all that ship."]
    }
    let same = folds.count { $0.strategy == answer }
    let family = folds.count { scores.family($0.strategy) == scores.family(answer) }
    let worst = folds.max { ($0.regret, $1.trace) < ($1.regret, $0.trace) }
    let unit = plan.crowd == nil ? "trace" : "group of users"
    var sentences = [
      "Leaving out each \(unit) in turn, the others give the same answer \(same) of \(folds.count) times and the same "
        + "strategy, whatever its parameters, \(family) times."
    ]
    if let worst {
      let mean = bySet { group in
        Column.noticed.text(folds.filter { group.traces.contains($0.trace) }.map(\.regret).mean)
      }
      sentences.append(
        "On the \(unit) left out that answer has more noticed waits of 1,000 than the best within the budget there: \(mean), "
          + "at worst \(Column.noticed.text(worst.regret))\(plan.crowd == nil ? " (\(plan.traceNames[worst.trace]))" : "")."
      )
    }
    let over = folds.filter { !$0.fits }.map(\.trace)
    sentences.append(
      over.isEmpty
        ? "It stayed within the budget on each of them."
        : "It took more than the budget on \(names(over)): on a trace that was not tried it may do so too.")
    return sentences
  }

  /// Those beside which the answer is set, in the order of the tables.
  var rivals: [(role: String, strategy: Int)] {
    var rivals: [(String, Int)] = []
    if let runnerUp { rivals.append((photosBest == runnerUp ? "next, Photos" : "next family", runnerUp)) }
    if let photosBest, photosBest != runnerUp { rivals.append(("drives Photos", photosBest)) }
    return rivals
  }

  /// Wins and losses beside each rival.
  var duels: [String] {
    guard let answer else { return [] }
    return rivals.map { _, rival in
      let results = judged.map { duel(answer, rival, on: $0) }
      let lost = judged.filter { duel(answer, rival, on: $0) == .lost }
      let where_ = lost.isEmpty || plan.crowd != nil ? "" : " (\(names(lost)))"
      return "Beside \(name(rival)) it has fewer noticed waits on \(results.count { $0 == .won }) of "
        + "\(plan.count(judged.count)), more on \(lost.count)\(where_)."
    }
  }
}
