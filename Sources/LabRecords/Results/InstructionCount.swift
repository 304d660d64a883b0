public import LabBase
public import LabSystem

/// What instructions are counted of.
public enum InstructionKind: String, CaseIterable, Sendable {
  /// A photo decoded into memory that is resident: what decode times are of.
  case decode
  /// All calls of the strategy from one frame to the next: what the time of a strategy is of.
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
