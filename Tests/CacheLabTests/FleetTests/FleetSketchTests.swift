import StrategyKit
import Testing

@testable import CacheLab
@testable import LabBase
@testable import LabJudge
@testable import LabRecords

@Suite struct FleetSketchTests {
  @Test func everyNumberIsInItsBucketAndBucketsAreNarrow() {
    var random = SplitMix64(seed: 5)
    let numbers =
      (0...200) + (0..<5_000).map { _ in Int64(random.next() >> UInt64(1 + random.next(below: 62))) } + [.max]
    for number in numbers {
      let range = FleetSketch.sizes.range(FleetSketch.sizes.bucket(of: number))
      #expect(range.contains(number))
      #expect((range.upperBound - range.lowerBound) <= range.lowerBound / 64, "\(number) in \(range)")
    }
    for bucket in 0..<UInt64(3_000) {
      #expect(FleetSketch.sizes.bucket(of: FleetSketch.sizes.range(bucket).upperBound) == bucket)
    }
  }

  @Test func theLeastShareIsTheFirstNumber() {
    var sketch = FleetSketch()
    for number in [7, 1_000] as [Int64] { sketch.add(number) }
    #expect(sketch.quantile(0) == 7 && sketch.limit(0.5) == 7)
  }

  @Test func aQuantileIsTheMiddleOfItsBucket() {
    for bucket in [200, 700, 2_000] as [UInt64] {
      let range = FleetSketch.sizes.range(bucket)
      var sketch = FleetSketch()
      sketch.add(range.lowerBound)
      let found = sketch.quantile(0.5)
      let (below, above) = (found - range.lowerBound, range.upperBound - found)
      #expect(above - below <= 1 && above >= below && above > 0, "\(found) in \(range)")
    }
  }

  @Test func partsInAnyOrderComeToTheWhole() throws {
    var random = SplitMix64(seed: 6)
    let numbers = (0..<3_000).map { _ in Int64(random.next(below: 1_000_000)) }
    var (whole, parts) = (FleetSketch(), [FleetSketch](repeating: FleetSketch(), count: 7))
    for (index, number) in numbers.enumerated() {
      whole.add(number)
      parts[index * 31 % 7].add(number)
    }
    for order in [Array(0..<7), [3, 1, 6, 0, 5, 2, 4], (0..<7).reversed()] {
      var sum = FleetSketch()
      for part in order { sum.add(parts[part]) }
      #expect(sum == whole)
    }
    let sorted = numbers.sorted()
    for (share, rank) in [(0.5, 1_499), (0.9, 2_699), (0.99, 2_969)] {
      let (found, exact) = (whole.quantile(share), sorted[rank])
      #expect((found - exact).magnitude <= UInt64(exact / 64 + 1))
    }
    var writer = ByteWriter()
    whole.write(to: &writer)
    var reader = ByteReader(writer.bytes)
    #expect(FleetSketch(&reader) == whole && reader.isAtEnd)
    #expect(whole.count(upTo: .max) == 3_000 && whole.count(upTo: 0) == UInt64(numbers.count { $0 == 0 }))
  }
}

@Suite struct ShardPermutationTests {
  @Test(arguments: [1, 2, 3, 10, 64, 65, 1_000, 4_097]) func everyNumberIsDealtOnce(_ count: Int) {
    for shards in [1, 2, 7, 100] where shards <= count {
      let deal = ShardPermutation(count)
      let dealt = (1...shards).compactMap { SweepShard("\($0)/\(shards)") }.map { shard in
        (0..<deal.count(of: shard)).map { deal.number($0, of: shard) }
      }
      #expect(dealt.flatMap { $0 }.sorted() == Array(0..<count))
      let counts = dealt.map(\.count).sorted()
      #expect(counts.last == counts.first || counts.last == counts.first.map { $0 + 1 })
    }
  }

  @Test func noShardHasAllOfOneKind() {
    // Every third number is slow, as where one of three strategies ranks.
    let deal = ShardPermutation(9_000)
    for number in 1...30 {
      guard let shard = SweepShard("\(number)/30") else { continue }
      let slow = (0..<deal.count(of: shard)).count { deal.number($0, of: shard) % 3 == 0 }
      #expect((60...140).contains(slow), "shard \(number) has \(slow) of 300")
    }
  }

  @Test func aDealOfAnySizeIsComputed() {
    let deal = ShardPermutation(558_000_000_000)
    let places = [0, 1, 557_999_999_999]
    #expect(Set(places.map { deal.number(at: $0) }).count == 3)
    #expect(places.allSatisfy { (0..<deal.count).contains(deal.number(at: $0)) })
  }
}
