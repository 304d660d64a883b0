import CTurboJPEG
public import StrategyKit

/// Encodes baseline JPEGs in 4:2:0; owns one TurboJPEG handle and the memory of its output.
///
/// It uses the accurate transform, whose bytes are the same on every machine, with and without SIMD.
@safe public struct JPEGEncoder: ~Copyable {
  private let handle: tjhandle
  private let output: UnsafeMutablePointer<UInt8>
  private let capacity: Int

  /// - Parameter largest: The largest image that will be encoded.
  /// - Throws: `CodecError` if libjpeg-turbo cannot start.
  public init(largest: PixelSize) throws(CodecError) {
    guard let handle = unsafe tjInitCompress() else { throw CodecError.noHandle }
    unsafe self.handle = unsafe handle
    capacity = Int(tjBufSize(largest.width, largest.height, Int32(TJSAMP_420.rawValue)))
    unsafe output = .allocate(capacity: capacity)
  }

  deinit {
    unsafe _ = tjDestroy(handle)
    unsafe output.deallocate()
  }

  /// Encodes rows of BGRA pixels, width x 4 bytes each, into a JPEG that is valid until the next call.
  public mutating func encode(
    bgra pixels: UnsafeRawBufferPointer, size: PixelSize, quality: Int32
  ) throws(CodecError) -> UnsafeRawBufferPointer {
    let needed = Int(size.pixelCount) * 4
    guard let source = unsafe pixels.bindMemory(to: UInt8.self).baseAddress, pixels.count >= needed else {
      throw .bufferTooSmall(needed: needed, given: pixels.count)
    }
    return unsafe try encoded(size) { target, count in
      unsafe tjCompress2(
        handle, source, size.width, size.width * 4, size.height, Int32(TJPF_BGRA.rawValue), &target, &count,
        Int32(TJSAMP_420.rawValue), quality, JPEGEncoder.flags)
    }
  }

  mutating func encode(
    planes: PlanarImage, size: PixelSize, quality: Int32
  ) throws(CodecError) -> UnsafeRawBufferPointer {
    var sources: [UnsafePointer<UInt8>?] = unsafe [planes.luma, planes.blue, planes.red]
    let strides = unsafe [Int32(planes.lumaStride), Int32(planes.chromaStride), Int32(planes.chromaStride)]
    return unsafe try encoded(size) { target, count in
      unsafe tjCompressFromYUVPlanes(
        handle, &sources, size.width, strides, size.height, Int32(TJSAMP_420.rawValue), &target, &count, quality,
        JPEGEncoder.flags)
    }
  }

  private static let flags = TJFLAG_ACCURATEDCT | TJFLAG_NOREALLOC

  private func encoded(
    _ size: PixelSize, _ encode: (inout UnsafeMutablePointer<UInt8>?, inout UInt) -> Int32
  ) throws(CodecError) -> UnsafeRawBufferPointer {
    let needed = Int(tjBufSize(size.width, size.height, Int32(TJSAMP_420.rawValue)))
    guard needed <= capacity else { throw .bufferTooSmall(needed: needed, given: capacity) }
    var target: UnsafeMutablePointer<UInt8>? = unsafe output
    var count = UInt(capacity)
    guard unsafe encode(&target, &count) == 0 else { throw .turboJPEG(unsafe CodecError.message(handle)) }
    return unsafe UnsafeRawBufferPointer(start: output, count: Int(count))
  }
}

/// An encoder moves between threads as a whole; a handle is bound to no thread.
extension JPEGEncoder: @unchecked Sendable {}

/// Three planes of samples in 4:2:0, in memory of another owner: luma, and both chroma planes of half its sides.
@unsafe struct PlanarImage {
  var luma: UnsafePointer<UInt8>
  var blue: UnsafePointer<UInt8>
  var red: UnsafePointer<UInt8>
  var lumaStride: Int
  var chromaStride: Int

  /// Returns the part that begins `x` and `y` luma samples in; both are even.
  func offset(x: Int, y: Int) -> PlanarImage {
    let chroma = unsafe y / 2 * chromaStride + x / 2
    return unsafe PlanarImage(
      luma: luma + (y * lumaStride + x), blue: blue + chroma, red: red + chroma, lumaStride: lumaStride,
      chromaStride: chromaStride)
  }
}
