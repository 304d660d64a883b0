import LabBase

/// Why a gate could not judge.
public enum GateError: Error, Sendable {
  /// A limit in a file: where, the text, and what is wrong with it.
  case badLimit(file: String, key: String, text: String, reason: String)
  case badFile(String, reason: String, cure: String)
}

extension GateError: CustomStringConvertible {
  public var description: String { words.visible }

  private var words: String {
    switch self {
    case .badLimit(let file, let key, let text, let reason):
      "\(file): \"\(key)\": \"\(text)\" \(reason); write a share, a budget or both: 3%, 30MB, 3%|30MB, or any"
    case .badFile(let path, let reason, let cure):
      "\(path): \(reason); \(cure)"
    }
  }
}

extension GateError {
  /// What is wrong, without file and cure.
  var reason: String {
    switch self {
    case .badLimit(_, _, _, let reason), .badFile(_, let reason, _): reason
    }
  }
}
