import CacheLab
import LabBase
import LabSystem
import Strategies

/// How fast retention policies take a plain stream of requests, keys dense and in memory.
enum RequestsBench {
  private static let keyCount = 20_000
  private static let requestCount = 4_000_000

  static func measure() throws -> [Figure] {
    var figures: [Figure] = []
    let reference = Reference.steps(.cpu)
    for sizes in ["unit", "byte"] {
      let (batches, total) = stream(unit: sizes == "unit")
      let budget = total / 8
      for id in StrategyRegistry.all.retentions.map({ $0.descriptor.id }) {
        let spec = try StrategySpec("\(id):budget=\(budget)B")
        var fastest = UInt64.max
        var misses: Int64 = 0
        let (_, unit) = try reference.around {
          for _ in 0..<5 {
            var cache: any RequestTaking = .cache(spec.retention.init(spec.retentionParameters), keyCount: keyCount)
            let began = Clocks.threadCPU()
            for batch in batches { cache.take(batch) }
            fastest = min(fastest, UInt64(Clocks.threadCPU() - began))
            misses = cache.tally.misses
          }
        }
        figures.append(
          reference.figure(
            "a request of a stream, zipf over \(keyCount) keys, \(sizes) sizes, \(id), misses \(misses)",
            Double(fastest) / Double(requestCount), unit: unit, atMost: id == "lru" ? 50 : nil,
            shown: "\(NumberText.fixed(Double(requestCount) * 1e3 / Double(fastest), decimals: 1)) M requests/s of CPU")
        )
      }
    }
    return figures
  }

  /// Keys by a Zipf law of exponent 0.9, in an order that does not follow their numbers; a budget of the bytes of an
  /// eighth of them.
  private static func stream(unit: Bool) -> (batches: [RequestBatch], bytes: Int64) {
    var weights: [Double] = []
    var sum = 0.0
    for rank in 1...keyCount {
      sum += 1 / power(Double(rank))
      weights.append(sum)
    }
    var random = SplitMix64(seed: 42)
    let keys = (0..<keyCount).map { Int32($0 * 7919 % keyCount) }
    let sizes = (0..<keyCount).map { _ in unit ? 1 : UInt32(10_000 + random.next() % 40_000) }
    var batches: [RequestBatch] = []
    var batch = RequestBatch()
    for _ in 0..<requestCount {
      let wanted = Double(random.next() >> 11) / 9_007_199_254_740_992 * sum
      var (low, high) = (0, keyCount - 1)
      while low < high {
        let middle = (low + high) / 2
        if weights[middle] < wanted { low = middle + 1 } else { high = middle }
      }
      batch.append(keys[low], size: sizes[low])
      if batch.count == RequestBatch.countMax {
        batches.append(batch)
        batch = RequestBatch()
      }
    }
    return (batches + [batch], sizes.reduce(0) { $0 + Int64($1) })
  }

  /// rank to the 0.9, near enough: rank / the tenth root of rank, by Newton.
  private static func power(_ rank: Double) -> Double {
    var root = 2.0
    for _ in 0..<60 {
      var ninth = 1.0
      for _ in 0..<9 { ninth *= root }
      root -= (root * ninth - rank) / (10 * ninth)
    }
    return rank / root
  }
}
