/// The unit of work whose instructions are counted.
public enum InstructionKind: String, CaseIterable, Sendable {
  /// The decode of a photo into resident memory, as for decode times.
  case decode
  /// All calls of the strategy from one frame to the next.
  case frame
  /// A replay without decoding, divided among its requests.
  case request
}

/// The instructions that a program executed in a number of decodes, frames or requests.
public struct InstructionCount: Hashable, Sendable {
  public var units: Int64
  public var sum: Int64
  /// The instructions of each function by name, including those of its callees.
  public var functions: [String: Int64]

  public init(units: Int64, sum: Int64, functions: [String: Int64] = [:]) {
    (self.units, self.sum, self.functions) = (units, sum, functions)
  }

  /// The instructions of one decode, frame or request.
  public var mean: Double { units > 0 ? Double(sum) / Double(units) : 0 }

  /// The mean for people: `302.3`, `31,373,731`.
  public var text: String { mean < 10_000 ? NumberText.fixed(mean, decimals: 1) : NumberText.grouped(mean) }
}
