/// The figures of a set of durations in nanoseconds. Percentiles are nearest-rank: the element number ceil(p x n) of
/// the sorted set, counted from 1.
public struct Distribution: Hashable, Sendable {
  public let count: Int64
  public let sum: Int128
  public let p50: Int64
  public let p90: Int64
  public let p95: Int64
  public let p99: Int64
  public let max: Int64

  /// The mean in nanoseconds; 0 for an empty set.
  public var mean: Double { count == 0 ? 0 : Double(sum) / Double(count) }

  package static let names = ["count", "sum", "p50", "p90", "p95", "p99", "max"]

  /// The figures in the order of their names.
  package var figures: [Int128] {
    [Int128(count), sum, Int128(p50), Int128(p90), Int128(p95), Int128(p99), Int128(max)]
  }

  /// - Parameter figures: The figures in the order of their names.
  package init(_ figures: [Int128]) {
    self.init(
      count: Int64(clamping: figures[0]), sum: figures[1], percentiles: figures[2..<6].map { Int64(clamping: $0) },
      max: Int64(clamping: figures[6]))
  }

  /// - Parameter percentiles: The 50th, 90th, 95th and 99th.
  package init(count: Int64, sum: Int128, percentiles: [Int64], max: Int64) {
    (self.count, self.sum, self.max) = (count, sum, max)
    (p50, p90, p95, p99) = (percentiles[0], percentiles[1], percentiles[2], percentiles[3])
  }

  /// Creates the distribution of `samples` together with `zeros` further samples of 0.
  ///
  /// - Complexity: O(n): percentiles are selected, not sorted.
  public init(samples: some Sequence<Int64>, zeros: Int64 = 0) {
    var values = ContiguousArray(samples)
    let total = Int64(values.count) + zeros
    count = total
    var (sum, largest) = (Int128(0), values.first ?? 0)
    for value in values {
      // 2^64 values of 64 bits fit 128.
      sum &+= Int128(value)
      largest = Swift.max(largest, value)
    }
    self.sum = sum
    max = largest
    guard total > 0 else {
      (p50, p90, p95, p99) = (0, 0, 0, 0)
      return
    }
    var sortedTo = 0
    /// Returns the element of a percentile. Calls must ascend: each selection works on the part above the last, which
    /// after the first is a half, a tenth and a twentieth.
    func element(percent: Int64) -> Int64 {
      let rank = (total * percent + 99) / 100 - 1 - zeros
      guard rank >= 0 else { return 0 }
      Distribution.select(rank: Int(rank), in: &values, from: sortedTo)
      sortedTo = Int(rank)
      return values[Int(rank)]
    }
    p50 = element(percent: 50)
    p90 = element(percent: 90)
    p95 = element(percent: 95)
    p99 = element(percent: 99)
  }

  /// Moves the element of `rank` to its sorted place among `values[start...]`, no smaller one behind it; the elements
  /// before `start` are not touched.
  private static func select(rank: Int, in values: inout ContiguousArray<Int64>, from start: Int) {
    // A buffer, because an array would ask at each exchange whether it is shared.
    unsafe values.withUnsafeMutableBufferPointer { values in
      var (low, high) = (start, values.count - 1)
      while low < high {
        let pivot = median(unsafe values[low], unsafe values[(low + high) / 2], unsafe values[high])
        var (i, j) = (low, high)
        while i <= j {
          while unsafe values[i] < pivot { i += 1 }
          while unsafe values[j] > pivot { j -= 1 }
          if i <= j {
            unsafe values.swapAt(i, j)
            i += 1
            j -= 1
          }
        }
        if rank <= j { high = j } else if rank >= i { low = i } else { break }
      }
    }
  }

  private static func median(_ a: Int64, _ b: Int64, _ c: Int64) -> Int64 {
    Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
  }
}
