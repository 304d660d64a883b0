import StrategyKit

/// The waits of requests that were not hits: exact nearest-rank percentiles in bounded memory, however many there are.
///
/// So many waits are kept as they are. With one more, they are counted by parts of time instead (`buckets`); a replay
/// repeats bit for bit, so another one counts finer parts around each percentile until a part is a nanosecond wide:
/// one replay more for percentiles below a second, two below nine hours, three beyond.
public struct WaitTally: Sendable {
  /// Waits that are kept, unless told otherwise: 2 MB. Counts take up to 8 MB.
  public static let keptMax = 262_144

  /// Time cut into parts that grow with it: nanoseconds below 16 us, then 8,192 parts for each doubling.
  static let buckets = SizeBuckets(bits: 13)

  private static let percents: [Int64] = [50, 90, 95, 99]

  public private(set) var count: Int64 = 0
  /// Of counted waits, nanoseconds; 0 while waits are kept.
  public private(set) var sum: WideSum = 0
  /// Of counted waits; 0 while waits are kept.
  public private(set) var max: Int64 = 0
  /// All waits while they are few, none afterwards.
  public private(set) var kept: ContiguousArray<Int64> = []
  private let keptMax: Int
  /// One a percentile, once they are looked for among waits that are not kept.
  private var sieves: ContiguousArray<WaitSieve> = []
  /// By part of `buckets`, or `WaitSieve.parts` a sieve; empty while waits are kept.
  private var counts: ContiguousArray<Int64> = []

  public init(keptMax: Int = WaitTally.keptMax) { self.keptMax = keptMax }

  /// Adds a wait, nanoseconds.
  public mutating func append(_ wait: Int64) {
    count += 1
    if counts.isEmpty {
      if kept.count < keptMax {
        kept.append(wait)
        return
      }
      countKept()
    }
    add(wait)
  }

  mutating func reserve(_ capacity: Int) { kept.reserveCapacity(Swift.min(capacity, keptMax)) }

  /// True when all waits are at hand.
  public var isKept: Bool { counts.isEmpty }

  /// True when percentiles were looked for among waits that are not kept.
  package var isRanked: Bool { !sieves.isEmpty }

  /// The 50th, 90th, 95th and 99th percentile of a set of waits.
  ///
  /// - Precondition: `isRanked`. They are exact once `narrow` has returned nil; before that they are too small by less
  ///   than one part in 8,192.
  package func percentiles(of set: WaitSieve.Set) -> [Int64] { sieves.filter { $0.set == set }.map { $0.lower } }

  private mutating func countKept() {
    counts = ContiguousArray(repeating: 0, count: Int(WaitTally.buckets.count))
    for wait in kept { add(wait) }
    kept = []
  }

  private mutating func add(_ wait: Int64) {
    sum.add(wait)
    max = Swift.max(max, wait)
    if sieves.isEmpty {
      counts[Int(WaitTally.buckets.bucket(of: wait))] += 1
      return
    }
    for index in sieves.indices {
      if let part = sieves[index].part(of: wait) { counts[index * WaitSieve.parts + part] += 1 }
    }
  }
}

extension WaitTally {
  /// Narrows each percentile to the part that holds it. Returns what another replay has to count; nil when all are
  /// exact, or all waits are kept.
  ///
  /// - Parameters:
  ///   - cold: Waits of the first frame, which count among all but not among the warm ones.
  ///   - hits: Hits among all requests, and among those of all frames but the first.
  package mutating func narrow(cold: ContiguousArray<Int64>, hits: (all: Int64, warm: Int64)) -> WaitTally? {
    if isKept { return nil }
    if isRanked { narrowSieves(cold) } else { makeSieves(cold, hits) }
    if sieves.allSatisfy({ $0.isExact }) { return nil }
    var next = WaitTally(keptMax: 0)
    next.sieves = sieves
    next.counts = ContiguousArray(repeating: 0, count: WaitSieve.parts * sieves.count)
    return next
  }

  private mutating func makeSieves(_ cold: ContiguousArray<Int64>, _ hits: (all: Int64, warm: Int64)) {
    func sieves(_ set: WaitSieve.Set, waits: Int64, hits: Int64) -> [WaitSieve] {
      WaitTally.percents.map { percent in
        WaitSieve(set, rank: ((waits + hits) * percent + 99) / 100 - hits, counts: counts)
      }
    }
    let warm = sieves(.warm, waits: count, hits: hits.warm)
    for wait in cold { counts[Int(WaitTally.buckets.bucket(of: wait))] += 1 }
    self.sieves = ContiguousArray(sieves(.all, waits: count + Int64(cold.count), hits: hits.all) + warm)
  }

  private mutating func narrowSieves(_ cold: ContiguousArray<Int64>) {
    for index in sieves.indices {
      let first = index * WaitSieve.parts
      if sieves[index].set == .all {
        for wait in cold {
          if let part = sieves[index].part(of: wait) { counts[first + part] += 1 }
        }
      }
      sieves[index].narrow(counts[first..<(first + WaitSieve.parts)])
    }
  }
}

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
  /// The begin of the stretch, nanoseconds; the percentile itself once it is exact.
  private(set) var lower: Int64 = 0
  private(set) var isExact = false
  private var partShift: Int64 = 0
  private var below: Int64 = 0

  /// - Parameter counts: How many waits of the set lie in each part of `WaitTally.buckets`.
  init(_ set: Set, rank: Int64, counts: ContiguousArray<Int64>) {
    self.set = set
    self.rank = rank
    guard rank > 0 else {
      isExact = true
      return
    }
    let part = take(counts[...])
    let stretch = WaitTally.buckets.range(UInt64(part))
    lower = stretch.lowerBound
    // As wide as a power of 2.
    let widthBits = Int64((stretch.upperBound - lower + 1).trailingZeroBitCount)
    isExact = widthBits == 0
    partShift = max(0, widthBits - WaitSieve.partBits)
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
