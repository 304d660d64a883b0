/// The XXH64 checksum (Collet, xxHash specification 0.1.1): finds damage, does not withstand forgery.
package struct XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var offset = 0
    var result: UInt64
    if bytes.count >= 32 {
      var lanes = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
      while offset + 32 <= bytes.count {
        lanes.0 = round(lanes.0, unsafe word(bytes, offset))
        lanes.1 = round(lanes.1, unsafe word(bytes, offset + 8))
        lanes.2 = round(lanes.2, unsafe word(bytes, offset + 16))
        lanes.3 = round(lanes.3, unsafe word(bytes, offset + 24))
        offset += 32
      }
      result = rotate(lanes.0, 1) &+ rotate(lanes.1, 7) &+ rotate(lanes.2, 12) &+ rotate(lanes.3, 18)
      result = merge(merge(merge(merge(result, lanes.0), lanes.1), lanes.2), lanes.3)
    } else {
      result = seed &+ prime5
    }
    result &+= UInt64(bytes.count)
    return unsafe finish(result, bytes, from: offset)
  }

  package static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe hash($0, seed: seed) }
  }

  package static func text(_ bytes: [UInt8], seed: UInt64 = 0) -> String {
    NumberText.hexadecimal(hash(bytes, seed: seed), digits: 16)
  }

  private static func finish(_ start: UInt64, _ bytes: UnsafeRawBufferPointer, from begin: Int) -> UInt64 {
    var (result, offset) = (start, begin)
    while offset + 8 <= bytes.count {
      result = rotate(result ^ round(0, unsafe word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt64(UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      result = rotate(result ^ half &* prime1, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      result = rotate(result ^ UInt64(unsafe bytes[offset]) &* prime5, 11) &* prime1
      offset += 1
    }
    result = (result ^ result >> 33) &* prime2
    result = (result ^ result >> 29) &* prime3
    return result ^ result >> 32
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  private static func merge(_ result: UInt64, _ lane: UInt64) -> UInt64 {
    (result ^ round(0, lane)) &* prime1 &+ prime4
  }
}
