import LabBase
public import LabRecords

/// Instructions of a cell, old and new, and where they grew.
public struct InstructionEvidence: Hashable, Sendable {
  /// A function that executes more than it did, with all that it calls.
  public struct Growth: Hashable, Sendable {
    public var name: String
    /// Nil where it was not among those that executed most.
    public var old: Int64?
    public var new: Int64
  }

  /// Functions that are named at most.
  public static let growthsMax = 10

  public var new: InstructionCount
  /// Nil where the baseline has none.
  public var old: InstructionCount?
  /// Whether the old ones are those of another program here and now, and not a baseline's.
  public var isSideBySide: Bool
  /// By kind, where callgrind told both.
  public var growths: [InstructionKind: [Growth]]

  public init(
    new: InstructionCount, old: InstructionCount?, isSideBySide: Bool, growths: [InstructionKind: [Growth]] = [:]
  ) {
    self.new = new
    self.old = old
    self.isSideBySide = isSideBySide
    self.growths = growths
  }

  /// The functions that grew most, by kind.
  public static func growths(
    from old: InstructionCount, to new: InstructionCount
  ) -> [InstructionKind: [Growth]] {
    var found: [InstructionKind: [Growth]] = [:]
    for kind in InstructionKind.allCases {
      guard let before = old.part(kind)?.functions, !before.isEmpty, let now = new.part(kind)?.functions else {
        continue
      }
      let known = Dictionary(before.map { ($0.name, $0.instructions) }) { max($0, $1) }
      // Of a list that was cut, as a baseline's is, as many are compared.
      let merged = Dictionary(now.prefix(before.count).map { ($0.name, $0.instructions) }) { max($0, $1) }
      let grown = merged.map { Growth(name: $0.key, old: known[$0.key], new: $0.value) }.filter { $0.change > 0 }
      // Names break ties: dictionaries have no order.
      found[kind] = Array(grown.sorted { ($1.change, $0.name) < ($0.change, $1.name) }.prefix(growthsMax))
    }
    return found
  }
}

extension InstructionEvidence.Growth {
  var change: Int64 { new - (old ?? 0) }
}

extension InstructionEvidence {
  var json: JSON {
    var grown: [String: JSON] = [:]
    for (kind, list) in growths {
      grown[kind.rawValue] = .array(
        list.map { growth in
          .array([
            .string(growth.name), growth.old.map { .integer(Int128($0)) } ?? .null, .integer(Int128(growth.new)),
          ])
        })
    }
    // What executed most has been compared: evidence keeps the sums.
    return .object([
      "new": new.keepingFunctions(0).json, "old": old?.keepingFunctions(0).json ?? .null,
      "side-by-side": .bool(isSideBySide), "grown": .object(grown),
    ])
  }

  /// Reads back what `json` wrote; nil for anything else.
  init?(_ json: JSON) {
    guard let new = json["new"].flatMap({ InstructionCount($0) }), case .bool(let isSideBySide)? = json["side-by-side"]
    else { return nil }
    var old: InstructionCount?
    if let member = json["old"], member != .null {
      guard let count = InstructionCount(member) else { return nil }
      old = count
    }
    var growths: [InstructionKind: [Growth]] = [:]
    for (key, value) in json["grown"]?.object ?? [:] {
      let lines = value.array ?? []
      let list = lines.compactMap { InstructionEvidence.growth($0) }
      guard let kind = InstructionKind(rawValue: key), list.count == lines.count,
        list.count <= InstructionEvidence.growthsMax
      else { return nil }
      growths[kind] = list
    }
    self.init(new: new, old: old, isSideBySide: isSideBySide, growths: growths)
  }

  private static func growth(_ json: JSON) -> Growth? {
    func isFigure(_ count: Int64) -> Bool { 0...FieldKind.figureMax ~= count }
    guard let words = json.array, words.count == 3, let name = words[0].string, let new = words[2].integer,
      isFigure(new)
    else { return nil }
    if words[1] == .null { return Growth(name: name.visible, old: nil, new: new) }
    guard let old = words[1].integer, isFigure(old) else { return nil }
    return Growth(name: name.visible, old: old, new: new)
  }
}
