public import LabBase
import LabSystem

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
