import CacheLab
import Strategies
import Testing

@Suite struct ShownRequestsTests {
  private static func stream(_ name: String) throws -> (ShownRequests, ReplayTally) {
    let replay = try ReplayFixture.shipped(name)
    let (tally, stream) = replay.run(
      try StrategySpec("none"), cells: .cancel, observer: ShownRequests(table: replay.table))
    return (stream, tally)
  }

  @Test(arguments: ["hunt", "zoom"]) func holdsEveryRequestOfAReplay(_ name: String) throws {
    let (stream, tally) = try ShownRequestsTests.stream(name)
    #expect(stream.count == Int(tally.requests.count))
    let rows = stream.csv.split(separator: "\n")
    #expect(rows.count == stream.count + 1 && rows[0] == "key,size")
    #expect(stream.oracleGeneral.count == stream.count * 24)
  }

  @Test func theOraclesNextAccessIsTheNextRequestOfTheKey() throws {
    let (stream, _) = try ShownRequestsTests.stream("hunt")
    let bytes = stream.oracleGeneral
    func number(_ at: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[at + $1]) << (8 * UInt64($1)) }
    }
    let keys = stream.csv.split(separator: "\n").dropFirst().map { UInt64($0.split(separator: ",")[0]) }
    var last: UInt64 = 0
    for index in 0..<stream.count {
      let (time, key) = (number(index * 24, 4), number(index * 24 + 4, 8))
      #expect(time >= last && key == keys[index])
      last = time
      let next = Int64(bitPattern: number(index * 24 + 16, 8))
      let expected = keys[(index + 1)...].firstIndex(of: key).map(Int64.init) ?? -1
      #expect(next == expected)
    }
  }
}
