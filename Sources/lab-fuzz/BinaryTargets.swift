import CacheLab
import LabLibrary
import LabRecords
import LabSystem
import StrategyKit

extension FuzzTarget {
  /// Reads packs of damaged traces, whose checksums and index are those of the damaged text.
  static func packs(_ corpus: Corpus) throws -> FuzzTarget {
    let folder = try ScratchFolder()
    // The texts of blocks with the traces of the corpus, one of which is refused as a text, too.
    let traces = try corpus.files("scrolltrace").compactMap { try? TraceDocument($0, name: "seed") }.enumerated().map {
      index, document in
      var named = document
      named.name = "someone/\(index)"
      return Array(named.text.utf8)
    }
    let texts = [traces.prefix(3), traces.dropFirst(3).prefix(2), traces.dropFirst(5)].map { Array($0.joined()) }
    func damage(_ input: inout [UInt8], _ other: [UInt8], _ random: inout SplitMix64) {
      if random.chance(70), let made = try? pack(texts, "\(folder.path)/made.pack", &random) {
        input = made
        // Without its index, or all of it, a pack is read from the front.
        if random.chance(20) { input.removeLast(random.next(below: min(input.count, 200))) }
        if random.chance(90) { return }
      }
      // Checksums find nearly all of these out.
      Mutator.bytes(&input, &random)
    }
    return FuzzTarget(seeds: try corpus.files("pack"), damage: damage) { input in
      let path = try folder.write(input, as: "fuzz.pack")
      let counts = try [false, true].map { skips in
        var count = 0
        _ = try accepts { try look(at: path, skippingDamage: skips, &count) }
        return count
      }
      return counts == [0, 0] ? [:] : ["read": counts[0] > 0 ? 1 : 0, "traces": counts[0], "salvaged": counts[1]]
    }
  }

  /// Returns a pack of damaged traces whose checksums are theirs.
  private static func pack(_ texts: [[UInt8]], _ path: String, _ random: inout SplitMix64) throws -> [UInt8] {
    var texts = texts
    if random.chance(70) {
      let number = random.next(below: texts.count)
      // Headers decide most.
      repeat { Mutator.bytes(&texts[number], reach: random.chance(50) ? 400 : .max, &random) } while random.chance(30)
    }
    if random.chance(20) { Mutator.list(&texts, &random) }
    let writer = try TracePackWriter(path)
    for text in texts where !text.isEmpty {
      let lines = text.split(separator: UInt8(ascii: "\n"))
      let count = max(lines.count { $0.first == UInt8(ascii: "{") }, 1)
      try writer.add(PackedTraces(text: text, count: random.chance(95) ? count : 1 + random.next(below: 40)))
    }
    try writer.finish()
    return try OpenFile.reading(path).readToEnd(bytesMax: 1 << 24) ?? []
  }

  /// Reads the traces of a pack, each of which is what its text alone says, and counts them.
  private static func look(at path: String, skippingDamage: Bool, _ count: inout Int) throws {
    let pack = try TracePack(path, skippingDamage: skippingDamage)
    for block in 0..<pack.blockCount {
      guard let (first, traces) = try? pack.traces(ofBlock: block) else { continue }
      guard pack.block(ofTrace: first) == block else { throw Finding("block \(block) is not found") }
      for index in 0..<traces.count {
        let (alone, trace) = (
          try? Trace.parse(traces.bytes(index), name: "fuzz"), try? traces.trace(index, sha256: "")
        )
        guard alone?.entries == trace?.entries, alone?.layouts == trace?.layouts, alone?.end == trace?.end else {
          throw Finding("trace \(index) is not what its text says")
        }
        if trace != nil { count += 1 }
      }
    }
    for number in Set([0, pack.traceCount / 2, pack.traceCount - 1]) where number >= 0 {
      _ = try? TraceDocument.load(path: "\(path)#\(number + 1)")
    }
  }

