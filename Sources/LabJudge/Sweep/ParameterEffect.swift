import LabBase
import LabRecords

/// What a parameter does to a strategy's numbers, everything else being equal: for each of its values the mean over all
/// traces, screens and devices and over all values of the other parameters.
struct ParameterEffect: Sendable {
  struct Level: Sendable {
    var value: String
    var figures: SweepFigures
  }

  /// The strategy without parameters: `preheat2x+lru`.
  var family: String
  /// `delta`; with the policy before it where the family has two: `lru:budget`.
  var parameter: String
  /// In the order of the plan.
  var levels: [Level]

  /// Every parameter that has several values in a sweep.
  ///
  /// - Parameter means: The figures of each strategy of the plan over all its cells.
  static func all(in plan: SweepPlan, means: [SweepFigures]) -> [ParameterEffect] {
    let strategies = zip(plan.strategies, means).map { (words: StrategyWords($0.canonicalText), figures: $1) }
    return strategies.grouped(by: \.words.family).flatMap { family, all -> [ParameterEffect] in
      guard all.count > 1, let first = all.first?.words else { return [] }
      return first.parts.indices.flatMap { part in
        first.parts[part].settings.indices.compactMap { setting in
          let levels = levels(all, part, setting)
          let key = first.parts[part].settings[setting].key
          let name = first.parts.count > 1 ? "\(first.parts[part].id):\(key)" : key
          return levels.count > 1 ? ParameterEffect(family: family, parameter: name, levels: levels) : nil
        }
      }
    }
  }

  /// The values that are there whatever the other parameters are, so that their means are over the same.
  private static func levels(
    _ members: [(words: StrategyWords, figures: SweepFigures)], _ part: Int, _ setting: Int
  ) -> [Level] {
    func value(_ words: StrategyWords) -> String { words.parts[part].settings[setting].value }
    func rest(_ words: StrategyWords) -> StrategyWords {
      var words = words
      words.parts[part].settings[setting].value = ""
      return words
    }
    let grids = members.grouped { rest($0.words) }.filter { $0.members.count > 1 }
    guard !grids.isEmpty else { return [] }
    let common = members.map { value($0.words) }.unique.filter { known in
      grids.allSatisfy { $0.members.contains { value($0.words) == known } }
    }
    let gridded = Set(grids.map(\.key))
    // In the plan's order: sums of the same numbers in another order may differ in the last digit.
    return common.map { known in
      let own = members.filter { value($0.words) == known && gridded.contains(rest($0.words)) }
      return Level(value: known, figures: SweepFigures(over: own.map(\.figures)))
    }
  }

  /// `1/8 to 1/2 (8)`.
  var valuesText: String {
    levels.count < 3
      ? levels.map(\.value).joined(separator: ", ")
      : "\(levels[0].value) to \(levels[levels.count - 1].value) (\(levels.count))"
  }

  var json: JSON {
    .object([
      "strategy": .string(family), "parameter": .string(parameter),
      "values": .array(levels.map { .object(["value": .string($0.value), "means": $0.figures.json]) }),
    ])
  }
}
