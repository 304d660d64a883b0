import CacheLab
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
}