  /// Reads pools whose heads are damaged. The checksum is that of the damaged bytes, as of an author who means it.
  static func pools(_ corpus: Corpus) throws -> FuzzTarget {
    let folder = try ScratchFolder()
    let configuration = LibraryConfiguration(assetCount: 60, profile: .tiny)
    let path = try PhotoLibrary.open(configuration, in: folder.path).path
    let name = Paths.name(of: path)
    func damage(_ input: inout [UInt8], _ other: [UInt8], _ random: inout SplitMix64) {
      // The checksum stands behind these, and is over the head with zeros in its place.
      let prefix = 32
      var reader = ByteReader(Array(input.prefix(prefix).suffix(8)))
      let count = Int(clamping: reader.little64() ?? 0)
      if random.chance(5) { Mutator.bytes(&input, &random) }
      guard input.count >= count, count > prefix + 8 else { return }
      // Tables come first, and leave a pool that can be read; then places.
      let places = prefix + 8..<count
      if random.chance(50) { Mutator.word(&input, in: places.prefix(560), &random) }
      if random.chance(30) { Mutator.word(&input, in: places, &random) }
      Mutator.put(0, into: &input, at: prefix)
      Mutator.put(XXHash64.hash(Array(input[..<count])), into: &input, at: prefix)
    }
    let seed = try OpenFile.reading(path).readToEnd(bytesMax: 1 << 24) ?? []
    return FuzzTarget(seeds: [seed], names: [name], damage: damage) { input in
      _ = try folder.write(input, as: name)
      var count = 0
      _ = try accepts(naming: [name]) {
        guard let library = try PhotoLibrary.kept(configuration, in: folder.path) else { return }
        var reader = try library.makeReader()
        for asset in 0..<library.index.count {
          let jpeg = try unsafe reader.read(asset)
          guard jpeg.count == Int(library.index[asset].encodedBytes) else {
            throw Finding("asset \(asset) has another length than its index says")
          }
          count += 1
        }
        _ = try library.verify()
      }
      return count == 0 ? [:] : ["read": 1, "photos": count]
    }
  }

  /// Opens a folder of photos whose index is damaged. The checksum is that of the damaged bytes, as of an author who means
  /// it.
  static func folders(_ corpus: Corpus) throws -> FuzzTarget {
    let folder = try ScratchFolder()
    let (photos, caches) = ("\(folder.path)/photos", "\(folder.path)/caches")
    for path in [photos, caches] { try Paths.makeDirectory(path) }
    for (number, jpeg) in try corpus.files("jpg").enumerated() {
      _ = try folder.write(jpeg, as: "photos/\(number).jpg")
    }
    let library = try PhotoLibrary.openFolder(photos, cacheDirectory: caches)
    // By photo; nil for one that does not decode, whose size nothing tells.
    let sizes = library.index.assets.map { $0.decodes ? $0.size : nil }
    guard let name = try Paths.names(in: caches).first else { throw Finding("a folder has no index") }
    func index() throws -> [UInt8] { try OpenFile.reading("\(caches)/\(name)").readToEnd(bytesMax: 1 << 20) ?? [] }
    func damage(_ input: inout [UInt8], _ other: [UInt8], _ random: inout SplitMix64) {
      if random.chance(10) { Mutator.bytes(&input, &random) }
      guard input.count > 40 else { return }
      Mutator.word(&input, in: 12..<(input.count - 8), &random)
      Mutator.put(XXHash64.hash(Array(input.dropLast(8))), into: &input, at: input.count - 8)
    }
    return FuzzTarget(seeds: [try index()], names: [folder.path], damage: damage) { input in
      _ = try folder.write(input, as: "caches/\(name)")
      let library = try PhotoLibrary.openFolder(photos, cacheDirectory: caches)
      // An index that is not taken is made anew.
      let isKept = try index() == input
      let isSame = zip(library.index.assets, sizes).allSatisfy { $1 == nil || $0.size == $1 }
      guard try !library.verify().contradictions.isEmpty || isSame else {
        throw Finding("photos have other sizes, and nothing says so")
      }
      return isKept ? ["read": 1] : [:]
    }
  }
}

extension Mutator {
  /// Puts a number in the place of four or eight bytes: one of a corner, or nearly the one that stands there.
  fileprivate static func word(_ bytes: inout [UInt8], in places: Range<Int>, _ random: inout SplitMix64) {
    let size = random.chance(80) ? 4 : 8
    guard places.count > size, places.upperBound <= bytes.count else { return }
    let place = random.next(in: places.lowerBound...(places.upperBound - size))
    let old = (0..<size).reduce(UInt64(0)) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    let corners: [UInt64] = [0, 1, 0xFF, 0xFFFF, 0x1_0000, 1_000_000, 1 << 30, 1 << 31 - 1, 1 << 31, 1 << 63, .max]
    let new = random.chance(50) ? random.pick(corners) : random.chance(50) ? old &+ 1 : old &- 1
    put(new, into: &bytes, at: place, size: size)
  }

  fileprivate static func put(_ number: UInt64, into bytes: inout [UInt8], at place: Int, size: Int = 8) {
    for index in 0..<size { bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index)) }
  }
}
