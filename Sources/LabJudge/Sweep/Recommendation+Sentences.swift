import LabBase
import StrategyKit

extension Recommendation {
  var plan: SweepPlan { scores.plan }

  func name(_ strategy: Int) -> String { plan.strategies[strategy].text }

  /// `16 traces, decode-12ms, recorded screens`.
  private var over: String {
    let devices = SweepSummary.list(plan.devices.indices.map { plan.deviceName($0) })
    let screens = plan.screens.map { $0 == "recorded" ? "recorded screens" : $0 }
    let traces = judged.count == 1 ? plan.traceNames[judged[0]] : NumberText.count(judged.count, "trace")
    return "\(traces), \(devices), \(SweepSummary.list(screens))"
  }

  private func names(_ traces: [Int]) -> String { SweepSummary.list(traces.map { plan.traceNames[$0] }) }

  private func megabytes(_ bytes: Double) -> String { "\(NumberText.megabytes(bytes)) MB" }

  /// Bytes beyond the budget, rounded so that they look it.
  private func above(_ bytes: Double) -> String { megabytes(Double(Offer.budget(from: bytes).rawValue)) }

  /// The answer, before anything else.
  var verdict: String {
    guard let answer else { return nothingFits }
    let mean = scores.mean(answer, over: judged)
    guard mean.blank != nil else {
      return
        "No cell came into view after the first frame, so nothing can be said: take traces that scroll, or more photos."
    }
    let plain = plan.strategies.firstIndex { $0.text == "none" }.map { scores.mean($0, over: judged) }
    let beside = plain.map { " (without any preheating \(NumberText.percent($0.blank)))" } ?? ""
    let weak = weaknesses.isEmpty ? "" : "Weak: \(weaknesses.joined(separator: "; ")). "
    let where_ = screens.isEmpty ? "" : " on all \(screens.count) screens"
    return weak
      + "Ship \(name(answer))\(where_). Over \(over) it never holds more than \(megabytes(mean.worstPeak)) of bitmaps, leaves "
      + "\(NumberText.percent(mean.blank)) of the area blank after the first frame\(beside), and has "
      + "\(NumberText.percent(mean.hits)) of images ready when their cells appear. \(work(answer)) \(drives(answer))"
  }

  /// What the answer burns, beside decoding on demand alone.
  private func work(_ answer: Int) -> String {
    let mean = scores.mean(answer, over: judged)
    let plain = plan.strategies.firstIndex { $0.text == "none" }.map { scores.mean($0, over: judged) }
    let demand = plain?.work ?? 1
    let own = mean.work ?? 0
    var words = "It begins \(mean.workText) decodes for each image that a cell asks for"
    if own > demand {
      words += ": that burns more than decoding on demand, which begins \(NumberText.decodes(perRequest: demand))"
    }
    guard let best, case let top = scores.mean(best, over: judged), top.workText != mean.workText else {
      return words + "."
    }
    return words + ". As good within the noise of the traces, at \(top.workText) decodes, would be \(name(best)): "
      + "\(NumberText.percent(top.blank)) blank, \(NumberText.percent(top.hits)) ready."
  }

  private func drives(_ answer: Int) -> String {
    if plan.strategies[answer].drivesPhotos { return "PHCachingImageManager can run it." }
    let own = "It needs GridDriver in an app."
    guard let photosBest else {
      return own + " None that was tried and that PHCachingImageManager can run stays within the budget."
    }
    let mean = scores.mean(photosBest, over: judged)
    return "\(own) The best that PHCachingImageManager can run is \(name(photosBest)): "
      + "\(NumberText.percent(mean.blank)) blank, "
      + "\(NumberText.percent(mean.hits)) ready."
  }

