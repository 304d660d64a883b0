import CTurboJPEG

/// Decodes JPEGs into BGRA bitmaps.
///
/// Each decode has a handle of its own, made in a fraction of a microsecond: a handle keeps the tables of its last file,
/// and the middle of a header that failed, so that what a file decodes to would depend on the one before it.
public enum JPEGDecoder {
  /// Decodes `jpeg` at `scale` into `pixels`, rows of width x 4 bytes, blue first, alpha 255.
  ///
  /// The header is read first: nothing is written unless its size is `size`. Parts of damaged data that cannot be
  /// decoded become zeros, never the former contents of the memory. A decode takes no memory from Swift's heap;
  /// libjpeg-turbo takes about 0.2 MB while it works, and `JPEGMarkers.coefficientBytes` for a file of several passes.
  ///
  /// - Parameters:
  ///   - jpeg: A whole JPEG file.
  ///   - scale: The scale of the decode; the bitmap has `scale.scaled(size)`.
  ///   - size: The size of the source, from the index.
  ///   - pixels: At least width x height x 4 bytes of the scaled size.
  /// - Returns: `.partial` for damaged data that still gave an image.
  /// - Throws: `CodecError` if there is no image.
  public static func decode(
    _ jpeg: UnsafeRawBufferPointer, scale: DecodeScale, expecting size: PixelSize,
    into pixels: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodeOutcome {
    let scaled = scale.scaled(size)
    let needed = Int(scaled.pixelCount) * 4
    guard let target = unsafe pixels.bindMemory(to: UInt8.self).baseAddress, pixels.count >= needed else {
      throw .bufferTooSmall(needed: needed, given: pixels.count)
    }
    let markers = try unsafe JPEGMarkers(jpeg)
    guard markers.size == size else { throw .sizeMismatch(expected: size, found: markers.size) }
    guard markers.componentCount != 4 else { throw .unsupported("CMYK") }
    let outcome = unsafe try decodeOnce(jpeg, size, scaled, target)
    if outcome == .complete { return .complete }
    unsafe target.update(repeating: 0, count: needed)
    return unsafe try decodeOnce(jpeg, size, scaled, target)
  }

  private static func decodeOnce(
    _ jpeg: UnsafeRawBufferPointer, _ size: PixelSize, _ scaled: PixelSize, _ target: UnsafeMutablePointer<UInt8>
  ) throws(CodecError) -> DecodeOutcome {
    guard let handle = unsafe tjInitDecompress() else { throw .noHandle }
    defer { unsafe _ = tjDestroy(handle) }
    func outcome(of status: Int32) throws(CodecError) -> DecodeOutcome {
      if status == 0 { return .complete }
      if unsafe tjGetErrorCode(handle) == TJERR_WARNING.rawValue { return .partial }
      throw .turboJPEG(unsafe CodecError.message(handle))
    }
    let source = unsafe jpeg.bindMemory(to: UInt8.self).baseAddress
    var (width, height, subsampling, colourSpace): (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    _ = try outcome(
      of: unsafe tjDecompressHeader3(handle, source, UInt(jpeg.count), &width, &height, &subsampling, &colourSpace))
    let found = PixelSize(width: width, height: height)
    guard found == size else { throw .sizeMismatch(expected: size, found: found) }
    return try outcome(
      of: unsafe tjDecompress2(
        handle, source, UInt(jpeg.count), target, scaled.width, scaled.width * 4, scaled.height,
        Int32(TJPF_BGRA.rawValue), TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS))
  }
}

extension CodecError {
  /// Returns the message of the last call on `handle`, or of a failed creation for nil.
  static func message(_ handle: tjhandle?) -> String {
    unsafe tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "no message"
  }

  static func turboJPEG(_ message: String) -> CodecError { CodecError("libjpeg-turbo: \(message)") }

  static var noHandle: CodecError { CodecError("libjpeg-turbo made no codec: \(unsafe message(nil))") }
}
