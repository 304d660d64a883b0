import CacheLab

/// The parts of a strategy's text, whatever its policies are: `preheat2x:height=2+lru:budget=30MB`. Text in the
/// parentheses of `peak(...)` stays in one piece.
package struct StrategyWords: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package var id: String
    package var settings: [Setting]

    package init(_ id: String, settings: [Setting] = []) {
      self.id = id
      self.settings = settings
    }
  }

  package struct Setting: Hashable, Sendable {
    package var key: String
    package var value: String

    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  package var parts: [Part]

  package init(_ text: String) {
    parts = Parentheses.split(text, by: "+").map { part in
      let colon = part.firstIndex(of: ":") ?? part.endIndex
      let texts = Parentheses.split(part[colon...].dropFirst(), by: ",").filter { !$0.isEmpty }
      let settings = texts.map { setting in
        let equals = setting.firstIndex(of: "=") ?? setting.endIndex
        return Setting(String(setting[..<equals]), String(setting[equals...].dropFirst()))
      }
      return Part(String(part[..<colon]), settings: settings)
    }
  }

  package var text: String {
    parts.map { part in
      let settings = part.settings.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
      return settings.isEmpty ? part.id : "\(part.id):\(settings)"
    }.joined(separator: "+")
  }

  /// The names of the policies alone: `preheat2x+lru`.
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

  /// Returns the words with a further parameter.
  package func setting(_ key: String, to value: String, ofPart part: Int) -> StrategyWords {
    var words = self
    words.parts[part].settings.append(Setting(key, value))
    return words
  }
}
