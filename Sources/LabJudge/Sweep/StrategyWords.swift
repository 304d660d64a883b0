/// A strategy's text taken apart, whatever its policies are: `preheat2x:height=2+lru:budget=30MB`. What stands in the
/// parentheses of `peak(...)` stays in one piece.
struct StrategyWords: Hashable, Sendable {
  struct Part: Hashable, Sendable {
    var id: String
    var settings: [Setting]
  }

  struct Setting: Hashable, Sendable {
    var key: String
    var value: String
  }

  var parts: [Part]

  init(_ text: String) {
    parts = Parentheses.split(text, by: "+").map { part in
      let colon = part.firstIndex(of: ":") ?? part.endIndex
      let texts = Parentheses.split(part[colon...].dropFirst(), by: ",").filter { !$0.isEmpty }
      let settings = texts.map { setting in
        let equals = setting.firstIndex(of: "=") ?? setting.endIndex
        return Setting(key: String(setting[..<equals]), value: String(setting[equals...].dropFirst()))
      }
      return Part(id: String(part[..<colon]), settings: settings)
    }
  }

  var text: String {
    parts.map { part in
      let settings = part.settings.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
      return settings.isEmpty ? part.id : "\(part.id):\(settings)"
    }.joined(separator: "+")
  }

  /// The policies' names alone: `preheat2x+lru`.
  var family: String { parts.map(\.id).joined(separator: "+") }

  /// The same with a parameter set that it does not set yet.
  func setting(_ key: String, to value: String, ofPart part: Int) -> StrategyWords {
    var words = self
    words.parts[part].settings.append(Setting(key: key, value: value))
    return words
  }
}
