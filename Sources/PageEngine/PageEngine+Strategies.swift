import LabBase
import LabRecords
import Strategies
import StrategyKit

// A strategy's text taken apart and put together, so that a page knows nothing of how it is written.
extension PageEngine {
  /// The policies of a text, each with what it sets; they need not exist.
  static func parts(_ text: String) -> JSON {
    .object([
      "parts": .array(
        StrategyWords(text).parts.map { part in
          var settings: [String: JSON] = [:]
          for setting in part.settings { settings[setting.key] = .string(setting.value) }
          return .object(["id": .string(part.id), "settings": .object(settings)])
        })
    ])
  }

  /// A text with a parameter of one of its policies at another value; an empty one takes it back to its default. Where no
  /// policy has the parameter the text stays as it is. The parameter `thumbnails` is the policy that lets them stand in.
  static func edited(_ text: String, _ key: String, _ value: String) throws(PageError) -> JSON {
    var words = StrategyWords(text)
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
    return .object(["text": .string(words.text)])
  }

  private static func takes(_ key: String, _ id: String) -> Bool {
    let registry = StrategyRegistry.all
    let all = registry.descriptors + registry.coarsePolicies.map { $0.descriptor } + registry.boundDescriptors
    return all.contains { descriptor in descriptor.id == id && descriptor.parameters.contains { $0.key == key } }
  }
}
