import StrategyKit
import Testing

@testable import CacheLab
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
      let traces = try pack.traces(ofBlock: block)
      return (0..<traces.count).map { String(decoding: traces.bytes($0), as: UTF8.self) }
    }
  }

  /// The text of a trace in a pack.
  private static func text(_ document: TraceDocument, _ name: String) -> String {
    var named = document
    named.rename(name)
    return named.text
  }

  private static let short = [(500, 20), (700, 40), (900, 60)].map { time, offset in
    TraceText.text(["[0,0]", "[\(time),\(offset)]", "[2000,\"end\"]"])
  }

  /// The headers of a pack of 66 traces in three blocks, and its bytes.
  private static func parts(_ folder: TemporaryDirectory) throws -> (bytes: [UInt8], headers: [PackHeader]) {
    let document = try TraceDocument(Array(short[0].utf8), name: "short")
    let pack = try TracePack(try pack(folder, (0..<66).map { ("t\($0)", document) }))
    return (try folder.read("test.pack"), pack.places.map(\.header))
  }

  @Test func aPackGivesTheTextsAndTheTracesBack() throws {
    let folder = TemporaryDirectory()
    let documents = try TracePackTests.documents()
    let pack = try TracePack(try TracePackTests.pack(folder, documents))
    #expect(pack.traceCount == documents.count)
    for (number, (name, document)) in documents.enumerated() {
      let traces = try pack.traces(ofBlock: pack.block(ofTrace: number))
      let index = number - traces.first
      #expect(try traces.name(index) == name && traces.document(index).text == TracePackTests.text(document, name))
      let (packed, parsed) = (try traces.trace(index), try document.trace(name: name))
      #expect(
        packed.entries == parsed.entries && packed.layouts == parsed.layouts && packed.end == parsed.end, "\(name)")
      #expect(packed.contents == parsed.contents && packed.warnings == parsed.warnings, "\(name)")
      #expect(packed.header.source == parsed.header.source)
      let named = try TraceDocument.load(path: "\(pack.path)#\(number + 1)", asWritten: true)
      #expect(named.text == TracePackTests.text(document, name))
    }
  }

  @Test func aPackTakesAtMostAThirdOfItsText() throws {
    let folder = TemporaryDirectory()
    let path = try TracePackTests.pack(folder, try TracePackTests.documents())
    #expect(try TracePack(path).byteCount * 3 <= TracePackTests.traces(path).reduce(0) { $0 + $1.utf8.count })
  }

  @Test func oddLinesComeBack() throws {
    let lines = [
      "# a comment", "#", "[0,1]", #"[5,"sneeze",{"loud":true}]"#, "[5.000001,-2.125]",
      #"[7,"mark",{"text":"ä\"\n{"}]"#, "[700.25,3]",
      #"[700.25,"layout",{"grid":{"count":40,"columns":2,"cell":[96,96]}}]"#, "#{ last", #"[9000,"end"]"#,
    ]
    let document = try TraceDocument(Array(TraceText.text(lines).utf8), name: "odd")
    let folder = TemporaryDirectory()
    let texts = try TracePackTests.traces(try TracePackTests.pack(folder, [("odd", document), ("b", document)]))
    #expect(texts == [TracePackTests.text(document, "odd"), TracePackTests.text(document, "b")])
  }

  @Test func packsJoinedAreAPack() throws {
    let folder = TemporaryDirectory()
    let (whole, headers) = try TracePackTests.parts(folder)
    let alone = try TracePack("\(folder.path)/test.pack")
    let texts = try TracePackTests.traces(alone.path)
    // Earlier packs have members without a text between their blocks.
    let index = Gzip.header(extra: [0x43, 0x49, 1, 0, 9]) + Gzip.body([])
    try folder.write(whole + index + whole, to: "joined.pack")
    let joined = try TracePack("\(folder.path)/joined.pack")
    #expect(joined.traceCount == 2 * 66 && joined.places.map(\.header) == headers + headers)
    #expect(try TracePackTests.traces(joined.path) == texts + texts)
    #expect(joined.digest != alone.digest)
  }

  @Test func membersThatOtherProgramsWroteAreBlocks() throws {
    let folder = TemporaryDirectory()
    // A header with a name, as `gzip` writes it.
    let header: [UInt8] = [0x1F, 0x8B, 8, 8, 1, 2, 3, 4, 0, 3, 97, 0]
    let members = TracePackTests.short.map { header + Gzip.body(Array($0.utf8)) }
    let end = header + Gzip.body([])
    try folder.write(Array(members.joined()) + end, to: "by.pack")
    let pack = try TracePack("\(folder.path)/by.pack")
    #expect(pack.blockCount == 3 && pack.traceCount == 3)
    #expect(try TracePackTests.traces(pack.path) == TracePackTests.short)
    #expect(try pack.traces(ofBlock: 1).name(0) == "")
    let all = header + Gzip.body(Array(TracePackTests.short.joined().utf8))
    try folder.write(all, to: "one.pack")
    #expect(try TracePackTests.traces("\(folder.path)/one.pack") == TracePackTests.short)
    // What is too large for a block is named, and so is what is no trace.
    for (text, complaint) in [
      (TracePackTests.short[0] + String(repeating: "#\n", count: TracePackBlock.textMax / 2), "more text than a block"),
      ("hello\n", "the block at byte 0 is no traces (it does not begin with the header of a trace)"),
    ] {
      try folder.write(header + Gzip.body(Array(text.utf8)) + members[0], to: "no.pack")
      let error = #expect(throws: InputError.self) { try TracePack("\(folder.path)/no.pack") }
      #expect(error?.description.contains(complaint) == true, "\(error as Any)")
    }
    // The traces behind what is no trace are found.
    #expect(try TracePackTests.traces("\(folder.path)/no.pack", skippingDamage: true) == [TracePackTests.short[0]])
  }

  @Test func aDamagedBlockIsNamed() throws {
    let folder = TemporaryDirectory()
    var (bytes, headers) = try TracePackTests.parts(folder)
    let second = Int(headers[0].length)
    bytes[second + 100] ^= 1
    try folder.write(bytes, to: "test.pack")
    let error = #expect(throws: InputError.self) { try TracePackTests.traces("\(folder.path)/test.pack") }
    let said = "block 2 of 3 at byte \(second), traces 33 to 64, is damaged ("
    #expect(error?.problem.hasPrefix(said) == true && error?.isDamage == true, "\(error as Any)")
    // A block whose own field of the header is damaged is like one of another program: nothing is lost.
    bytes[second + 100] ^= 1
    try folder.write(bytes, to: "test.pack")
    let texts = try TracePackTests.traces("\(folder.path)/test.pack")
    for place in 12..<PackHeader.byteCount {
      var changed = bytes
      changed[second + place] ^= 1
      try folder.write(changed, to: "test.pack")
      #expect(try TracePackTests.traces("\(folder.path)/test.pack") == texts, "byte \(place)")
    }
  }

  @Test func whatIsWholeOfACutPackIsFound() throws {
    let folder = TemporaryDirectory()
    let (bytes, headers) = try TracePackTests.parts(folder)
    let path = "\(folder.path)/cut.pack"
    let two = Int(headers[0].length + headers[1].length)
    for (count, place, traces) in [(bytes.count - 1, two, 64), (two + 20, two, 64), (two + 3, two, 64), (100, 0, 0)] {
      try folder.write(Array(bytes[..<count]), to: "cut.pack")
      let error = #expect(throws: InputError.self, "\(count)") { try TracePack(path) }
      #expect(error?.isDamage == true && error?.problem.contains("byte \(place)") == true, "\(error as Any)")
      #expect(try TracePackTests.traces(path, skippingDamage: true).count == traces, "\(count)")
    }
  }

  @Test func aTraceThatIsWrongIsNamed() throws {
    let folder = TemporaryDirectory()
    let writer = try TracePackWriter("\(folder.path)/test.pack")
    let text = Array("{\"scrolltrace\":x}\n[0,0]\n\(TracePackTests.short[0])".utf8)
    try writer.add(TracePacker(text: text, count: 2).block)
    try writer.finish()
    let pack = try TracePack("\(folder.path)/test.pack")
    let block = try pack.traces(ofBlock: 0)
    for read in [{ _ = try block.document(0) }, { _ = try block.trace(0) }] {
      let error = #expect(throws: InputError.self, performing: read)
      #expect(error?.file == "\(pack.path)#1" && error?.isDamage == true)
      #expect(error?.description.contains("is not a header") == true, "\(error as Any)")
      #expect(error?.description.hasSuffix("trace unpack and sweep have --skip-damaged") == true)
    }
    #expect(try block.trace(1).sampleCount == 2)
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

  @Test func aBlockWithOtherTracesThanItSaysIsNamed() throws {
    let folder = TemporaryDirectory()
    let path = "\(folder.path)/test.pack"
    let writer = try TracePackWriter(path)
    for count in 1...2 {
      try writer.add(TracePacker(text: Array(TracePackTests.short[0].utf8), count: count).block)
    }
    try writer.finish()
    let error = #expect(throws: InputError.self) { try TracePackTests.traces(path) }
    #expect(error?.description.contains("traces 2 to 3, is damaged (it is not what its header says)") == true)
    #expect(throws: InputError.self) { try TraceDocument.load(path: "\(path)#2") }
  }

  @Test func aFleetFollowsFromItsSeedAlone() throws {
    let screens = [(override: ScreenOverride(), refreshHz: 60)]
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
    let made = FleetPopulation(count: 1000, seed: 2, screens: screens, shares: shares)
    #expect(try made.trace(999).document.text != document.text)
  }
}
