import CacheLab

/// The unit of work whose instructions are counted.
public enum InstructionKind: String, CaseIterable, Sendable {
  /// The decode of a photo into resident memory, as decode times are.
  case decode
  /// All calls of the strategy from one frame to the next.
  case frame
  /// A whole replay that decodes nothing, divided among its requests.
  case request
}

/// The instructions that a program executed in so many decodes, frames or requests.
public struct InstructionCount: Hashable, Sendable {
  public var units: Int64
  public var sum: Int64
  /// Those of each function by its name, with all that it calls.
  public var functions: [String: Int64]

  public init(units: Int64, sum: Int64, functions: [String: Int64] = [:]) {
    (self.units, self.sum, self.functions) = (units, sum, functions)
  }

  /// Those of one decode, frame or request.
  public var mean: Double { units > 0 ? Double(sum) / Double(units) : 0 }

  /// The mean as people read it: `302.3`, `31,373,731`.
  public var text: String { mean < 10_000 ? NumberText.fixed(mean, decimals: 1) : NumberText.grouped(mean) }
}
