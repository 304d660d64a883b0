import StrategyKit
import SystemPackage
import Testing

@testable import CacheLab
@testable import LabBase
@testable import LabRecords
@testable import LabSystem

/// A folder that goes with the test, and its files as bytes.
private struct PackFolder {
  private let scratch: ScratchFolder
  var path: String { scratch.path }

  init() throws { scratch = try ScratchFolder() }

  func bytes(_ name: String) throws -> [UInt8] {
    let file = try OpenFile.reading("\(path)/\(name)")
    return try file.prefix(Int(try file.state().byteCount))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try OpenFile("\(path)/\(name)", .writeOnly, [.create, .truncate]).write(bytes)
  }
}

/// Packs of traces: what comes out is what went in, and damage is named.
@Suite struct TracePackTests {
  private static func documents() throws -> [(name: String, document: TraceDocument)] {
    try ShippedTraces.names.map { ($0, try TraceDocument.load(path: ShippedTraces.path($0), asWritten: true)) }
  }

  private static func pack(_ folder: PackFolder, _ traces: [(name: String, document: TraceDocument)]) throws -> String {
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
    let folder = try PackFolder()
    let documents = try TracePackTests.documents()
    let pack = try TracePack(try TracePackTests.pack(folder, documents))
    #expect(pack.traceCount == documents.count)
    for (number, (name, document)) in documents.enumerated() {
      let (first, traces) = try pack.traces(ofBlock: try pack.block(ofTrace: number))
      #expect(traces.name(number - first) == name)
      #expect(try traces.document(number - first).text == document.text)
      let (packed, parsed) = (try traces.trace(number - first, sha256: "x"), try document.trace(name: name))
      #expect(
        packed.entries == parsed.entries && packed.layouts == parsed.layouts && packed.end == parsed.end, "\(name)")
      #expect(packed.contents == parsed.contents && packed.warnings == parsed.warnings, "\(name)")
      #expect(packed.header.source == parsed.header.source && packed.sha256 == "x")
    }
  }

  @Test func aMeanShippedTraceTakesAtMost3000Bytes() throws {
    let folder = try PackFolder()
    let pack = try TracePack(try TracePackTests.pack(folder, try TracePackTests.documents()))
    #expect(pack.byteCount <= Int64(3000 * pack.traceCount))
  }

  @Test func oddLinesComeBack() throws {
    let lines = [
      "# a comment", "#", "[0,1]", #"[5,"sneeze",{"loud":true}]"#, "[5.000001,-2.125]", #"[7,"mark",{"text":"ä\"\n"}]"#,
      "[700.25,3]", #"[700.25,"layout",{"grid":{"count":40,"columns":2,"cell":[96,96]}}]"#, "# last", #"[9000,"end"]"#,
    ]
    let document = try TraceDocument(Array(TraceText.text(lines).utf8), name: "odd")
    let folder = try PackFolder()
    #expect(try TracePackTests.traces(try TracePackTests.pack(folder, [("odd", document)])) == [document.text])
  }

  @Test func anAppendKeepsWhatIsThere() throws {
    let folder = try PackFolder()
    let documents = Array(try TracePackTests.documents().prefix(3))
    let path = try TracePackTests.pack(folder, Array(documents.prefix(1)))
    let before = try TracePack(path)
    let writer = try TracePackWriter(appendingTo: path)
    for (name, document) in documents.dropFirst() { try writer.add(document, name: name) }
    #expect(try TracePack(path).traceCount == 1, "nothing shows before the end")
    try writer.finish()
    #expect(try TracePackTests.traces(path) == documents.map(\.document.text))
    #expect(try TracePack(path).digest != before.digest)
    for number in documents.indices {
      #expect(
        try TraceDocument.load(path: "\(path)#\(number + 1)", asWritten: true).text == documents[number].document.text)
    }
  }

  @Test func anAppendThatWasKilledCountsForNothing() throws {
    let folder = try PackFolder()
    let documents = Array(try TracePackTests.documents().prefix(2))
    let path = try TracePackTests.pack(folder, documents)
    let whole = try folder.bytes("test.pack")
    try folder.write("test.pack", whole + whole[22..<200])
    #expect(try TracePackTests.traces(path) == documents.map(\.document.text))
    let writer = try TracePackWriter(appendingTo: path)
    try writer.add(documents[0].document, name: "again")
    try writer.finish()
    #expect(try TracePackTests.traces(path) == (documents + [documents[0]]).map(\.document.text))
  }

  @Test func aDamagedBlockIsNamed() throws {
    let folder = try PackFolder()
    let documents = Array(try TracePackTests.documents().prefix(2))
    let path = try TracePackTests.pack(folder, documents)
    var bytes = try folder.bytes("test.pack")
    bytes[bytes.count / 2] ^= 1
    try folder.write("test.pack", bytes)
    let error = #expect(throws: TracePackError.self) { try TracePackTests.traces(path) }
    #expect(error?.description.contains("block 1 of 1, traces 1 to 2, is damaged") == true)
  }

  @Test func whatIsWholeOfACutPackIsFound() throws {
    let folder = try PackFolder()
    let document = try TracePackTests.documents()[0].document
    let count = TracePackBlock.tracesMax + 1
    let path = try TracePackTests.pack(folder, (0..<count).map { ("t\($0)", document) })
    let bytes = try folder.bytes("test.pack")
    #expect(try TracePack(path).blockCount == 2)
    try folder.write("test.pack", Array(bytes.dropLast(1500)))
    #expect(throws: TracePackError.self) { try TracePack(path) }
    #expect(try TracePackTests.traces(path, skippingDamage: true).count == TracePackBlock.tracesMax)
  }

  @Test func otherFilesAreNoPacks() throws {
    let folder = try PackFolder()
    for (name, bytes) in [("empty", []), ("text", Array("hello, this is no pack".utf8)), ("mark", TracePack.mark)] {
      try folder.write("\(name).pack", bytes)
      #expect(throws: TracePackError.self, "\(name)") { try TracePack("\(folder.path)/\(name).pack") }
    }
  }

  private static let block = Result {
    var packer = TracePacker()
    for name in ["interrupted", "scrub", "scroll-to-top"] {
      try packer.add(try TraceDocument.load(path: ShippedTraces.path(name)), name: name)
    }
    return packer.take()
  }

  @Test(arguments: 0..<100) func damagedBlocksDoNotCrash(_ seed: Int) throws {
    var bytes = try TracePackTests.block.get()
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<(1 + random.next(below: 4)) {
      let at = random.next(below: random.chance(50) ? bytes.count : min(bytes.count, 2000))
      bytes[at] = UInt8(truncatingIfNeeded: random.next())
    }
    guard let block = try? TracePackBlock(bytes) else { return }
    for index in 0..<block.count {
      // A trace that comes out is one that a text can say.
      guard let trace = try? block.trace(index, sha256: "") else { continue }
      #expect(try block.document(index).trace(name: "again").entries == trace.entries)
    }
  }

  @Test func aFleetFollowsFromItsSeedAlone() throws {
    let screens = [FleetPopulation.Screen(override: ScreenOverride(), refreshHz: 60)]
    let fleet = FleetPopulation(count: 1000, seed: 1, screens: screens)
    let (name, document) = try fleet.trace(999)
    let (again, other) = (try fleet.trace(999), try fleet.trace(998))
    #expect(again.name == name && again.document.text == document.text && other.document.text != document.text)
    #expect(name.hasPrefix("p0000") && name.hasSuffix("/1000"), "\(name)")
    // 200 people: the first of them has the square root of a 200th, which is 7 %.
    let people = try (0..<200).map { String(try fleet.trace($0).name.prefix(8)) }
    #expect(Set(people).count > 80 && (2...40).contains(people.count { $0 == "p0000001" }), "\(people)")
    #expect(try document.trace(name: name).warningCount == 0)
    #expect(try fleet.block(0..<3) == (try FleetPopulation(count: 1000, seed: 1, screens: screens).block(0..<3)))
    #expect(try fleet.block(0..<3) != (try FleetPopulation(count: 1000, seed: 2, screens: screens).block(0..<3)))
  }
}
