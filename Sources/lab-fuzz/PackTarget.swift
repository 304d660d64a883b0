import CacheLab
import LabBase
import LabRecords
import LabSystem
import StrategyKit
import SystemPackage

/// Reads packs of damaged blocks. Their checksums and index are those of the damaged bytes, as of somebody who means it.
struct PackTarget: FuzzTarget {
  static let kind = (plural: "packs", suffix: "pack")

  /// Further packs, damaged as they are.
  let seeds: [[UInt8]]
  /// The blocks of a pack of all traces of the corpus.
  private let blocks: [[UInt8]]
  private let folder: ScratchFolder
  private var path: String { "\(folder.path)/fuzz.pack" }

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

  func input(_ random: inout SplitMix64) -> [UInt8] {
    let number = random.next(below: seeds.count + 1)
    var input = number < seeds.count ? seeds[number] : (try? pack(&random)) ?? []
    // Checksums find nearly all of these out.
    if number < seeds.count || random.chance(10) { ByteMutator.mutate(&input, &random) }
    return input
  }

  /// A pack of damaged blocks whose checksums are theirs.
  private func pack(_ random: inout SplitMix64) throws -> [UInt8] {
    var blocks = blocks
    if random.chance(70) {
      let number = random.next(below: blocks.count)
      repeat { PackTarget.mutate(&blocks[number], other: [], &random) } while random.chance(30)
    }
    if random.chance(20) { NumberMutator.move(&blocks, &random) }
    let writer = try TracePackWriter(path)
    for block in blocks {
      // The first number of a block is how many traces it has.
      var reader = ByteReader(block)
      let count = random.chance(95) ? reader.varint() ?? 1 : UInt64(random.next(below: 40))
      try writer.add(block: block, count: Int(count & 0xFFFF))
    }
    try writer.finish()
    let file = try OpenFile(path, .readOnly)
    return try file.prefix(Int(try file.state().byteCount))
  }

  static func mutate(_ block: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    // Heads decide most, and are short.
    ByteMutator.mutate(&block, reach: random.chance(70) ? 1500 : .max, &random)
  }

  mutating func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    do throws(FileError) { try OpenFile(path, .writeOnly, [.create, .truncate]).write(input) } catch {
      throw Finding("\(error)")
    }
    let (whole, salvaged) = (try look(skippingDamage: false), try look(skippingDamage: true))
    return whole + salvaged == 0 ? [:] : ["read": whole > 0 ? 1 : 0, "traces": whole, "salvaged": salvaged]
  }

  /// - Returns: How many traces came out.
  private func look(skippingDamage: Bool) throws(Finding) -> Int {
    let pack: TracePack
    do throws(TracePackError) { pack = try TracePack(path, skippingDamage: skippingDamage) } catch {
      guard error.problem.utf8.count < 1_000 else { throw Finding("a refusal says: \(error.problem.prefix(300))") }
      return 0
    }
    var traceCount = 0
    for block in 0..<pack.blockCount {
      guard let (first, traces) = try? pack.traces(ofBlock: block) else { continue }
      guard pack.block(ofTrace: first) == block else { throw Finding("block \(block) is not found") }
      for index in 0..<traces.count where try isRead(traces, index) { traceCount += 1 }
    }
    for number in Set([0, pack.traceCount / 2, pack.traceCount - 1]) where number >= 0 {
      _ = try? TraceDocument.load(path: "\(path)#\(number + 1)")
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
