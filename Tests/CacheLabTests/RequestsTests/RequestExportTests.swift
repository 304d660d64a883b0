import Strategies
import Testing

@testable import CacheLab
@testable import LabRecords

@Suite struct RequestExportTests {
  private static func export(_ name: String) throws -> (RequestExport, csv: String, oracle: [UInt8], ReplayTally) {
    let replay = try ReplayFixture.shipped(name)
    let export = RequestExport(replay)
    let folder = try TemporaryDirectory()
    try export.write(to: folder.path + "/r.csv", format: .csv)
    try export.write(to: folder.path + "/r.bin", format: .oracleGeneral)
    let csv = try #require(try TextFile.read(folder.path + "/r.csv"))
    return (export, csv, try folder.read("r.bin"), replay.run(try StrategySpec("none")))
  }

  @Test(arguments: ["hunt", "zoom"]) func holdsEveryRequestOfAReplay(_ name: String) throws {
    let (export, csv, oracle, tally) = try RequestExportTests.export(name)
    #expect(export.slots.count == Int(tally.requests.count))
    let rows = csv.split(separator: "\n")
    #expect(rows.count == export.slots.count + 1 && rows[0] == "key,size")
    #expect(oracle.count == export.slots.count * 24)
  }

  @Test func theOraclesNextAccessIsTheNextRequestOfTheKey() throws {
    let (export, _, bytes, _) = try RequestExportTests.export("hunt")
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
