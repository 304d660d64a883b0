import LabBase
import LabRecords
public import StrategyKit

/// Which of several strategies to ship within a budget of bitmap memory, and how far that can be trusted.
///
/// The rule: among those whose peak stays within the budget on every trace, screen and device, the best keeps a person
/// waiting in the fewest cells, the mean over traces. A difference counts if it is more than one in 1,000 cells and more
/// than the noise of the traces. Sets decide one after the other: strategies that are as good as the best on people have to
/// hold under stress. Of those that are as good there too, the one is recommended that begins the fewest decodes on the
/// first set, and of equals the one that holds least. A trace on which no candidate stays within the budget is set aside
/// and named; there is no answer if these are more than half. Reasons why an answer is weak come before it (`weaknesses`).
public struct Recommendation: Sendable {
  let table: SweepTable
  let scores: RecommendationScores
  let budget: ByteCount
  /// Decodes a request that an answer may begin; nil without a limit.
  let workMax: Double?
  /// Traces that the answer is judged on.
  let judged: [Int]
  /// Traces on which nothing fits, with the least that anything peaks at there, bytes.
  let aside: [(trace: Int, bytes: Double)]
  /// Nil when nothing fits.
  public let answer: Int?
  /// What the app does today; nil where nobody said.
  let today: Int?
  /// The smallest budget with an answer, where this one has none: at first as far as these runs show. Strategies that
  /// follow the budget hold more at a larger one, so a caller that can replay runs them at it.
  public var offer: Offer?
  /// The best of another family.
  let runnerUp: Int?
  /// The best that drives Photos, if the answer does not.
  let photosBest: Int?
  /// One that is nearly as good and holds at most four fifths of what the answer holds.
  let cheaper: Int?
  /// One that would be better and takes more than the budget on few traces.
  let nearMiss: (strategy: Int, traces: [Int])?
  /// What the answer would have been without each of the traces in turn; nil for a single trace.
  let folds: [Fold]?
  /// More traces are set aside than are judged: what suits the others says nothing of them.
  let isRefused: Bool
  /// What each screen alone would have; empty for one screen.
  let screens: [ScreenAnswer]

  /// A budget with an answer.
  public struct Offer: Hashable, Sendable {
    public var budget: ByteCount
    /// The answer there.
    public var strategy: String
    /// Traces that are set aside there.
    public var asideCount: Int

    /// Budgets are looked at in steps of so many bytes.
    public static let step: Int64 = 100_000

    /// The next step from some bytes on.
    static func budget(from bytes: Double) -> ByteCount {
      ByteCount(rawValue: Int64((bytes / Double(step)).rounded(.up)) * step)
    }
  }

  /// A trace, what the others alone recommend, how many more of the trace's cells that keeps waiting than the best within
  /// the budget, and whether it stays within the budget there.
  typealias Fold = (trace: Int, strategy: Int, regret: Double, fits: Bool)

  /// - Parameters:
  ///   - table: Of a whole sweep over the candidates, and perhaps what the app does today.
  ///   - today: The strategy that the app has, in the table's plan.
  ///   - candidates: Those of the plan's strategies that may be the answer; nil for all.
  public init(
    _ table: SweepTable, budget: ByteCount, workMax: Double? = nil, today: Int? = nil, candidates: [Int]? = nil
  ) {
    let choices = candidates ?? Array(table.plan.strategies.indices)
    func view(_ screen: Int?) -> RecommendationScores {
      RecommendationScores(
        table, budget: Double(budget.rawValue), workMax: workMax, candidates: choices, screen: screen)
    }
    let scores = view(nil)
    self.table = table
    self.scores = scores
    self.today = today
    self.budget = budget
    self.workMax = workMax
    let plan = table.plan
    let all = Array(plan.traces.indices)
    let judged = scores.fitting
    aside = all.filter { !judged.contains($0) }.map { trace in
      (trace, choices.map { scores[$0, trace].value(.worstPeak) }.min() ?? 0)
    }
    self.judged = judged
    isRefused = Recommendation.isTooFew(judged.count, of: all.count)
    let answer = scores.answer
    self.answer = answer
    screens =
      plan.screens.count > 1
      ? plan.screens.indices.map { ScreenAnswer($0, view($0), answer: answer, judged: judged) } : []
    offer = answer == nil ? Recommendation.offer(scores) : nil
    guard let answer else {
      (runnerUp, photosBest, cheaper, nearMiss, folds) = (nil, nil, nil, nil, nil)
      return
    }
    cheaper = scores.cheaper(than: answer, over: judged)
    runnerUp = scores.chosen(over: judged) { scores.family($0) != scores.family(answer) }
    photosBest =
      plan.strategies[answer].drivesPhotos
      ? nil : scores.chosen(over: judged) { plan.strategies[$0].drivesPhotos }
    nearMiss = Recommendation.nearMiss(scores, judged, answer)
    folds = Recommendation.folds(scores, judged)
  }

