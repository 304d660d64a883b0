import CacheLab
import LabBase
import LabRecords
import LabSystem
import StrategyKit
import SystemPackage

/// Reads damaged packs. Their checksums, index and foot are those of the damaged bytes, as of somebody who means it.
struct PackFuzzer: Fuzzer {
  static let kind = (plural: "packs", suffix: "pack")

  /// The blocks of each pack.
  private let seeds: [[[UInt8]]]
  private let folder: ScratchFolder
  private var path: String { "\(folder.path)/fuzz.pack" }
  /// Traces that came out.
  private(set) var traceCount = 0

  init(seeds: [[UInt8]] = []) throws {
    folder = try ScratchFolder()
    // One of them is refused as a text, too.
    let documents = TraceSeeds.all.compactMap { try? TraceDocument($0, name: "seed") }
    let blocks = try [documents[..<3], documents[3..<5], documents[5...]].map { part in
      var packer = TracePacker()
      for (index, document) in part.enumerated() { try packer.add(document, name: "someone/\(index)") }
      return packer.take()
    }
    self.seeds = [blocks] + seeds.map { PackFuzzer.blocks(of: $0) }.filter { !$0.isEmpty }
  }

  // MARK: Bytes

  private static let mark = Array("cachelab trace pack 1\n".utf8)
  private static let (block, index): (UInt32, UInt32) = (0x4B43_4C42, 0x5844_4E49)

  private static func blocks(of pack: [UInt8]) -> [[UInt8]] {
    var (reader, blocks) = (ByteReader(Array(pack.dropFirst(mark.count))), [[UInt8]]())
    while let kind = reader.little32(), let length = reader.little32(), reader.take(16) != nil,
      let content = reader.take(Int(length))
    { if kind == block { blocks.append(content) } }
    return blocks
  }

  private static func section(_ kind: UInt32, first: UInt64, _ content: [UInt8]) -> (bytes: [UInt8], sum: UInt64) {
    let sum = XXHash64.hash(content, seed: first)
    var writer = ByteWriter()
    writer.little32(kind)
    writer.little32(UInt32(content.count))
    for number in [first, sum] { writer.little64(number) }
    return (writer.bytes + content, sum)
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

  func input(_ random: inout SplitMix64) -> [UInt8] {
    var blocks = seeds[random.next(below: seeds.count)]
    if random.chance(50) { PackFuzzer.mutate(&blocks[random.next(below: blocks.count)], &random) }
    if random.chance(20) { NumberMutator.move(&blocks, &random) }
    var (bytes, places, first) = (PackFuzzer.mark, [[UInt64]](), UInt64(0))
    for block in blocks {
      // The first number of a block is how many traces it has.
      var reader = ByteReader(block)
      let count = reader.varint() ?? 1
      var head = [first]
      if random.chance(5) { NumberMutator.mutate(&head, &random) }
      let (section, sum) = PackFuzzer.section(PackFuzzer.block, first: head.first ?? 0, block)
      // As an append leaves it behind.
      if random.chance(5) { bytes += PackFuzzer.section(PackFuzzer.index, first: first, []).bytes }
      places.append([first, count & 0xFFFF_FFFF, UInt64(section.count), UInt64(bytes.count), sum])
      bytes += section
      first &+= count
    }
    let isWrong = random.chance(60)
    if isWrong, random.chance(30) { NumberMutator.move(&places, &random) }
    if isWrong, random.chance(70), !places.isEmpty {
      let place = random.next(below: places.count)
      NumberMutator.mutate(&places[place], &random)
      while places[place].count < 5 { places[place].append(0) }
    }
    var (index, identity) = (ByteWriter(), ByteWriter())
    for place in places {
      index.little64(place[0])
      for half in place[1...2] { index.little32(UInt32(truncatingIfNeeded: half)) }
      for number in place[3...4] { index.little64(number) }
      identity.little32(UInt32(truncatingIfNeeded: place[1]))
      identity.little64(place[4])
    }
    var foot = [UInt64(bytes.count + 24), UInt64(places.count), places.reduce(0) { $0 &+ $1[1] }]
    let total = foot[2]
    if isWrong, random.chance(30) { NumberMutator.mutate(&foot, &random) }
    let start = index.count
    for number in foot { index.little64(number) }
    index.append(SHA256.hex(of: identity.bytes).utf8.map { random.chance(1) ? 0x30 : $0 })
    index.little64(0x646E_6570_6B63_6170)
    index.little64(XXHash64.hash(Array(index.bytes[start...])))
    bytes += PackFuzzer.section(PackFuzzer.index, first: random.chance(95) ? foot.last ?? 0 : total, index.bytes).bytes
    return random.chance(5) ? Array(bytes.dropLast(random.next(below: bytes.count))) : bytes
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

/// Damages lists of numbers, of which each may be an extreme of some type.
enum NumberMutator {
  private static let extremes: [UInt64] = {
    let bits: [UInt64] = [16, 31, 32, 47, 48, 53, 62, 63]
    let powers: [UInt64] = bits.flatMap { bit -> [UInt64] in [(1 << bit) - 1, 1 << bit, (1 << bit) + 1] }
    return powers + [0, 1, 2, 100, 101, 100_000_000, 100_000_001, 1_000_000_000, .max - 1, .max]
  }()

  static func mutate(_ numbers: inout [UInt64], _ random: inout SplitMix64) {
    guard !numbers.isEmpty else { return }
    let at = random.next(below: numbers.count)
    switch random.next(below: 6) {
    case 0: numbers[at] &+= 1
    case 1: numbers[at] &-= 1
    case 2: numbers[at] = numbers[random.next(below: numbers.count)]
    default: numbers[at] = extremes[random.next(below: extremes.count)]
    }
  }

  /// Repeats, removes or swaps elements.
  static func move<Element>(_ list: inout [Element], _ random: inout SplitMix64) {
    guard list.count > 1 else { return }
    let (at, other) = (random.next(below: list.count), random.next(below: list.count))
    switch random.next(below: 3) {
    case 0: list.insert(list[at], at: other)
    case 1: list.remove(at: at)
    default: list.swapAt(at, other)
    }
  }
}
