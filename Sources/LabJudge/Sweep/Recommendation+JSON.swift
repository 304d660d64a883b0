public import LabBase
import LabRecords
import StrategyKit

extension Recommendation {
  /// - Parameter code: The lines for the app; nil when there is no answer.
  public func json(code: RecommendedCode?) -> JSON {
    var members: [String: JSON] = [
      "recommendation": .integer(1), "verdict": .string(verdict), "digest": .string(plan.digest),
      "weak": .array(weaknesses.map { .string($0) }), "refused": .bool(isRefused), "screens": screensJSON,
      "budget": .integer(Int128(budget.rawValue)), "candidates": .integer(Int128(scores.candidates.count)),
      "judged": .array(judged.map { .string(plan.traceNames[$0]) }),
      "set-aside": .array(
        aside.map { .object(["trace": .string(plan.traceNames[$0.trace]), "smallest-peak": .number($0.bytes)]) }),
      "smallest-budget": offer.map { offer in
        .object([
          "strategy": .string(offer.strategy), "bytes": .integer(Int128(offer.budget.rawValue)),
          "set-aside": .integer(Int128(offer.asideCount)),
        ])
      } ?? .null,
      "answer": answer.map { choice($0) } ?? .null, "today": today.map { choice($0) } ?? .null,
      "best-whatever-its-work": (best ?? answer).map { choice($0) } ?? .null,
      "work-limit": workMax.map { .number($0) } ?? .null, "next-family": runnerUp.map { choice($0) } ?? .null,
      "best-that-drives-photos": (photosBest ?? answer).map { choice($0) } ?? .null,
      "nearly": nearMiss.map { miss in
        .object([
          "choice": choice(miss.strategy),
          "passes-budget-on": .array(miss.traces.map { .string(plan.traceNames[$0]) }),
        ])
      } ?? .null,
      "swift": code.map { .string($0.text) } ?? .null,
    ]
    if let answer {
      members["traces"] = .array(judged.map { json(ofTrace: $0, answer) })
    }
    return .object(members)
  }

  private func choice(_ strategy: Int) -> JSON {
    .object([
      "strategy": .string(plan.strategies[strategy].text),
      "canonical": .string(plan.strategies[strategy].canonicalText),
      "drives-photos": .bool(plan.strategies[strategy].drivesPhotos),
      "means": means { scores.mean(strategy, over: $0.traces).json },
    ])
  }

  /// What is so by the name of a set, for each of them.
  func means(_ value: (TraceGroup) -> JSON) -> JSON {
    .object(Dictionary(uniqueKeysWithValues: groups.map { ($0.name, value($0)) }))
  }

  private func json(ofTrace trace: Int, _ answer: Int) -> JSON {
    var members: [String: JSON] = [
      "trace": .string(plan.traceNames[trace]), "answer": scores[answer, trace].json,
    ]
    if let runnerUp { members["beside-next-family"] = .string(duel(answer, runnerUp, on: trace).rawValue) }
    if let photosBest { members["beside-drives-photos"] = .string(duel(answer, photosBest, on: trace).rawValue) }
    if let fold = crossCheck?.folds.first(where: { $0.trace == trace }) {
      members["left-out"] = .object([
        "answer": .string(name(fold.strategy)), "regret-blank": .number(fold.regret), "within-budget": .bool(fold.fits),
      ])
    }
    return .object(members)
  }
}
