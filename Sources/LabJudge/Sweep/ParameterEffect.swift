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
    var families: [String] = []
    var members: [String: [(words: StrategyWords, figures: SweepFigures)]] = [:]
    for (strategy, figures) in zip(plan.strategies, means) {
      let words = StrategyWords(strategy.canonicalText)
      if members[words.family] == nil { families.append(words.family) }
      members[words.family, default: []].append((words, figures))
    }
    return families.flatMap { family -> [ParameterEffect] in
      guard let all = members[family], all.count > 1, let first = all.first?.words else { return [] }
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
    var groups: [String: [(value: String, figures: SweepFigures)]] = [:]
    var values: [String] = []
    for (words, figures) in members {
      let value = words.parts[part].settings[setting].value
      var rest = words
      rest.parts[part].settings[setting].value = ""
      groups[rest.text, default: []].append((value, figures))
      if !values.contains(value) { values.append(value) }
    }
    let grids = groups.values.filter { $0.count > 1 }
    guard !grids.isEmpty else { return [] }
    let common = values.filter { value in grids.allSatisfy { $0.contains { $0.value == value } } }
    // In the plan's order: sums of the same numbers in another order may differ in the last digit.
    return common.map { value in
      let own = members.filter { member in
        guard member.words.parts[part].settings[setting].value == value else { return false }
        var rest = member.words
        rest.parts[part].settings[setting].value = ""
        return (groups[rest.text]?.count ?? 0) > 1
      }
      return Level(value: value, figures: SweepFigures(meanOf: own.map(\.figures)))
    }
  }

  var json: JSON {
    .object([
      "strategy": .string(family), "parameter": .string(parameter),
      "values": .array(levels.map { .object(["value": .string($0.value), "means": $0.figures.json]) }),
    ])
  }
}
