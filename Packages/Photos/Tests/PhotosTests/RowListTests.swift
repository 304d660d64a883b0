@testable import CacheLab
import StrategyKit
import Testing

@testable import PhotosCatalog

@Suite struct RowListTests {
  private static func rows(seed: UInt64) -> [Int64] {
    var random = SplitMix64(seed: seed)
    var rows: [Int64] = []
    for _ in 0..<random.next(below: 60) {
      let first = Int64(random.next(in: 1...1_000_000))
      rows += (0..<Int64(random.next(in: 1...50))).map { first + $0 }
    }
    for _ in 0..<(seed % 2 == 0 ? 4_000 : 0) { rows.append(Int64(random.next(in: 1...1_000_000))) }
    return rows
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func itGivesWhatWasPutIn(_ seed: UInt64) {
    let rows = RowListTests.rows(seed: seed)
    let list = RowList(rows)
    #expect(list.count == rows.count)
    #expect(Array(list.all) == rows, "seed \(seed)")
    for row in rows.prefix(50) + [0, 2_000_000] { #expect(list.index(of: row) == rows.firstIndex(of: row)) }
  }

  @Test func aMillionConsecutiveRowsTakeNextToNothing() {
    let list = RowList((1...1_000_000).lazy.filter { $0 % 200 != 0 })
    #expect(list.count == 995_000)
    #expect(list.byteCount < 200_000, "runs: \(list.byteCount) bytes")
    #expect(list[199] == 201 && list[994_999] == 999_999)
  }

  @Test func rowsWithoutOrderTakeFourBytesEach() {
    var random = SplitMix64(seed: 1)
    let list = RowList((0..<100_000).map { _ in Int64(random.next(in: 1...10_000_000)) })
    #expect(list.byteCount < 100_000 * 9, "\(list.byteCount) bytes")
  }
}