  /// The first budget above that of the scores at which the same runs have an answer.
  private static func offer(_ scores: RecommendationScores) -> Offer? {
    var last = ByteCount.zero
    for peak in scores.peaks where peak > scores.budget {
      let budget = Offer.budget(from: peak)
      if budget == last { continue }
      last = budget
      let raised = scores.within(Double(budget.rawValue))
      if let answer = raised.answer {
        return Offer(
          budget: budget, strategy: scores.plan.strategies[answer].text,
          asideCount: scores.plan.traces.count - raised.fitting.count)
      }
    }
    return nil
  }

  /// This recommendation as an offer to a caller that asked for a smaller budget; nil if it has no answer.
  public var offered: Offer? {
    answer.map { Offer(budget: budget, strategy: plan.strategies[$0].text, asideCount: aside.count) }
  }

  /// Fewer than half of the traces say nothing of the others.
  static func isTooFew(_ judged: Int, of count: Int) -> Bool { judged > 0 && judged * 2 < count }

  /// The best strategy that takes more than the budget on at most a quarter of the traces and is better than the answer.
  private static func nearMiss(
    _ scores: RecommendationScores, _ judged: [Int], _ answer: Int
  ) -> (strategy: Int, traces: [Int])? {
    func over(_ strategy: Int) -> [Int] { judged.filter { !scores.fits(strategy, on: $0) } }
    let near = scores.candidates.filter { over($0).count * 4 <= judged.count }
    guard let best = scores.best(of: near, over: judged), !over(best).isEmpty,
      scores.best(of: [answer, best], over: judged) == best
    else { return nil }
    return (best, over(best))
  }

  private static func folds(_ scores: RecommendationScores, _ judged: [Int]) -> [Fold]? {
    guard judged.count > 1 else { return nil }
    return judged.compactMap { trace -> Fold? in
      guard let chosen = scores.chosen(over: judged.filter { $0 != trace }), let ideal = scores.best(over: [trace])
      else { return nil }
      let regret = scores[chosen, trace].cost(.noticed) - scores[ideal, trace].cost(.noticed)
      return (trace, chosen, regret, scores.fits(chosen, on: trace))
    }
  }

  enum Duel: String {
    case won, lost, equal
  }

  /// How the answer does on a trace beside another strategy, by noticed waits.
  func duel(_ answer: Int, _ other: Int, on trace: Int) -> Duel {
    let difference = scores[answer, trace].cost(.noticed) - scores[other, trace].cost(.noticed)
    return difference.magnitude <= SweepFigures.equalWaits ? .equal : difference < 0 ? .won : .lost
  }
}

/// What makes a recommendation weak, before anybody reads it.
extension Recommendation {
  /// The share of cells that may keep a person waiting under an answer that is not weak.
  private static let noticedMax = 0.2

  /// Why the answer is weak; none for one that is not, and where there is no answer.
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
        "on \(overloaded) of \(plan.count(judged.count)) the cells ask for more than the workers can decode"
      )
    }
    for group in groups {
      let mean = scores.mean(answer, over: group.traces)
      guard mean.value(.noticed) > Recommendation.noticedMax else { continue }
      reasons.append("even the best keeps people waiting in \(mean.waits) cells\(suffix(group))")
    }
    return reasons
  }
}
