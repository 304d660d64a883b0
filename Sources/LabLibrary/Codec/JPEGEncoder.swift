import CTurboJPEG

/// Encodes baseline JPEGs in 4:2:0; owns one TurboJPEG handle and the memory of its output.
///
/// It uses the accurate transform, whose bytes are the same on every machine, with and without SIMD.
/// An encoder moves between threads as a whole; a handle is bound to no thread.
@safe public struct JPEGEncoder: ~Copyable, @unchecked Sendable {
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

  /// Encodes the part of a picture that begins `x` and `y` pixels in; both are even.
  mutating func encode(
    _ picture: Picture, x: Int, y: Int, size: PixelSize, quality: Int32
  ) throws(CodecError) -> UnsafeRawBufferPointer {
    var sources: [UnsafePointer<UInt8>?] = unsafe Channel.allCases.map { channel in
      unsafe UnsafePointer(picture[channel].row(y / channel.scale) + x / channel.scale)
    }
    let strides = Channel.allCases.map { Int32(picture[$0].width) }
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
