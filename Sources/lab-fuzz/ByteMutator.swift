import LabBase
import StrategyKit

/// Damage that needs no knowledge of a format.
enum ByteMutator {
  /// Flips, sets, inserts, removes, repeats or cuts bytes once. Nothing happens to an empty input but inserts.
  static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else {
      bytes.append(byte(&random))
      return
    }
    let place = random.next(below: bytes.count)
    switch random.next(below: 8) {
    case 0, 1: bytes[place] ^= 1 << UInt8(random.next(below: 8))
    case 2: bytes[place] = byte(&random)
    case 3: bytes.insert(contentsOf: (0...random.next(below: 4)).map { _ in byte(&random) }, at: place)
    case 4: bytes.removeSubrange(place..<min(place + 1 + random.next(below: 4), bytes.count))
    case 5: bytes.removeSubrange(chunk(of: bytes, at: place, &random))
    case 6:
      let chunk = chunk(of: bytes, at: place, &random)
      bytes.insert(contentsOf: bytes[chunk], at: random.next(in: 0...bytes.count))
    default: bytes.removeSubrange(place...)
    }
  }

  /// Any byte, more often one at the end of a range.
  static func byte(_ random: inout SplitMix64) -> UInt8 {
    let ends: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
    return random.chance(40) ? ends[random.next(below: ends.count)] : UInt8(random.next(below: 256))
  }

  private static func chunk(of bytes: [UInt8], at place: Int, _ random: inout SplitMix64) -> Range<Int> {
    place..<min(place + 1 + random.next(below: 64), bytes.count)
  }
}
