/// A stretch of time that holds a percentile, in equal parts: narrowed to the part that holds it until a part is a
/// nanosecond wide.
package struct WaitSieve: Sendable {
  /// Which waits a percentile is of.
  package enum Set: Sendable {
    case all, warm
  }

  static let parts = 1 << partBits
  private static let partBits: Int64 = 16

  let set: Set
  /// Which wait is looked for, the shortest being 1; 0 or less when it is a hit, which waits 0.
  private let rank: Int64
  /// Where the stretch begins, nanoseconds; the percentile itself once it is exact.
  private(set) var lower: Int64 = 0
  private(set) var isExact = false
  /// The logarithm of a part's width.
  private var partShift: Int64 = 0
  /// Waits below the stretch.
  private var below: Int64 = 0

  /// - Parameter counts: How many waits of the set lie in each part of `WaitScale`.
  init(_ set: Set, rank: Int64, counts: ContiguousArray<Int64>) {
    self.set = set
    self.rank = rank
    guard rank > 0 else {
      isExact = true
      return
    }
    let part = take(counts[...])
    let stretch = WaitScale.stretch(ofPart: part)
    lower = stretch.lower
    isExact = stretch.widthBits == 0
    partShift = max(0, stretch.widthBits - WaitSieve.partBits)
  }

  /// The part that a wait lies in; nil when it lies outside.
  func part(of wait: Int64) -> Int? {
    let part = (wait - lower) >> partShift
    return part >= 0 && part < Int64(WaitSieve.parts) && !isExact ? Int(part) : nil
  }

  /// Becomes the part that holds the rank, given how many waits of the set lie in each.
  mutating func narrow(_ counts: ContiguousArray<Int64>.SubSequence) {
    if isExact { return }
    lower += Int64(take(counts)) << partShift
    isExact = partShift == 0
    partShift = max(0, partShift - WaitSieve.partBits)
  }

  /// The part that holds the rank; those below it are counted.
  private mutating func take(_ counts: ContiguousArray<Int64>.SubSequence) -> Int {
    for index in counts.indices {
      if below + counts[index] >= rank { return index - counts.startIndex }
      below += counts[index]
    }
    preconditionFailure("a percentile lies among the waits")
  }
}
