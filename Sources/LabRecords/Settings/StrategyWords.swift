/// The parts of a strategy's text, whatever its policies are: `preheat2x:height=2+lru:budget=30MB`. Text in the
/// parentheses of `peak(...)` stays in one piece.
package struct StrategyWords: Sendable {
  package typealias Setting = (key: String, value: String)

  package var parts: [(id: String, settings: [Setting])]

  package init(_ text: String) {
    parts = Parentheses.split(text, by: "+").map { part in
      let colon = part.firstIndex(of: ":") ?? part.endIndex
      let texts = Parentheses.split(part[colon...].dropFirst(), by: ",").filter { !$0.isEmpty }
      let settings = texts.map { setting -> Setting in
        let equals = setting.firstIndex(of: "=") ?? setting.endIndex
        return (String(setting[..<equals]), String(setting[equals...].dropFirst()))
      }
      return (String(part[..<colon]), settings)
    }
  }

  package var text: String {
    parts.map { part in
      let settings = part.settings.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
      return settings.isEmpty ? part.id : "\(part.id):\(settings)"
    }.joined(separator: "+")
  }

  package var family: String { parts.map { $0.id }.joined(separator: "+") }

  /// Sets all its budgets; returns false if it has none.
  package mutating func setBudgets(to value: String) -> Bool {
    var hasBudget = false
    for part in parts.indices {
      for place in parts[part].settings.indices where parts[part].settings[place].key == ParameterSpec.budget.key {
        parts[part].settings[place].value = value
        hasBudget = true
      }
    }
    return hasBudget
  }

  package func setting(_ key: String, to value: String, ofPart part: Int) -> StrategyWords {
    var words = self
    words.parts[part].settings.append((key, value))
    return words
  }
}
