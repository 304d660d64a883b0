import CacheLab
import LabBase
import StrategyKit

/// Reads damaged blocks of packs. Their checksums are those of the damaged bytes, as of somebody who means it.
struct PackFuzzer: Fuzzer {
  static let kind = (plural: "blocks of packs", suffix: "block")

  private let seeds: [[UInt8]]
  /// Traces that came out.
  private(set) var traceCount = 0

  init(seeds: [[UInt8]] = []) throws {
    var packer = TracePacker()
    for (index, trace) in TraceSeeds.all.enumerated() {
      // One of them is refused as a text, too.
      guard let document = try? TraceDocument(trace, name: "seed") else { continue }
      try packer.add(document, name: "someone/\(index)")
    }
    self.seeds = [packer.take()] + seeds
  }

  func input(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = seeds[random.next(below: seeds.count)]
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
    return bytes
  }

  mutating func check(_ input: [UInt8]) throws(Finding) -> Bool {
    guard let block = try? TracePackBlock(input) else { return false }
    var isRead = false
    for index in 0..<block.count {
      guard let trace = try? block.trace(index, sha256: "") else { continue }
      isRead = true
      traceCount += 1
      // What is said without a text must be what the text says.
      guard let text = try? block.document(index), let again = try? text.trace(name: "fuzz") else {
        throw Finding("trace \(index) was read, and its text was not")
      }
      guard again.entries == trace.entries, again.layouts == trace.layouts, again.end == trace.end else {
        throw Finding("trace \(index) is not what its text says")
      }
    }
    return isRead
  }
}
