/// Some requests as they stand in a file: keys are integers, or texts one after the other.
struct RawRequests: Sendable {
  var integers: ContiguousArray<UInt64> = []
  var letters: ContiguousArray<UInt8> = []
  /// Where the text of each key ends.
  var ends: ContiguousArray<Int> = []
  var sizes: ContiguousArray<UInt32> = []

  var count: Int { sizes.count }

  mutating func removeAll() {
    integers.removeAll(keepingCapacity: true)
    letters.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
  }

  func text(_ index: Int) -> ContiguousArray<UInt8>.SubSequence {
    letters[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }
}
