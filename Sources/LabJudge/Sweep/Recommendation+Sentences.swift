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

  /// `0.00% blank and 99.9% ready on people, 2.4% blank and 86.2% ready under stress`.
  private func shown(_ strategy: Int) -> String { bySet { mean(strategy, $0).shownWords } }

  private func names(_ traces: [Int]) -> String { SharedRuns.list(traces.map { plan.traceNames[$0] }) }

  private func megabytes(_ bytes: Double) -> String { "\(NumberText.megabytes(bytes)) MB" }

  /// Bytes beyond the budget, rounded so that they look it.
  private func above(_ bytes: Double) -> String { megabytes(Double(Offer.budget(from: bytes).rawValue)) }

  /// The answer, before anything else.
  var verdict: String { paragraphs.joined(separator: " ") }

  /// The same in parts: what to ship, what it does over each set, what it changes, what else there is.
  var paragraphs: [String] {
    guard let answer else { return [nothingFits] }
    if groups.allSatisfy({ mean(answer, $0)[.blank] == nil }) {
      return [
        "No cell came into view after the first frame, so nothing can be said: take traces that scroll, or more photos."
      ]
    }
    let weak = weaknesses.isEmpty ? "" : "Weak: \(weaknesses.joined(separator: "; ")). "
    let where_ = screens.isEmpty ? "" : " on all \(screens.count) screens"
    let peak = judged.map { scores[answer, $0].value(.worstPeak) }.max() ?? 0
    let devices = SharedRuns.list(plan.devices.indices.map { plan.deviceName($0) })
    let screens = SharedRuns.list(plan.screens.map { $0 == "recorded" ? "recorded screens" : $0 })
    let ship =
      "Ship \(name(answer))\(where_). On \(devices) and \(screens) it never holds more than \(megabytes(peak)) of bitmaps."
    let others = [besideToday(answer), besides(answer), drives(answer)].compactMap(\.self)
    return [weak + ship] + groups.map { sentence($0, answer) } + others
  }

  /// What the answer gives and costs over a set, beside decoding on demand.
  private func sentence(_ group: TraceGroup, _ answer: Int) -> String {
    let mean = mean(answer, group)
    let plain = plain.map { self.mean($0, group) }
    let (demand, own) = (plain?[.work] ?? 1, mean.value(.work))
    let burnt =
      own > demand
      ? ": that burns more than decoding on demand, which begins \(NumberText.decodes(perRequest: demand))." : "."
    let beside = plain.map { " (without any preheating \(NumberText.sharp($0.sharp)))" } ?? ""
    let thumbnails = mean.hasThumbnails ? ", \(mean.text(.soft)) thumbnails" : ""
    return "Over \(plan.words(group)), after the first screen, the area is \(NumberText.sharp(mean.sharp)) "
      + "sharp\(beside)\(thumbnails) and \(mean.text(.blank)) blank; \(mean.text(.hits)) of images are ready when their "
      + "cells appear. The first screen \(firstScreen(mean)). It begins \(mean.text(.work)) decodes for each image that a "
      + "cell asks for\(burnt)"
  }

  /// `shows something after 16 ms and is sharp after 261 ms`.
  private func firstScreen(_ figures: SweepFigures) -> String {
    (figures.hasThumbnails ? "shows something after \(figures.text(.firstScreen)) ms and " : "")
      + "is sharp after \(figures.text(.firstSharp)) ms"
  }

  /// What changes for an app that does something else today.
  private func besideToday(_ answer: Int) -> String? {
    guard let today else { return nil }
    if today == answer { return "That is what the app does today." }
    let changes = bySet { group in
      let (new, old) = (mean(answer, group), mean(today, group))
      let isSoft = new.hasThumbnails || old.hasThumbnails
      return "sharp \(NumberText.sharp(old.sharp)) -> \(NumberText.sharp(new.sharp)), "
        + (isSoft ? "thumbnails \(old.text(.soft)) -> \(new.text(.soft)), " : "")
        + "blank \(old.text(.blank)) -> \(new.text(.blank)), first screen \(old.text(.firstSharp)) -> "
        + "\(new.text(.firstSharp)) ms, peak \(old.text(.worstPeak)) -> "
        + "\(new.text(.worstPeak)) MB, decodes a request \(old.text(.work)) -> \(new.text(.work))"
    }
    return "From \(name(today)), as today, it changes \(changes)."
  }

  /// What would be as good and burns more.
  private func besides(_ answer: Int) -> String? {
    guard let best, let group = groups.first, case let top = mean(best, group),
      top.text(.work) != mean(answer, group).text(.work)
    else { return nil }
    return
      "\(name(best)) shows a little more, within the noise of the traces, and decodes more: \(shown(best)); it begins "
      + "\(top.text(.work)) decodes\(suffix(group))."
  }

  private func drives(_ answer: Int) -> String {
    if plan.strategies[answer].drivesPhotos { return "PHCachingImageManager can run it." }
    let own = "It needs GridDriver in an app."
    guard let photosBest else {
      return own + " None that was tried and that PHCachingImageManager can run stays within the budget."
    }
    let best = "\(own) The best that PHCachingImageManager can run is \(name(photosBest)): \(shown(photosBest))."
    guard let today, today != photosBest, plan.strategies[today].drivesPhotos, let first = groups.first,
      mean(today, first).lacks < mean(photosBest, first).lacks
    else { return best }
    let peak = judged.map { scores[today, $0].value(.worstPeak) }.max() ?? 0
    return "\(best) That is worse than \(name(today)), as today: \(shown(today)), which takes up to \(megabytes(peak))."
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
      let blank = bySet { group in
        let (better, mean) = (mean(nearMiss.strategy, group), mean(answer, group))
        return better.hasThumbnails
          ? "\(better.shownWords) instead of \(mean.shownWords)"
          : "\(better.text(.blank)) blank instead of \(mean.text(.blank))"
      }
      sentences.append(
        "Nearly: \(name(nearMiss.strategy)) would leave \(blank), but takes more than the budget on "
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
    var sentences = [
      "Leaving out each trace in turn, the others give the same answer \(same) of \(folds.count) times and the same "
        + "strategy, whatever its parameters, \(family) times."
    ]
    if let worst {
      let mean = bySet { group in
        NumberText.percent(folds.filter { group.traces.contains($0.trace) }.map(\.regret).mean)
      }
      sentences.append(
        "On the trace left out that answer shows less of the area sharp than the best within the budget there: "
          + "\(mean), at worst \(NumberText.percent(worst.regret)) (\(plan.traceNames[worst.trace])).")
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
      return "Beside \(name(rival)) it shows more on \(results.count { $0 == .won }) of "
        + "\(NumberText.count(judged.count, "trace")), less on \(lost.count)\(where_)."
    }
  }
}
