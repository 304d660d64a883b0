import CacheLab
import LabRecords
import Strategies
import Testing

@Suite struct RequestStreamTests {
  /// Writes `bytes` to a file of its own.
  private func withFile<Result>(_ bytes: [UInt8], _ ending: String, _ body: (String) throws -> Result) throws -> Result
  {
    let folder = TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/requests" + ending
    var file = try ResultFile(path: path)
    try file.write(bytes)
    _ = try file.commit(exclusively: false)
    return try body(path)
  }

  private func keysAndSizes(_ text: String) throws -> (keys: [Int32], sizes: [UInt32], keyCount: Int) {
    try withFile(Array(text.utf8), ".csv") { path in try RequestStreamTests.contents(of: RequestStream(path: path)) }
  }

  private static func contents(of stream: RequestStream) throws -> (keys: [Int32], sizes: [UInt32], keyCount: Int) {
    var keys: [Int32] = []
    var sizes: [UInt32] = []
    try stream.forEachBatch { batch in
      keys += batch.map { $0.key }
      sizes += batch.map { $0.size }
    }
    return (keys, sizes, stream.keyCount)
  }

  @Test func smallIntegersAreTakenAsTheyAre() throws {
    let found = try keysAndSizes("key,size\n7,100\n3,20\r\n7,100\n")
    #expect(found.keys == [7, 3, 7] && found.sizes == [100, 20, 100] && found.keyCount == 8)
    #expect(try keysAndSizes("\u{FEFF}7,100\n3,20\n").keys == [7, 3])
  }

  @Test func wordsAndLargeNumbersAreNumberedAsTheyAppear() throws {
    #expect(try keysAndSizes("b@1,5\na,6\nb@1,5").keys == [0, 1, 0])
    #expect(try keysAndSizes("9000000000000000000,5\n12,6\n9000000000000000000,5\n").keys == [0, 1, 0])
    // A number with a leading zero is a word: 01 and 1 are two keys.
    #expect(try keysAndSizes("01,5\n1,6\n01,5\n").keys == [0, 1, 0])
  }

  @Test func aStreamLongerThanABatchAndABlockComesWhole() throws {
    let count = 200_000
    let text = (0..<count).map { "photo-\($0 % 5000),\($0 % 5000 + 1)\n" }.joined()
    let found = try keysAndSizes(text)
    // With types, or the compiler takes seconds for each of the two.
    let keys: [Int32] = (0..<count).map { Int32($0 % 5000) }
    let sizes: [UInt32] = keys.map { UInt32($0) + 1 }
    #expect(found.keys == keys && found.sizes == sizes && found.keyCount == 5000)
  }

  @Test(arguments: [
    ("1,5\n2\n", ":2: '2' is not key,size; keep two fields"),
    ("1,5\n2,0\n", ":2: '0' is not a size; it takes 1 to 4294967295 bytes"),
    ("1,5\n2,4294967296\n", ":2: '4294967296' is not a size"), ("1,5\n,7\n", ":2: ',7' is not key,size"),
    ("1,5,6\n", ":1: '1,5,6' is not key,size"), ("id,bytes\n1,2\n", ":1: 'bytes' is not a size"),
    ("", ": holds no request"), ("key,size\n", ": holds no request"), ("1,2\n\n", ":2: an empty line"),
  ])
  func aBadLineIsNamedWithItsCure(_ text: String, _ message: String) throws {
    let error = #expect(throws: InputError.self) { try keysAndSizes(text) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func recordsOfOracleGeneralAreRead() throws {
    var bytes: [UInt8] = []
    for (key, size) in [(5, 100), (1 << 40, 20), (5, 100)] as [(UInt64, UInt32)] {
      bytes += [UInt8](repeating: 0, count: 4)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: key >> ($0 * 8)) }
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
      bytes += [UInt8](repeating: 255, count: 8)
    }
    try withFile(bytes, ".oracleGeneral") { path in
      let found = try RequestStreamTests.contents(of: RequestStream(path: path))
      #expect(found.keys == [0, 1, 0] && found.sizes == [100, 20, 100])
    }
    try withFile(Array(bytes.dropLast()), ".bin") { path in
      let error = #expect(throws: InputError.self) { try RequestStream(path: path) }
      #expect(error?.description.contains("71 bytes, not a multiple of 24") == true)
    }
  }

  @Test func anExportIsTheRequestsOfTheTraceInBothFormats() throws {
    let script = ReplayFixture.script([(0, 0), (100, 500), (200, 0)], end: 1000)
    let export = RequestExport(ReplayFixture.replay(script))
    for ending in [".csv", ".oracleGeneral"] {
      try withFile([], ending) { path in
        try export.write(to: path, format: RequestFormat(path: path))
        let stream = try RequestStream(path: path)
        let found = try RequestStreamTests.contents(of: stream)
        #expect(found.keys == Array(export.slots) && found.sizes.allSatisfy { Int64($0) == ReplayFixture.bitmapBytes })
      }
    }
  }
}
