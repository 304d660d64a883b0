import StrategyKit
import SystemPackage
import Testing

@testable import CacheLab
@testable import LabBase
@testable import LabRecords
@testable import LabSystem

/// Packs of traces: what comes out is what went in, and damage is named.
@Suite struct TracePackTests {
  private static func documents() throws -> [(name: String, document: TraceDocument)] {
    try ShippedTraces.names.map { ($0, try TraceDocument.load(path: ShippedTraces.path($0), asWritten: true)) }
  }

  private static func pack(_ folder: TemporaryDirectory, _ traces: [(name: String, document: TraceDocument)]) throws
    -> String
  {
    let path = "\(folder.path)/test.pack"
    let writer = try TracePackWriter(path)
    for (name, document) in traces { try writer.add(document, name: name) }
    try writer.finish()
    return path
  }

  private static func traces(_ path: String, skippingDamage: Bool = false) throws -> [String] {
    let pack = try TracePack(path, skippingDamage: skippingDamage)
    return try (0..<pack.blockCount).flatMap { block in
      let (_, traces) = try pack.traces(ofBlock: block)
      return try (0..<traces.count).map { try traces.document($0).text }
    }
  }

  @Test func aPackGivesTheTextsAndTheTracesBack() throws {
    let folder = try TemporaryDirectory()
    let documents = try TracePackTests.documents()
    let pack = try TracePack(try TracePackTests.pack(folder, documents))
    #expect(pack.traceCount == documents.count)
    for (number, (name, document)) in documents.enumerated() {
      let (first, traces) = try pack.traces(ofBlock: pack.block(ofTrace: number))
      #expect(traces.name(number - first) == name)
      #expect(try traces.document(number - first).text == document.text)
      let (packed, parsed) = (try traces.trace(number - first, sha256: "x"), try document.trace(name: name))
      #expect(
        packed.entries == parsed.entries && packed.layouts == parsed.layouts && packed.end == parsed.end, "\(name)")
      #expect(packed.contents == parsed.contents && packed.warnings == parsed.warnings, "\(name)")
      #expect(packed.header.source == parsed.header.source && packed.sha256 == "x")
    }
  }

  @Test func aMeanShippedTraceTakesAtMost4000Bytes() throws {
    let folder = try TemporaryDirectory()
    let pack = try TracePack(try TracePackTests.pack(folder, try TracePackTests.documents()))
    #expect(pack.byteCount <= Int64(4000 * pack.traceCount))
  }

  @Test func oddLinesComeBack() throws {
    let lines = [
      "# a comment", "#", "[0,1]", #"[5,"sneeze",{"loud":true}]"#, "[5.000001,-2.125]", #"[7,"mark",{"text":"ä\"\n"}]"#,
      "[700.25,3]", #"[700.25,"layout",{"grid":{"count":40,"columns":2,"cell":[96,96]}}]"#, "# last", #"[9000,"end"]"#,
    ]
    let document = try TraceDocument(Array(TraceText.text(lines).utf8), name: "odd")
    let folder = try TemporaryDirectory()
    #expect(try TracePackTests.traces(try TracePackTests.pack(folder, [("odd", document)])) == [document.text])
  }

  @Test func aTraceIsFoundByItsNumber() throws {
    let folder = try TemporaryDirectory()
    let documents = Array(try TracePackTests.documents().prefix(3))
    let path = try TracePackTests.pack(folder, documents)
    for number in documents.indices {
      #expect(
        try TraceDocument.load(path: "\(path)#\(number + 1)", asWritten: true).text == documents[number].document.text)
    }
  }

  @Test func aDamagedBlockIsNamed() throws {
    let folder = try TemporaryDirectory()
    let documents = Array(try TracePackTests.documents().prefix(2))
    let path = try TracePackTests.pack(folder, documents)
    var bytes = try folder.read("test.pack")
    bytes[bytes.count / 2] ^= 1
    try folder.write(bytes, to: "test.pack")
    let error = #expect(throws: TracePackError.self) { try TracePackTests.traces(path) }
    #expect(error?.description.contains("block 1 of 1, traces 1 to 2, is damaged") == true)
  }

  @Test func whatIsWholeOfACutPackIsFound() throws {
    let folder = try TemporaryDirectory()
    let document = try TracePackTests.documents()[0].document
    let count = TracePackBlock.tracesMax + 1
    let path = try TracePackTests.pack(folder, (0..<count).map { ("t\($0)", document) })
    let bytes = try folder.read("test.pack")
    #expect(try TracePack(path).blockCount == 2)
    try folder.write(Array(bytes.dropLast(1500)), to: "test.pack")
    #expect(throws: TracePackError.self) { try TracePack(path) }
    #expect(try TracePackTests.traces(path, skippingDamage: true).count == TracePackBlock.tracesMax)
  }

  /// An index whose checksum is right: five numbers a block, and what the pack claims.
  private struct Index {
    var places: [[UInt64]]
    var (start, blocks, traces): (UInt64, UInt64, UInt64)
    var digest: String?

    /// Puts it behind the blocks of a pack.
    func bytes(behind blocks: [UInt8]) -> [UInt8] {
      var (writer, identity) = (ByteWriter(), ByteWriter())
      for place in places {
        for (number, isHalf) in zip(place, [false, true, true, false, false]) {
          if isHalf { writer.little32(UInt32(number)) } else { writer.little64(number) }
        }
        identity.little32(UInt32(place[1]))
        identity.little64(place[4])
      }
      var foot = ByteWriter()
      for number in [start, self.blocks, traces] { foot.little64(number) }
      foot.append((digest ?? SHA256.hex(of: identity.bytes)).utf8)
      foot.append("packpend")
      foot.little64(XXHash64.hash(foot.bytes))
      return blocks + PackSection.bytes(.index, first: traces, writer.bytes + foot.bytes).bytes
    }
  }

  private static let wrongIndexes: [@Sendable (inout Index) -> Void] = [
    { ($0.places, $0.blocks, $0.traces) = ([], 0, 5) }, { $0.traces = 5_000 }, { $0.traces = 65 },
    { $0.traces = .max }, { $0.blocks = 1 << 59 }, { $0.start = .max }, { $0.places[1][0] = 1 << 63 },
    { $0.places[0][0] = .max }, { $0.places[1][0] = 33 }, { $0.places[1] = $0.places[0] }, { $0.places.reverse() },
    { $0.places[2][1] = 0xFFFF_FFFF }, { $0.places[2][2] = 0xFFFF_FFFF }, { $0.places[2][3] = .max },
    { index in
      index.places.removeLast()
      (index.blocks, index.traces) = (2, 64)
    }, { $0.digest = String(repeating: "0", count: 64) },
  ]

  /// A pack of 66 traces in three blocks: its blocks, and its index.
  private static func parts(_ folder: TemporaryDirectory) throws -> (blocks: [UInt8], index: Index) {
    let document = try TraceDocument(Array(TraceText.text(["[0,0]", "[500,20]"]).utf8), name: "short")
    let pack = try TracePack(try pack(folder, (0..<66).map { ("t\($0)", document) }))
    let places = pack.places
    let index = Index(
      places: places.map {
        [UInt64($0.first), UInt64($0.count), UInt64($0.length), UInt64($0.offset), $0.checksum]
      }, start: UInt64(places[2].end) + 24, blocks: 3, traces: 66)
    return (Array(try folder.read("test.pack")[..<Int(places[2].end)]), index)
  }

  @Test func aWrongIndexIsNamedWhateverItsChecksum() throws {
    let folder = try TemporaryDirectory()
    let (blocks, right) = try TracePackTests.parts(folder)
    let whole = try folder.read("test.pack")
    #expect(right.bytes(behind: blocks) == whole)
    for (number, change) in TracePackTests.wrongIndexes.enumerated() {
      var index = right
      change(&index)
      try folder.write(index.bytes(behind: blocks), to: "wrong.pack")
      let path = "\(folder.path)/wrong.pack"
      let error = #expect(throws: TracePackError.self, "\(number)") { try TracePack(path) }
      let said = "its index is wrong: copy it again, or take what is whole with 'lab-run trace unpack --skip-damaged'"
      #expect(error?.problem == said, "\(number)")
      // The blocks are all there.
      #expect(try TracePackTests.traces(path, skippingDamage: true).count == 66, "\(number)")
      #expect(try TracePack(path, skippingDamage: true).damage.count == 1)
    }
  }

  @Test func aTraceWhoseHeaderIsNoJSONIsNamed() throws {
    let folder = try TemporaryDirectory()
    var (blocks, index) = try TracePackTests.parts(folder)
    let (begin, end) = (Int(index.places[0][3]), Int(index.places[0][3] + index.places[0][2]))
    var content = Array(blocks[(begin + PackSection.headCount)..<end])
    let header = try #require(content.indices.first { content[$0...].starts(with: #"{"scrolltrace""#.utf8) })
    content[header] = UInt8(ascii: "x")
    let section = PackSection.bytes(.block, first: index.places[0][0], content)
    blocks.replaceSubrange(begin..<end, with: section.bytes)
    index.places[0][4] = section.checksum
    try folder.write(index.bytes(behind: blocks), to: "test.pack")
    let pack = try TracePack("\(folder.path)/test.pack")
    let block = try pack.traces(ofBlock: 0)
    let error = #expect(throws: TracePackError.self) { try pack.document(0, of: block) }
    #expect(error == .damage("\(pack.path)#1", "its header is none"))
    #expect(
      error?.description.hasSuffix(
        ": its header is none: copy the pack again, or leave what is damaged out: "
          + "trace unpack and sweep have --skip-damaged") == true)
  }

  @Test func aLineThatIsTooLongForAPackIsRefused() throws {
    var document = try TracePackTests.documents()[0].document
    for (length, isTaken) in [(Trace.lineBytesMax - 1, true), (Trace.lineBytesMax, false)] {
      document.lines.removeLast()
      document.append(.comment(String(repeating: "x", count: length)))
      var packer = TracePacker()
      let error = (try? packer.add(document, name: "a")) == nil
      #expect(error != isTaken, "\(length)")
    }
  }

  @Test func aCopyHasALargestLength() {
    for (more, isRead) in [(0, true), (1, false)] as [(UInt64, Bool)] {
      var writer = ByteWriter()
      writer.varint(4)
      writer.append(Array("abcd".utf8))
      writer.varint((1 << 16) - 4 + more)
      writer.varint(4)
      var reader = ByteReader(writer.bytes)
      #expect((PackedBytes.read(4 + (1 << 16) + Int(more), from: &reader) != nil) == isRead)
    }
  }

  @Test func aBlockThatContradictsTheIndexIsNamed() throws {
    let folder = try TemporaryDirectory()
    var (blocks, index) = try TracePackTests.parts(folder)
    let (begin, end) = (Int(index.places[1][3]), Int(index.places[1][3] + index.places[1][2]))
    let section = PackSection.bytes(.block, first: .max, Array(blocks[(begin + PackSection.headCount)..<end]))
    blocks.replaceSubrange(begin..<end, with: section.bytes)
    index.places[1][4] = section.checksum
    try folder.write(index.bytes(behind: blocks), to: "test.pack")
    let error = #expect(throws: TracePackError.self) { try TracePackTests.traces("\(folder.path)/test.pack") }
    #expect(
      error?.description.contains(
        "block 2 of 3, traces 33 to 64, is damaged (by its head it begins with trace 18446744073709551616)") == true)
    #expect(throws: TraceError.self) { try TraceDocument.load(path: "\(folder.path)/test.pack#33") }
  }

  @Test func otherFilesAreNoPacks() throws {
    let folder = try TemporaryDirectory()
    for (name, bytes) in [("empty", []), ("text", Array("hello, this is no pack".utf8)), ("mark", TracePack.mark)] {
      try folder.write(bytes, to: "\(name).pack")
      #expect(throws: TracePackError.self, "\(name)") { try TracePack("\(folder.path)/\(name).pack") }
    }
  }

  @Test func aFleetFollowsFromItsSeedAlone() throws {
    let screens = [FleetPopulation.Screen(override: ScreenOverride(), refreshHz: 60)]
    let shares = try PeopleTests.shares()
    let fleet = FleetPopulation(count: 1000, seed: 1, screens: screens, shares: shares)
    let (name, document) = try fleet.trace(999)
    let (again, other) = (try fleet.trace(999), try fleet.trace(998))
    #expect(again.name == name && again.document.text == document.text && other.document.text != document.text)
    #expect(name.hasPrefix("p0000") && name.hasSuffix("/1000"), "\(name)")
    // 200 people: the first of them has the square root of a 200th, which is 7 %.
    let people = try (0..<200).map { String(try fleet.trace($0).name.prefix(8)) }
    #expect(Set(people).count > 80 && (2...40).contains(people.count { $0 == "p0000001" }), "\(people)")
    #expect(try document.trace(name: name).warningCount == 0)
    let (same, others) = (1 as UInt64, 2 as UInt64)
    for seed in [same, others] {
      let made = FleetPopulation(count: 1000, seed: seed, screens: screens, shares: shares)
      #expect(try (fleet.block(0..<3) == made.block(0..<3)) == (seed == same))
    }
  }
}
