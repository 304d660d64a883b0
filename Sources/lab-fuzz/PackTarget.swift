import CacheLab
import LabBase
import LabRecords
import LabSystem
import StrategyKit

/// Reads packs of damaged blocks. Their checksums and index are those of the damaged bytes, as of somebody who means it.
struct PackTarget: FuzzTarget {
  static let kind = (plural: "packs", suffix: "pack")

  let seeds: [[UInt8]]
  /// The blocks of a pack of all traces of the corpus.
  private let blocks: [[UInt8]]
  private let folder: ScratchFolder

  init(_ corpus: Corpus) throws {
    folder = try ScratchFolder()
    seeds = try corpus.files("pack")
    // One of them is refused as a text, too.
    let documents = try corpus.files("scrolltrace").compactMap { try? TraceDocument($0, name: "seed") }
    blocks = try [documents.prefix(3), documents.dropFirst(3).prefix(2), documents.dropFirst(5)].map { part in
      var packer = TracePacker()
      for (index, document) in part.enumerated() { try packer.add(document, name: "someone/\(index)") }
      return packer.take()
    }
  }

  func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    if random.chance(70), let made = try? pack(&random) {
      input = made
      if random.chance(90) { return }
    }
    // Checksums find nearly all of these out.
    Mutator.bytes(&input, &random)
  }

  /// A pack of damaged blocks whose checksums are theirs.
  private func pack(_ random: inout SplitMix64) throws -> [UInt8] {
    var blocks = blocks
    if random.chance(70) {
      let number = random.next(below: blocks.count)
      // Heads decide most, and are short.
      repeat { Mutator.bytes(&blocks[number], reach: random.chance(70) ? 64 : .max, &random) } while random.chance(30)
    }
    if random.chance(20) { Mutator.list(&blocks, &random) }
    let path = "\(folder.path)/made.pack"
    let writer = try TracePackWriter(path)
    for block in blocks {
      // The first number of a block is how many traces it has.
      var reader = ByteReader(block)
      let count = random.chance(95) ? reader.varint() ?? 1 : UInt64(random.next(below: 40))
      try writer.add(block: block, count: Int(count & 0xFFFF))
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

  /// What is said without a text must be what the text says.
  private func isRead(_ traces: TracePackBlock, _ index: Int) throws(Finding) -> Bool {
    guard let trace = try? traces.trace(index, sha256: "") else { return false }
    guard let text = try? traces.document(index), let again = try? text.trace(name: "fuzz") else {
      throw Finding("trace \(index) was read, and its text was not")
    }
    guard again.entries == trace.entries, again.layouts == trace.layouts, again.end == trace.end else {
      throw Finding("trace \(index) is not what its text says")
    }
    return true
  }
}
