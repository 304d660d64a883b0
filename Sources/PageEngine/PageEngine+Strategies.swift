import LabBase
import LabRecords
import Strategies
import StrategyKit

// A strategy's text taken apart and put together, so that a page knows nothing of how it is written.
extension PageEngine {
  /// A text with parameters at other values, and its policies, each with what it sets; they need not exist.
  ///
  /// - Parameter edits: a parameter, its value, the next parameter.
  static func edited(_ text: String, _ edits: [String]) -> JSON {
    var words = StrategyWords(text)
    for at in stride(from: 0, to: edits.count - 1, by: 2) { set(edits[at], edits[at + 1], in: &words) }
    return .object([
      "text": .string(words.text),
      "parts": .array(
        words.parts.map { part in
          var settings: [String: JSON] = [:]
          for setting in part.settings { settings[setting.key] = .string(setting.value) }
          return .object(["id": .string(part.id), "settings": .object(settings)])
        }),
    ])
  }

  /// Sets a parameter of one of the policies; an empty value takes it back to its default. Where no policy has the parameter
  /// the text stays as it is. The parameter `thumbnails` is the policy that lets them stand in.
  private static func set(_ key: String, _ value: String, in words: inout StrategyWords) {
    if key == "thumbnails" {
      let stands = StrategyRegistry.all.coarsePolicies.map { $0.descriptor.id }
      words.parts.removeAll { stands.contains($0.id) }
      if !value.isEmpty { words.parts.append(StrategyWords.Part(value)) }
    } else if let part = words.parts.firstIndex(where: { takes(key, $0.id) }) {
      if let place = words.parts[part].settings.firstIndex(where: { $0.key == key }) {
        if value.isEmpty {
          words.parts[part].settings.remove(at: place)
        } else {
          words.parts[part].settings[place].value = value
        }
      } else if !value.isEmpty {
        words.parts[part].settings.append(StrategyWords.Setting(key, value))
      }
    }
  }

  private static func takes(_ key: String, _ id: String) -> Bool {
    let registry = StrategyRegistry.all
    let all = registry.descriptors + registry.coarsePolicies.map { $0.descriptor } + registry.boundDescriptors
    return all.contains { descriptor in descriptor.id == id && descriptor.parameters.contains { $0.key == key } }
  }
}
