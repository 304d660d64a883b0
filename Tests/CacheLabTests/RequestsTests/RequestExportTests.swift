import Strategies
import Testing

@testable import CacheLab
@testable import LabRecords

@Suite struct RequestExportTests {
  @Test func theOraclesNextAccessIsTheNextRequestOfTheKey() throws {
    let replay = try ReplayFixture.shipped("hunt")
    let export = RequestExport(replay)
    let folder = TemporaryDirectory()
    try export.write(to: folder.path + "/r.bin", format: .oracleGeneral)
    let bytes = try folder.read("r.bin")
    #expect(Int64(export.slots.count) == replay.run(try StrategySpec("none")).requests.count)
    func number(_ at: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << (8 * UInt64($1)) }
    }
    let keys = Array(export.slots)
    for index in keys.indices {
      #expect(number(index * 24, 4) == UInt64(index) && number(index * 24 + 4, 8) == UInt64(keys[index]))
      let next = Int64(bitPattern: number(index * 24 + 16, 8))
      // Requests are counted from 1 there.
      let expected = keys[(index + 1)...].firstIndex(of: keys[index]).map { Int64($0) + 1 } ?? -1
      #expect(next == expected)
    }
  }
}
