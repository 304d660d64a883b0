import LabBase

/// What a count of instructions belongs to: with another one of these the same program executes other instructions.
public struct InstructionSurroundings: Hashable, Sendable {
  /// One of them, by its key in files.
  public enum Fact: String, CaseIterable, Sendable {
    /// The counter, or callgrind with its version.
    case countedBy = "counted-by"
    case architecture
    /// The processor's name, where it counts itself: the C library copies memory in other ways on another one.
    case cpu
    case codec = "codec-sha256"
    case simd
    case cLibrary = "c-library"
    case swift

    /// What people call it.
    var name: String {
      switch self {
      case .countedBy: "the count"
      case .architecture: "the architecture"
      case .cpu: "the processor"
      case .codec: "the codec's library"
      case .simd: "the SIMD level"
      case .cLibrary: "the C library"
      case .swift: "Swift"
      }
    }

    /// Part of the program itself: two programs that are compared side by side may differ in it.
    var isOfProgram: Bool { self == .swift }
  }

  public private(set) var facts: [Fact: String]

  public init(_ facts: [Fact: String]) { self.facts = facts }

  /// What the old count belongs to and the new one does not, in words.
  ///
  /// - Parameter isSideBySide: Whether both were counted here and now, by two programs.
  public func differences(from new: InstructionSurroundings, isSideBySide: Bool) -> [String] {
    Fact.allCases.filter { !(isSideBySide && $0.isOfProgram) && facts[$0] != new.facts[$0] }.map {
      "\($0.name) was \(InstructionSurroundings.shown(facts[$0])), is \(InstructionSurroundings.shown(new.facts[$0]))"
    }
  }

  /// A hash by its first digits.
  private static func shown(_ fact: String?) -> String {
    guard let fact else { return "unknown" }
    return String(fact.count == 64 ? fact.prefix(12) : fact.prefix(60))
  }

  var json: JSON {
    .object(Dictionary(uniqueKeysWithValues: facts.map { ($0.key.rawValue, .string($0.value)) }))
  }

  /// Reads back what `json` wrote; nil where a fact is no text. What a later lab knows besides is passed over.
  init?(_ json: JSON) {
    guard let members = json.object else { return nil }
    var facts: [Fact: String] = [:]
    for (key, value) in members {
      guard let text = value.string else { return nil }
      if let fact = Fact(rawValue: key) { facts[fact] = text.visible }
    }
    self.facts = facts
  }
}
