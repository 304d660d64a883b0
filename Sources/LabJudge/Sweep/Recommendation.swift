public import StrategyKit

/// Which of several strategies to ship within a budget of bitmap memory, and how far that can be trusted.
///
/// The rule: among those whose peak stays within the budget on every trace, screen and device, the one with the least
/// blank area after the first frame, the mean over traces; of equals the one with more hits, then the lower peak. A
/// trace on which no candidate stays within the budget is set aside and said; where these are more than half there is no
/// answer. What makes an answer weak comes before it (`weaknesses`).
public struct Recommendation: Sendable {
  let scores: RecommendationScores
  let budget: ByteCount
  /// Traces that the answer is judged on.
  let judged: [Int]
  /// Traces on which nothing fits, with the least that anything peaks at there, bytes.
  let aside: [(trace: Int, bytes: Double)]
  /// Nil when nothing fits.
  public let answer: Int?
  /// The lowest budget that would be kept to on all traces, by which strategy and on which trace it is needed.
  let smallest: Least
  /// The same on the trace that needs least.
  let smallestOnOne: Least
  /// The best of another family.
  let runnerUp: Int?
  /// The best that drives Photos, if the answer does not.
  let photosBest: Int?
  /// One that would be better and takes more than the budget on few traces.
  let nearMiss: (strategy: Int, traces: [Int])?
  let crossCheck: CrossCheck?
  /// More traces are set aside than are judged: what suits the others says nothing of them.
  let isRefused: Bool
  /// What each screen alone would have; empty for one screen.
  let screens: [ScreenAnswer]

  /// A strategy's highest peak, bytes, and where it is.
  struct Least: Sendable {
    var strategy: Int
    var trace: Int
    var bytes: Double
  }

  /// What the answer would have been without one of the traces, for each of them.
  struct CrossCheck: Sendable {
    /// A trace, what the others alone recommend, how much more of its area that leaves blank than the best within the
    /// budget would, and whether it stays within the budget there.
    struct Fold: Sendable {
      var trace: Int
      var strategy: Int
      var regret: Double
      var fits: Bool
    }

    var folds: [Fold]
  }

  /// - Parameter table: Of a whole sweep over the candidates.
  public init(_ table: SweepTable, budget: ByteCount) {
    precondition(table.shard.isWhole, "a recommendation is from all jobs")
    let cells = SweepCells(table)
    let scores = RecommendationScores(cells, budget: Double(budget.rawValue))
    self.scores = scores
    self.budget = budget
    let plan = table.plan
    let strategies = plan.strategies.indices
    let all = Array(plan.traces.indices)
    let judged = scores.fitting
    aside = all.filter { !judged.contains($0) }.map { trace in
      (trace, strategies.map { scores[$0, trace].worstPeak }.min() ?? 0)
    }
    self.judged = judged
    let isRefused = Recommendation.isTooFew(judged.count, of: all.count)
    self.isRefused = isRefused
    let answer = isRefused ? nil : scores.best(over: judged)
    self.answer = answer
    screens =
      plan.screens.count > 1
      ? plan.screens.indices.map {
        ScreenAnswer(
          $0, RecommendationScores(cells, budget: Double(budget.rawValue), screen: $0), answer: answer, judged: judged)
      } : []
    let highest = strategies.compactMap { strategy in
      all.map { Least(strategy: strategy, trace: $0, bytes: scores[strategy, $0].worstPeak) }
        .max { ($0.bytes, $1.trace) < ($1.bytes, $0.trace) }
    }
    let single = strategies.flatMap { strategy in
      all.map { Least(strategy: strategy, trace: $0, bytes: scores[strategy, $0].worstPeak) }
    }
    func least(_ peaks: [Least]) -> Least {
      peaks.min { ($0.bytes, $0.strategy) < ($1.bytes, $1.strategy) } ?? Least(strategy: 0, trace: 0, bytes: 0)
    }
    (smallest, smallestOnOne) = (least(highest), least(single))
    guard let answer else {
      (runnerUp, photosBest, nearMiss, crossCheck) = (nil, nil, nil, nil)
      return
    }
    runnerUp = scores.best(over: judged) { scores.family($0) != scores.family(answer) }
    photosBest =
      plan.strategies[answer].drivesPhotos
      ? nil : scores.best(over: judged) { plan.strategies[$0].drivesPhotos }
    nearMiss = Recommendation.nearMiss(scores, judged, answer)
    crossCheck = Recommendation.crossCheck(scores, judged)
  }

  /// Fewer than half of the traces say nothing of the others.
  static func isTooFew(_ judged: Int, of count: Int) -> Bool { judged > 0 && judged * 2 < count }

  /// The best strategy that takes more than the budget on at most a quarter of the traces and is better than the answer.
  private static func nearMiss(
    _ scores: RecommendationScores, _ judged: [Int], _ answer: Int
  ) -> (strategy: Int, traces: [Int])? {
    func over(_ strategy: Int) -> [Int] { judged.filter { !scores.fits(strategy, on: $0) } }
    let best = scores.leastBlank(over: judged) { over($0).count * 4 <= judged.count }
    guard let best, !over(best).isEmpty,
      scores.mean(best, over: judged).isBetter(than: scores.mean(answer, over: judged))
    else { return nil }
    return (best, over(best))
  }

  private static func crossCheck(_ scores: RecommendationScores, _ judged: [Int]) -> CrossCheck? {
    guard judged.count > 1 else { return nil }
    return CrossCheck(
      folds: judged.compactMap { trace in
        guard let chosen = scores.best(over: judged.filter { $0 != trace }), let ideal = scores.best(over: [trace])
        else { return nil }
        return CrossCheck.Fold(
          trace: trace, strategy: chosen,
          regret: (scores[chosen, trace].blank ?? 0) - (scores[ideal, trace].blank ?? 0),
          fits: scores.fits(chosen, on: trace))
      })
  }

  enum Duel: String {
    case won, lost, equal
  }

  /// How the answer does on a trace beside another strategy: by blank area, of equals by hits.
  func duel(_ answer: Int, _ other: Int, on trace: Int) -> Duel {
    let (mine, its) = (scores[answer, trace], scores[other, trace])
    let (left, right) = ((mine.blank ?? 0, -(mine.hits ?? 1)), (its.blank ?? 0, -(its.hits ?? 1)))
    return left == right ? .equal : left < right ? .won : .lost
  }
}
