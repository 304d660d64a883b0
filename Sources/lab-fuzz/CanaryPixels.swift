import CacheLab
import StrategyKit

/// A bitmap of an exact size with known bytes before and behind it.
@safe struct CanaryPixels: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer
  private var byteCount = 0

  private static let margin = 64
  private static let mark: UInt8 = 0xA5

  init() { unsafe memory = .allocate(byteCount: 1 << 16, alignment: 64) }

  deinit { unsafe memory.deallocate() }

  /// Memory of just so many bytes, all `content`; valid until the next call.
  mutating func prepare(_ byteCount: Int, content: UInt8 = mark) -> UnsafeMutableRawBufferPointer {
    let whole = byteCount + 2 * CanaryPixels.margin
    if unsafe memory.count < whole {
      unsafe memory.deallocate()
      unsafe memory = .allocate(byteCount: whole, alignment: 64)
    }
    self.byteCount = byteCount
    unsafe memory.initializeMemory(as: UInt8.self, repeating: CanaryPixels.mark)
    unsafe (memory.baseAddress! + CanaryPixels.margin).initializeMemory(
      as: UInt8.self, repeating: content, count: byteCount)
    return unsafe UnsafeMutableRawBufferPointer(start: memory.baseAddress! + CanaryPixels.margin, count: byteCount)
  }

  /// True when nothing beside the bitmap was written.
  var isIntact: Bool {
    let end = CanaryPixels.margin + byteCount
    return (0..<CanaryPixels.margin).allSatisfy {
      unsafe memory[$0] == CanaryPixels.mark && memory[end + $0] == CanaryPixels.mark
    }
  }

  /// True when both hold the same bitmap; what pads the rows of planes is nobody's.
  func equals(_ other: borrowing CanaryPixels, as form: BitmapForm) -> Bool {
    guard byteCount == other.byteCount else { return false }
    let chroma = form.size.chroma
    let rows: [(count: Int32, bytes: Int64, stride: Int64)] =
      switch form.pixels {
      case .bgra: [(1, form.bytes, form.bytes)]
      case .yuv420:
        [form.size, chroma, chroma].map {
          ($0.height, Int64($0.width), PixelFormat.rowBytes(ofPlaneWidth: $0.width))
        }
      }
    var offset = CanaryPixels.margin
    for plane in rows {
      for _ in 0..<plane.count {
        let row = offset..<offset + Int(plane.bytes)
        guard unsafe memory[row].elementsEqual(other.memory[row]) else { return false }
        offset += Int(plane.stride)
      }
    }
    return true
  }
}
