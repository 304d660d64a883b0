/// A strategy to ship within a budget of bitmap memory, and how far the choice can be trusted, by the rules of
/// docs/sweeps.md.
public struct Recommendation: Sendable {
  let scores: RecommendationScores
  let judged: [Int]
  /// The traces on which nothing fits, with the least that anything peaks at there, in bytes.
  let aside: [(trace: Int, bytes: Double)]
  /// The strategy to ship; nil when nothing fits.
  public let answer: Int?
  /// The best on these traces and photos, if it is no better on others than the answer, which is a default.
  let rejected: Int?
  let today: Int?
  /// The smallest budget with an answer, where this one has none. Strategies that follow the budget hold more at a larger
  /// one, so a caller that can replay runs them at it.
  public var offer: Offer?
  let folds: [Fold]
  let photoAnswers: [Int?]

  /// A budget with an answer.
  public struct Offer: Hashable, Sendable {
    public var budget: ByteCount
    /// The answer there.
    public var strategy: String
    public var asideCount: Int

    /// The distance of the budgets that are looked at, in bytes.
    public static let step: Int64 = 100_000

    static func budget(from bytes: Double) -> ByteCount {
      ByteCount(rawValue: Int64((bytes / Double(step)).rounded(.up)) * step)
    }
  }

  /// A trace, the answer of the others alone, how many more of the trace's cells that keeps waiting than the best within
  /// the budget, and whether it stays within the budget there.
  typealias Fold = (trace: Int, strategy: Int, regret: Double, isWithin: Bool)

  /// - Parameters:
  ///   - table: The results of a whole sweep over the candidates, and perhaps over the strategy of today.
  ///   - today: The strategy that the app has, in the table's plan.
  ///   - candidates: The strategies of the plan that may be the answer; nil for all.
  ///   - otherPhotos: Replays strategies of the plan over other photos; nil if there are none.
  public init(
    _ table: SweepTable, budget: ByteCount, workMax: Double? = nil, today: Int? = nil, candidates: [Int]? = nil,
    otherPhotos: (([Int]) throws -> [SweepTable])? = nil
  ) rethrows {
    let scores = RecommendationScores(table, budget: budget, workMax: workMax, candidates: candidates)
    let judged = scores.fitting
    (self.scores, self.judged, self.today) = (scores, judged, today)
    aside = table.plan.traces.indices.filter { !judged.contains($0) }.map { trace in
      (trace, scores.candidates.map { scores[$0, trace].value(.worstPeak) }.min() ?? 0)
    }
    guard let best = scores.answer else {
      (answer, rejected, folds, photoAnswers, offer) = (nil, nil, [], [], Recommendation.offer(scores))
      return
    }
    offer = nil
    let folds = Recommendation.folds(scores, judged)
    let standards = scores.candidates.filter(scores.isStandard)
    let standard = scores.chosen(over: judged, among: standards)
    let next = scores.chosen(over: judged, among: scores.candidates.filter { scores.family($0) != scores.family(best) })
    let finalists = ([best, standard, next].compactMap(\.self) + folds.map(\.strategy)).unique
    let tables = try otherPhotos?(finalists) ?? []
    let others = tables.map { RecommendationScores($0, budget: budget, workMax: workMax) }
    if let standard, standard != best,
      !Recommendation.isBetter(best, than: standard, scores, judged, folds, others, finalists)
    {
      (answer, rejected) = (standard, best)
      self.folds = Recommendation.folds(scores, judged, among: standards)
    } else {
      (answer, rejected, self.folds) = (best, nil, folds)
    }
    photoAnswers = others.map { other in other.chosen(over: judged).map { finalists[$0] } }
  }

  /// Returns whether parameters beat a default on each trace as the other traces choose them, and over other photos.
  private static func isBetter(
    _ best: Int, than standard: Int, _ scores: RecommendationScores, _ judged: [Int], _ folds: [Fold],
    _ others: [RecommendationScores], _ finalists: [Int]
  ) -> Bool {
    if folds.isEmpty { return false }
    let traces = scores.plan.traces.indices
    let unseen = traces.map { trace in scores[folds.first { $0.trace == trace }?.strategy ?? best, trace] }
    var contests = [[traces.map { scores[standard, $0] }, unseen]]
    let places = [standard, best].map { finalists.firstIndex(of: $0) ?? 0 }
    if !others.isEmpty {
      contests.append(
        places.map { place in traces.map { trace in SweepFigures(over: others.map { $0[place, trace] }) } })
    }
    let isWithin = others.allSatisfy { other in
      let within = places.map { place in judged.allSatisfy { other.isWithin(place, on: $0) } }
      return within[1] || !within[0]
    }
    // Of equals the first, the default, is chosen. A choice of other traces may not fit the one with the highest peak.
    let all = scores.within(ByteCount(rawValue: .max))
    return isWithin && contests.allSatisfy { all.between($0).chosen(over: judged) == 1 }
  }

