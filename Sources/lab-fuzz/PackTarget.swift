import CacheLab
import LabBase
import LabRecords
import LabSystem
import StrategyKit

/// Reads packs of damaged traces, whose checksums and index are those of the damaged text.
struct PackTarget: FuzzTarget {
  static let kind = (plural: "packs", suffix: "pack")

  let seeds: [[UInt8]]
  /// The texts of blocks with the traces of the corpus.
  private let texts: [[UInt8]]
  private let folder: ScratchFolder

  init(_ corpus: Corpus) throws {
    folder = try ScratchFolder()
    seeds = try corpus.files("pack")
    // One of them is refused as a text, too.
    let traces = try corpus.files("scrolltrace").compactMap { try? TraceDocument($0, name: "seed") }.enumerated().map {
      index, document in
      var named = document
      named.name = "someone/\(index)"
      return Array(named.text.utf8)
    }
    texts = [traces.prefix(3), traces.dropFirst(3).prefix(2), traces.dropFirst(5)].map { Array($0.joined()) }
  }

  func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    if random.chance(70), let made = try? pack(&random) {
      input = made
      // Without its index, or all of it, a pack is read from the front.
      if random.chance(20) { input.removeLast(random.next(below: min(input.count, 200))) }
      if random.chance(90) { return }
    }
    // Checksums find nearly all of these out.
    Mutator.bytes(&input, &random)
  }

  /// A pack of damaged traces whose checksums are theirs.
  private func pack(_ random: inout SplitMix64) throws -> [UInt8] {
    var texts = texts
    if random.chance(70) {
      let number = random.next(below: texts.count)
      // Headers decide most.
      repeat { Mutator.bytes(&texts[number], reach: random.chance(50) ? 400 : .max, &random) } while random.chance(30)
    }
    if random.chance(20) { Mutator.list(&texts, &random) }
    let path = "\(folder.path)/made.pack"
    let writer = try TracePackWriter(path)
    for text in texts where !text.isEmpty {
      let lines = text.split(separator: UInt8(ascii: "\n"))
      let count = max(lines.count { $0.first == UInt8(ascii: "{") }, 1)
      try writer.add(PackedTraces(text: text, count: random.chance(95) ? count : 1 + random.next(below: 40)))
    }
    try writer.finish()
    return try OpenFile.reading(path).readToEnd(bytesMax: 1 << 24) ?? []
  }

  func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    let path = try folder.write(input, as: "fuzz.pack")
    let (whole, salvaged) = (try look(at: path, skippingDamage: false), try look(at: path, skippingDamage: true))
    return whole + salvaged == 0 ? [:] : ["read": whole > 0 ? 1 : 0, "traces": whole, "salvaged": salvaged]
  }

  /// - Returns: How many traces came out.
  private func look(at path: String, skippingDamage: Bool) throws(Finding) -> Int {
    var traceCount = 0
    _ = try isTaken {
      let pack = try TracePack(path, skippingDamage: skippingDamage)
      for block in 0..<pack.blockCount {
        guard let (first, traces) = try? pack.traces(ofBlock: block) else { continue }
        guard pack.block(ofTrace: first) == block else { throw Finding("block \(block) is not found") }
        for index in 0..<traces.count where try isRead(traces, index) { traceCount += 1 }
      }
      for number in Set([0, pack.traceCount / 2, pack.traceCount - 1]) where number >= 0 {
        _ = try? TraceDocument.load(path: "\(path)#\(number + 1)")
      }
    }
    return traceCount
  }

  /// A trace of a pack is one that its text alone would be.
  private func isRead(_ traces: TracePackBlock, _ index: Int) throws(Finding) -> Bool {
    let alone = try? Trace.parse(traces.bytes(index), name: "fuzz")
    guard let trace = try? traces.trace(index, sha256: "") else {
      guard alone == nil else { throw Finding("trace \(index) was refused, and its text was not") }
      return false
    }
    guard let alone, alone.entries == trace.entries, alone.layouts == trace.layouts, alone.end == trace.end else {
      throw Finding("trace \(index) is not what its text says")
    }
    return true
  }
}