  private var nothingFits: String {
    if let worksTooMuch { return worksTooMuch }
    let crops = plan.settings["fit"]?.string == "crop"
    let cure =
      crops
      ? "Raise the budget, or show fewer or smaller cells."
      : "Raise the budget, show fewer or smaller cells, or try --fit crop, which holds only the part of a photo that its "
        + "cell shows."
    let all = NumberText.count(plan.traces.count, "trace")
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
        "\(capital(noneStays)) within \(budget) on each of the \(judged.count) traces on which one of them does, and an "
        + "answer is one for all of these."
    }
    return "\(words)\(offer.map { " " + sentence($0) } ?? "") \(cure)"
  }

  /// What is said where strategies stay within the budget and all of them work too much; nil elsewhere.
  private var worksTooMuch: String? {
    guard let workMax, !judged.isEmpty, !isRefused else { return nil }
    let fitting = plan.strategies.indices.filter { strategy in judged.allSatisfy { scores.fits(strategy, on: $0) } }
    func work(_ strategy: Int) -> Double { scores.mean(strategy, over: judged).work ?? 0 }
    guard let least = fitting.min(by: { work($0) < work($1) }) else { return nil }
    return
      "Nothing that stays within \(budget) begins at most \(NumberText.decodes(perRequest: workMax)) decodes a request: "
      + "\(name(least)) begins the fewest, \(NumberText.decodes(perRequest: work(least))). Allow so many with --work."
  }

  /// Of what was tried, and of nothing else.
  private var noneStays: String {
    let count = plan.strategies.count
    return count == 1 ? "\(name(0)) does not stay" : "none of the \(count) strategies that were tried stays"
  }

  private func capital(_ text: String) -> String {
    plan.strategies.count == 1 ? text : text.prefix(1).uppercased() + text.dropFirst()
  }

  private func sentence(_ offer: Offer) -> String {
    let traces = NumberText.count(plan.traces.count, "trace")
    let aside = offer.asideCount == 0 ? "" : ", with \(offer.asideCount) of \(traces) set aside"
    return "The smallest budget with an answer is \(NumberText.megabytes(Double(offer.budget.rawValue)))MB: "
      + "\(offer.strategy)\(aside)."
  }

  /// What the answer does not hold for, and what nearly was the answer.
  var reservations: [String] {
    var sentences: [String] = []
    if answer != nil && !aside.isEmpty {
      let needs = aside.map { "\(plan.traceNames[$0.trace]) (\(above($0.bytes)))" }
      let plain = plan.strategies.count > 1 && plan.strategies.contains { $0.text == "none" }
      sentences.append(
        "Set aside: on \(SweepSummary.list(needs)) \(noneStays) within \(budget)"
          + "\(plain ? ", not even none, which decodes nothing ahead" : ""); the answer takes more than the budget there."
      )
    }
    if let nearMiss, let answer {
      let over = nearMiss.traces.map {
        "\(plan.traceNames[$0]) (\(above(scores[nearMiss.strategy, $0].worstPeak)))"
      }
      let (better, mean) = (scores.mean(nearMiss.strategy, over: judged), scores.mean(answer, over: judged))
      sentences.append(
        "Nearly: \(name(nearMiss.strategy)) would leave \(NumberText.percent(better.blank)) blank instead of "
          + "\(NumberText.percent(mean.blank)), but takes more than the budget on \(SweepSummary.list(over)).")
    }
    return sentences
  }

  /// How sure the answer is.
  var confidence: [String] {
    guard let answer else { return [] }
    guard let crossCheck else {
      return ["One trace says nothing about another: name several, or leave out --trace for all that ship."]
    }
    let folds = crossCheck.folds
    let same = folds.count { $0.strategy == answer }
    let family = folds.count { scores.family($0.strategy) == scores.family(answer) }
    let mean = folds.map(\.regret).reduce(0, +) / Double(folds.count)
    let worst = folds.max { ($0.regret, $1.trace) < ($1.regret, $0.trace) }
    var sentences = [
      "Leaving out each trace in turn, the others give the same answer \(same) of \(folds.count) times and the same "
        + "strategy, whatever its parameters, \(family) times."
    ]
    if let worst {
      sentences.append(
        "On the trace left out that answer leaves \(NumberText.percent(mean)) more of the area blank than the best within the "
          + "budget there, at worst \(NumberText.percent(worst.regret)) (\(plan.traceNames[worst.trace])).")
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
      let where_ = lost.isEmpty ? "" : " (\(names(lost)))"
      return "Beside \(name(rival)) it has less blank area on \(results.count { $0 == .won }) of "
        + "\(NumberText.count(judged.count, "trace")), more on \(lost.count)\(where_)."
    }
  }
}
