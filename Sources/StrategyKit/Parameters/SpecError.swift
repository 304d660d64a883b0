/// What is wrong with the text that names a strategy, and what would be right.
public enum SpecError: Error, Hashable, Sendable {
  case empty
  /// `nearest` is nil where no name is near.
  case unknownPolicy(String, nearest: String?)
  /// `keys` are those that the policy has.
  case unknownKey(String, policy: String, keys: [String])
  case missingValue(String, policy: String)
  case repeatedKey(String, policy: String)
  /// An amount of memory as a bare number; `suggestions` have the units that may be meant.
  case missingUnit(String, key: String, policy: String, suggestions: [String])
  case badValue(String, key: String, policy: String, range: String)
  /// Two that prefetch or two that retain.
  case sameRole(String, String, role: String)
  case tooManyParts(String)
  /// A retention policy beside a strategy that keeps and evicts by itself.
  case ownsBitmaps(String, retention: String)
}

extension SpecError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty:
      "a strategy needs a name, such as preheat2x or lru:budget=30MB"
    case .unknownPolicy(let id, let nearest?):
      "unknown strategy '\(id)': did you mean '\(nearest)'?"
    case .unknownPolicy(let id, nil):
      "unknown strategy '\(id)': no name is near it, and 'lab-run list strategies' shows all"
    case .unknownKey(let key, let policy, let keys) where keys.isEmpty:
      "strategy '\(policy)' takes no parameters, so '\(key)' means nothing to it"
    case .unknownKey(let key, let policy, let keys):
      "strategy '\(policy)' has no parameter '\(key)': \(hint(for: key, among: keys))"
    case .missingValue(let key, let policy):
      "parameter '\(key)' of strategy '\(policy)' has no value: write \(key)=VALUE"
    case .repeatedKey(let key, let policy):
      "parameter '\(key)' of strategy '\(policy)' is given twice: keep one"
    case .missingUnit(let value, let key, let policy, let suggestions):
      "'\(value)' has no unit, and parameter '\(key)' of strategy '\(policy)' is an amount of memory: "
        + "did you mean \(suggestions.map { "'\($0)'" }.joined(separator: " or "))?"
    case .badValue(let value, let key, let policy, let range):
      "'\(value)' is not a value for parameter '\(key)' of strategy '\(policy)': it takes \(range)"
    case .sameRole(let first, let second, let role):
      "'\(first)' and '\(second)' both \(role): a strategy has one of each at most"
    case .ownsBitmaps(let id, let retention):
      "'\(id)' keeps and evicts by itself: leave out '+\(retention)'"
    case .tooManyParts(let text):
      "'\(text)' has more than two parts beside +coarse or +opportunistic: write prefetcher+retention, such as preheat2x+lru:budget=30MB"
    }
  }
}
