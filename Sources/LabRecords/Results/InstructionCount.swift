public import LabBase
public import LabSystem

/// The unit of work whose instructions are counted.
public enum InstructionKind: String, CaseIterable, Sendable {
  /// The decode of a photo into resident memory, as decode times are.
  case decode
  /// All calls of the strategy from one frame to the next.
  case frame
  /// A whole replay that decodes nothing, for each of its requests.
  case request
}

/// Instructions that a program executed for a strategy on a trace, and what they belong to.
public struct InstructionCount: Hashable, Sendable {
  /// Instructions of so many decodes, frames or requests.
  public struct Part: Hashable, Sendable {
    public var kind: InstructionKind
    public var units: Int64
    public var sum: Int64
    /// Those that executed most, where callgrind counted.
    public var functions: [Function]

    public init(kind: InstructionKind, units: Int64, sum: Int64, functions: [Function] = []) {
      self.kind = kind
      self.units = units
      self.sum = sum
      self.functions = functions
    }

    /// Of one decode, frame or request.
    public var mean: Double { units > 0 ? Double(sum) / Double(units) : 0 }

    /// The same as people read it: `302.3`, `31,373,731`.
    public var text: String { mean < 10_000 ? NumberText.fixed(mean, decimals: 1) : NumberText.grouped(mean) }
  }

  /// A function with all that it calls.
  public struct Function: Hashable, Sendable {
    public var name: String
    public var instructions: Int64

    public init(name: String, instructions: Int64) {
      self.name = name
      self.instructions = instructions
    }
  }

  public var way: InstructionWay
  public var surroundings: InstructionSurroundings
  /// Which photos were decoded, as which bitmaps; empty where none were.
  public var slice: JSON
  public var parts: [Part]

  public init(way: InstructionWay, surroundings: InstructionSurroundings, slice: JSON, parts: [Part]) {
    self.way = way
    self.surroundings = surroundings
    self.slice = slice
    self.parts = parts
  }

  public func part(_ kind: InstructionKind) -> Part? { parts.first { $0.kind == kind } }

  /// It with at most so many functions for each kind.
  public func keepingFunctions(_ count: Int) -> InstructionCount {
    var kept = self
    for index in kept.parts.indices { kept.parts[index].functions = Array(parts[index].functions.prefix(count)) }
    return kept
  }
}

extension InstructionCount {
  /// Functions of a part at most, in any file.
  fileprivate static let functionsMax = 1_000

  /// Whole numbers and texts only.
  public var json: JSON {
    var members: [String: JSON] = [
      "way": .string(way.rawValue), "surroundings": surroundings.json, "slice": slice,
    ]
    for part in parts { members[part.kind.rawValue] = part.json }
    return .object(members)
  }

  /// Reads back what `json` wrote; nil for anything else.
  public init?(_ json: JSON) {
    guard let way = json["way"]?.string.flatMap({ InstructionWay(rawValue: $0) }),
      let surroundings = json["surroundings"].flatMap({ InstructionSurroundings($0) })
    else { return nil }
    var parts: [Part] = []
    for kind in InstructionKind.allCases {
      guard let member = json[kind.rawValue] else { continue }
      guard let part = Part(member, kind: kind) else { return nil }
      parts.append(part)
    }
    self.init(way: way, surroundings: surroundings, slice: (json["slice"] ?? .array([])).visible, parts: parts)
  }

  fileprivate static func function(_ json: JSON) -> Function? {
    guard let words = json.array, words.count == 2, let name = words[0].string, let count = words[1].integer,
      0...FieldKind.figureMax ~= count
    else { return nil }
    return Function(name: name.visible, instructions: count)
  }
}

extension InstructionCount.Part {
  fileprivate var json: JSON {
    var members: [String: JSON] = ["units": .integer(Int128(units)), "instructions": .integer(Int128(sum))]
    if !functions.isEmpty {
      members["functions"] = .array(functions.map { .array([.string($0.name), .integer(Int128($0.instructions))]) })
    }
    return .object(members)
  }

  fileprivate init?(_ json: JSON, kind: InstructionKind) {
    guard let units = json["units"]?.integer, 1...FieldKind.figureMax ~= units,
      let sum = json["instructions"]?.integer, 0...FieldKind.figureMax ~= sum
    else { return nil }
    let lines = json["functions"]?.array ?? []
    let functions = lines.compactMap { InstructionCount.function($0) }
    guard functions.count == lines.count, lines.count <= InstructionCount.functionsMax else { return nil }
    self.init(kind: kind, units: units, sum: sum, functions: functions)
  }
}

/// The surroundings of a count of instructions: in others the same program executes other instructions.
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

    /// The name in messages.
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

  /// Returns the facts that differ from those of a new count, in words.
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
