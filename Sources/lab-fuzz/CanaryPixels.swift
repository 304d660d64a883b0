#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A bitmap of an exact size with known bytes before and behind it.
@safe struct CanaryPixels: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer
  private var byteCount = 0

  private static let margin = 64
  private static let mark: UInt8 = 0xA5

  init() { unsafe memory = .allocate(byteCount: 1 << 16, alignment: 64) }

  deinit { unsafe memory.deallocate() }

  /// Memory of just so many bytes, all alike; valid until the next call.
  mutating func prepare(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
    let whole = byteCount + 2 * CanaryPixels.margin
    if unsafe memory.count < whole {
      unsafe memory.deallocate()
      unsafe memory = .allocate(byteCount: whole, alignment: 64)
    }
    self.byteCount = byteCount
    unsafe _ = memset(memory.baseAddress!, Int32(CanaryPixels.mark), whole)
    return unsafe UnsafeMutableRawBufferPointer(start: memory.baseAddress! + CanaryPixels.margin, count: byteCount)
  }

  /// True when nothing beside the bitmap was written.
  var isIntact: Bool {
    let end = CanaryPixels.margin + byteCount
    return (0..<CanaryPixels.margin).allSatisfy {
      unsafe memory[$0] == CanaryPixels.mark && memory[end + $0] == CanaryPixels.mark
    }
  }

  /// True when both bitmaps hold the same bytes.
  func equals(_ other: borrowing CanaryPixels) -> Bool {
    unsafe byteCount == other.byteCount
      && memcmp(
        memory.baseAddress! + CanaryPixels.margin, other.memory.baseAddress! + CanaryPixels.margin, byteCount) == 0
  }
}