  private static func offer(_ scores: RecommendationScores) -> Offer? {
    let peaks = scores.candidates.flatMap { scores.figures[$0] }.map { $0.value(.worstPeak) }
    let higher = peaks.filter { $0 > Double(scores.budget.rawValue) }.ordered()
    return higher.map(Offer.budget).unique.lazy.compactMap { budget in
      let raised = scores.within(budget)
      return raised.answer.map { answer in
        Offer(
          budget: budget, strategy: scores.plan.strategies[answer].text,
          asideCount: scores.plan.traces.count - raised.fitting.count)
      }
    }.first
  }

  /// This recommendation as an offer to a caller that asked for a smaller budget; nil if it has no answer.
  public var offered: Offer? {
    answer.map { Offer(budget: scores.budget, strategy: plan.strategies[$0].text, asideCount: aside.count) }
  }

  private static func folds(
    _ scores: RecommendationScores, _ judged: [Int], among wanted: [Int]? = nil
  ) -> [Fold] {
    judged.compactMap { trace -> Fold? in
      guard let chosen = scores.chosen(over: judged.filter { $0 != trace }, among: wanted) else { return nil }
      let within = scores.candidates.filter { scores.isWithin($0, on: trace) }
      let least = within.map { scores[$0, trace].cost(.noticed) }.min() ?? 0
      return (trace, chosen, scores[chosen, trace].cost(.noticed) - least, scores.isWithin(chosen, on: trace))
    }
  }

  var isRefused: Bool { RecommendationScores.isTooFew(judged.count, of: plan.traces.count) }

  var runnerUp: Int? {
    answer.flatMap { answer in chosen { scores.family($0) != scores.family(answer) } }
  }

  /// Returns the best of those that may stand beside the answer: where a default won over parameters, defaults alone.
  @inline(never) private func chosen(where isWanted: (Int) -> Bool) -> Int? {
    let wanted = scores.candidates.filter { (rejected == nil || scores.isStandard($0)) && isWanted($0) }
    return scores.chosen(over: judged, among: wanted)
  }

  var photosBest: Int? {
    guard let answer, !plan.strategies[answer].canDrivePhotos else { return nil }
    return chosen { plan.strategies[$0].canDrivePhotos }
  }

  var cheaper: Int? { answer.flatMap { scores.cheaper(than: $0, over: judged) } }

  var rivals: [(role: String, strategy: Int)] {
    let (next, photos) = (runnerUp, photosBest)
    let isBoth = photos == next
    let both = [(isBoth ? "next, Photos" : "next family", next), ("drives Photos", isBoth ? nil : photos)]
    return both.compactMap { role, strategy in strategy.map { (role, $0) } }
  }

  func duel(_ answer: Int, _ other: Int, on trace: Int) -> String {
    let difference = scores[answer, trace].cost(.noticed) - scores[other, trace].cost(.noticed)
    return difference.magnitude <= BestRow.equalWaits ? "equal" : difference < 0 ? "won" : "lost"
  }

  private static let noticedMax = 0.2

  var weaknesses: [String] {
    guard let answer else { return [] }
    var reasons: [String] = []
    let all = plan.traces.count
    if aside.count * 3 >= all {
      reasons.append("\(aside.count) of \(plan.count(all)) \(aside.count == 1 ? "is" : "are") set aside")
    }
    let overloaded = judged.count { scores[answer, $0].value(.load) > 1 }
    if overloaded * 2 > judged.count {
      reasons.append(
        "on \(overloaded) of \(plan.count(judged.count)) the cells ask for more than the workers can decode")
    }
    for group in groups where mean(answer, group).value(.noticed) > Recommendation.noticedMax {
      reasons.append(
        "even the best keeps people waiting in \(mean(answer, group).text(.noticed)) of 1,000 cells\(suffix(group))")
    }
    return reasons
  }
}
