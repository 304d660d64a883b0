import CTurboJPEG
public import CacheLab

/// Decodes JPEGs into BGRA bitmaps; owns one TurboJPEG handle. Each worker has its own.
///
/// A decode takes no memory from Swift's heap; libjpeg-turbo takes about 0.2 MB while it works, and
/// `JPEGMarkers.coefficientBytes` for a file of several passes.
@safe public struct JPEGDecoder: ~Copyable {
  private var handle: tjhandle
  /// True if the handle may hold tables of another file, which a file without its own would be given.
  private var hasForeignTables = false
  /// True if a call failed: TurboJPEG leaves a handle whose header call failed in the middle of that header, and the
  /// next file would be read as its continuation.
  private var isStuck = false

  /// - Throws: `CodecError` if libjpeg-turbo cannot start.
  public init() throws(CodecError) { unsafe handle = unsafe try JPEGDecoder.newHandle() }

  private static func newHandle() throws(CodecError) -> tjhandle {
    guard let handle = unsafe tjInitDecompress() else { throw .noHandle }
    return unsafe handle
  }

  deinit { unsafe _ = tjDestroy(handle) }

  /// Decodes `jpeg` at `scale` into `pixels`, rows of width x 4 bytes, blue first, alpha 255.
  ///
  /// The header is read first: nothing is written unless its size is `size`. Parts of damaged data that cannot be
  /// decoded become zeros, never the former contents of the memory.
  ///
  /// - Parameters:
  ///   - jpeg: A whole JPEG file.
  ///   - scale: The scale of the decode; the bitmap has `scale.scaled(size)`.
  ///   - size: The size of the source, from the index.
  ///   - pixels: At least width x height x 4 bytes of the scaled size.
  /// - Returns: `.partial` for damaged data that still gave an image.
  /// - Throws: `CodecError` if there is no image.
  public mutating func decode(
    _ jpeg: UnsafeRawBufferPointer, scale: DecodeScale, expecting size: PixelSize,
    into pixels: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodeOutcome {
    let scaled = scale.scaled(size)
    let needed = Int(scaled.pixelCount) * 4
    guard let target = unsafe pixels.bindMemory(to: UInt8.self).baseAddress, pixels.count >= needed else {
      throw .bufferTooSmall(needed: needed, given: pixels.count)
    }
    var outcome = unsafe try decodeOnce(jpeg, size, scaled, target)
    if outcome.isPartial {
      unsafe target.update(repeating: 0, count: needed)
      outcome = unsafe try decodeOnce(jpeg, size, scaled, target)
    }
    return outcome
  }

  private static let flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS

  private mutating func decodeOnce(
    _ jpeg: UnsafeRawBufferPointer, _ size: PixelSize, _ scaled: PixelSize, _ target: UnsafeMutablePointer<UInt8>
  ) throws(CodecError) -> DecodeOutcome {
    let markers = try unsafe JPEGMarkers(jpeg)
    guard markers.size == size else { throw .sizeMismatch(expected: size, found: markers.size) }
    guard markers.componentCount != 4 else { throw .unsupported("CMYK") }
    guard let source = unsafe jpeg.bindMemory(to: UInt8.self).baseAddress else {
      throw CodecError("the JPEG is empty")
    }
    // libjpeg keeps tables from file to file. A file that may lack some begins with a new handle, so that
    // what it decodes to never depends on what was decoded before.
    if isStuck || (hasForeignTables && !markers.isSelfContained) {
      let other = unsafe try JPEGDecoder.newHandle()
      unsafe _ = tjDestroy(handle)
      unsafe handle = unsafe other
    }
    hasForeignTables = true
    isStuck = true
    try unsafe checkHeader(source, count: jpeg.count, expecting: size)
    let outcome = try outcome(
      of: unsafe tjDecompress2(
        handle, source, UInt(jpeg.count), target, scaled.width, scaled.width * 4, scaled.height,
        Int32(TJPF_BGRA.rawValue), JPEGDecoder.flags))
    isStuck = false
    return outcome
  }

  /// Returns the embedded thumbnail of a file, a JPEG of its own.
  func thumbnail(of jpeg: UnsafeRawBufferPointer) throws(CodecError) -> UnsafeRawBufferPointer {
    guard let range = try unsafe JPEGMarkers(jpeg).thumbnail else {
      throw .unsupported("a photo without an embedded thumbnail")
    }
    return unsafe UnsafeRawBufferPointer(rebasing: jpeg[range])
  }

  private func checkHeader(
    _ source: UnsafePointer<UInt8>, count: Int, expecting size: PixelSize
  ) throws(CodecError) {
    var (width, height, subsampling, colourSpace): (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    let status = unsafe tjDecompressHeader3(
      handle, source, UInt(count), &width, &height, &subsampling, &colourSpace)
    _ = try outcome(of: status)
    let found = PixelSize(width: width, height: height)
    guard found == size else { throw .sizeMismatch(expected: size, found: found) }
  }

  private func outcome(of status: Int32) throws(CodecError) -> DecodeOutcome {
    if status == 0 { return .complete }
    let message = unsafe CodecError.message(handle)
    guard unsafe tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { throw .turboJPEG(message) }
    return .partial(message)
  }
}

/// A decoder moves between threads as a whole; a handle is bound to no thread.
extension JPEGDecoder: @unchecked Sendable {}

extension CodecError {
  /// Returns the message of the last call on `handle`, or of a failed creation for nil.
  static func message(_ handle: tjhandle?) -> String {
    unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "no message"
  }

  static func turboJPEG(_ message: String) -> CodecError { CodecError("libjpeg-turbo: \(message)") }

  static var noHandle: CodecError { CodecError("libjpeg-turbo made no codec: \(unsafe message(nil))") }
}
