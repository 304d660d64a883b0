import CacheLab
import LabBase
import LabRecords
import LabSystem
import StrategyKit
import SystemPackage

/// Reads packs of damaged blocks. Their checksums and index are those of the damaged bytes, as of somebody who means it.
struct PackFuzzer: Fuzzer {
  static let kind = (plural: "packs", suffix: "pack")

  /// The blocks of a pack, and further packs as they are.
  private let blocks: [[UInt8]]
  private let packs: [[UInt8]]
  private let folder: ScratchFolder
  private var path: String { "\(folder.path)/fuzz.pack" }
  /// Traces that came out.
  private(set) var traceCount = 0

  init(seeds: [[UInt8]]) throws {
    folder = try ScratchFolder()
    packs = seeds
    // One of them is refused as a text, too.
    let documents = TraceSeeds.all.compactMap { try? TraceDocument($0, name: "seed") }
    blocks = try [documents[..<3], documents[3..<5], documents[5...]].map { part in
      var packer = TracePacker()
      for (index, document) in part.enumerated() { try packer.add(document, name: "someone/\(index)") }
      return packer.take()
    }
  }

  func input(_ random: inout SplitMix64) -> [UInt8] {
    let number = random.next(below: packs.count + 1)
    var bytes = number < packs.count ? packs[number] : (try? pack(&random)) ?? []
    // Checksums find nearly all of these out.
    if number < packs.count || random.chance(10) { ByteMutator.mutate(&bytes, &random) }
    return bytes
  }

  /// A pack of damaged blocks whose checksums are theirs.
  private func pack(_ random: inout SplitMix64) throws -> [UInt8] {
    var blocks = blocks
    if random.chance(70) { PackFuzzer.mutate(&blocks[random.next(below: blocks.count)], &random) }
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

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    repeat {
      // Heads decide most, and are short.
      let at = random.next(below: random.chance(70) ? min(bytes.count, 1500) : bytes.count)
      switch random.next(below: 4) {
      case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[at] ^= 1 << UInt8(random.next(below: 8))
      case 2 where bytes.count > 8: bytes.removeSubrange(at..<min(bytes.count - 1, at + 1 + random.next(below: 4)))
      default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: at)
      }
    } while random.chance(30)
  }

  mutating func check(_ input: [UInt8]) throws(Finding) -> Bool {
    do throws(FileError) { try OpenFile(path, .writeOnly, [.create, .truncate]).write(input) } catch {
      throw Finding("\(error)")
    }
    let isRead = try look(skippingDamage: false)
    _ = try look(skippingDamage: true)
    return isRead
  }

  private mutating func look(skippingDamage: Bool) throws(Finding) -> Bool {
    let pack: TracePack
    do throws(TracePackError) { pack = try TracePack(path, skippingDamage: skippingDamage) } catch {
      guard error.problem.utf8.count < 1_000 else { throw Finding("a refusal says: \(error.problem.prefix(300))") }
      return false
    }
    var isRead = false
    for block in 0..<pack.blockCount {
      guard let (first, traces) = try? pack.traces(ofBlock: block) else { continue }
      guard (try? pack.block(ofTrace: first)) == block else { throw Finding("block \(block) is not found") }
      for index in 0..<traces.count { isRead = try look(traces, index) || isRead }
    }
    for number in Set([0, pack.traceCount / 2, pack.traceCount - 1]) where number >= 0 {
      _ = try? TraceDocument.load(path: "\(path)#\(number + 1)")
    }
    return isRead
  }

  /// What is said without a text must be what the text says.
  private mutating func look(_ traces: TracePackBlock, _ index: Int) throws(Finding) -> Bool {
    guard let trace = try? traces.trace(index, sha256: "") else { return false }
    traceCount += 1
    guard let text = try? traces.document(index), let again = try? text.trace(name: "fuzz") else {
      throw Finding("trace \(index) was read, and its text was not")
    }
    guard again.entries == trace.entries, again.layouts == trace.layouts, again.end == trace.end else {
      throw Finding("trace \(index) is not what its text says")
    }
    return true
  }
}
