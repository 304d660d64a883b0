import LabBase
import StrategyKit

/// Makes damaged inputs of one kind and looks at what becomes of them.
protocol Fuzzer: ~Copyable {
  /// What the inputs are, in the plural, and how a file of one ends.
  static var kind: (plural: String, suffix: String) { get }

  /// - Parameter seeds: Further files of this kind to damage.
  init(seeds: [[UInt8]]) throws

  /// The input made with these random numbers.
  func input(_ random: inout SplitMix64) -> [UInt8]

  /// Puts an input through the lab.
  ///
  /// - Returns: True when it was read, false when it was refused.
  /// - Throws: `Finding` for an answer that no input may get. A crash is a finding too, but throws nothing.
  mutating func check(_ input: [UInt8]) throws(Finding) -> Bool
}

extension Fuzzer where Self: ~Copyable {
  /// Input `number` of the series of `seed`: it depends on these two alone.
  func input(seed: UInt64, number: Int) -> [UInt8] {
    var random = SplitMix64(seed: SplitMix64.hash(seed, UInt64(number)))
    return input(&random)
  }
}

/// What no input may do.
struct Finding: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
