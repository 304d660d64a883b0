import CTurboJPEG
public import CacheLab
public import StrategyKit

/// Decodes JPEGs into BGRA bitmaps; owns one TurboJPEG handle. Each worker has its own.
///
/// A decode takes no memory of its own from Swift's heap; libjpeg-turbo takes about 0.2 MB while it works,
/// and for a file of several passes what `JPEGMarkers.coefficientBytes` says.
@safe public struct JPEGDecoder: ~Copyable {
  private var handle: tjhandle
  private let limits: JPEGLimits
  /// True when the handle may remember tables that a file without its own would be given.
  private var remembersTables = false
  /// True when a call failed: TurboJPEG leaves a handle whose header call failed in the middle of that header, and the
  /// next file would be read as its continuation.
  private var isStuck = false

  /// - Throws: `CodecError.noHandle` when libjpeg-turbo cannot start.
  public init(limits: JPEGLimits = .standard) throws(CodecError) {
    guard let handle = unsafe tjInitDecompress() else { throw .noHandle(unsafe TurboJPEGText.last(nil)) }
    unsafe self.handle = unsafe handle
    self.limits = limits
  }

  deinit { unsafe _ = tjDestroy(handle) }

  /// Decodes `jpeg` at `scale` into `pixels`, rows of width x 4 bytes, blue first, alpha 255.
  ///
  /// The header is read first: nothing is written unless its size is `size`.
  ///
  /// - Parameters:
  ///   - jpeg: A whole JPEG file.
  ///   - scale: The bitmap is `scale.scaled(size)`.
  ///   - size: The size of the source, as the index knows it.
  ///   - pixels: At least width x height x 4 bytes of the scaled size.
  /// - Returns: `.partial` for damaged data that still gave an image.
  /// - Throws: `CodecError` when there is no image.
  public mutating func decode(
    _ jpeg: UnsafeRawBufferPointer, scale: DecodeScale, expecting size: PixelSize,
    into pixels: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodeOutcome {
    let markers = try unsafe JPEGMarkers(jpeg, limits: limits)
    guard markers.size == size else { throw .sizeMismatch(expected: size, found: markers.size) }
    guard markers.componentCount != 4 else { throw .unsupported("print colours (CMYK)") }
    let scaled = scale.scaled(size)
    let needed = Int(scaled.pixelCount) * 4
    guard let source = unsafe jpeg.bindMemory(to: UInt8.self).baseAddress,
      let target = unsafe pixels.bindMemory(to: UInt8.self).baseAddress, pixels.count >= needed
    else { throw .bufferTooSmall(needed: needed, given: pixels.count) }
    // libjpeg keeps tables from file to file. A file that may lack some begins with a new handle, so that
    // what it decodes to never depends on what was decoded before.
    if isStuck || (remembersTables && !markers.isSelfContained) { try renewHandle() }
    remembersTables = true
    isStuck = true
    try unsafe checkHeader(source, count: jpeg.count, expecting: size)
    let flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS
    let status = unsafe tjDecompress2(
      handle, source, UInt(jpeg.count), target, scaled.width, scaled.width * 4, scaled.height,
      Int32(TJPF_BGRA.rawValue), flags)
    let outcome = status == 0 ? .complete : try outcomeOfFailure()
    isStuck = false
    return outcome
  }

  /// Decodes the embedded thumbnail of `jpeg` at its own size, as `decode` does a file.
  ///
  /// - Parameter size: The thumbnail's size, as the index knows it.
  /// - Throws: `CodecError` when there is no thumbnail, or no image in it.
  public mutating func decodeThumbnail(
    of jpeg: UnsafeRawBufferPointer, expecting size: PixelSize, into pixels: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> DecodeOutcome {
    guard let range = try unsafe JPEGMarkers(jpeg, limits: limits).thumbnail else {
      throw .unsupported("a photo without an embedded thumbnail")
    }
    let thumbnail = unsafe UnsafeRawBufferPointer(rebasing: jpeg[range])
    return try unsafe decode(thumbnail, scale: .full, expecting: size, into: pixels)
  }

  private mutating func renewHandle() throws(CodecError) {
    guard let other = unsafe tjInitDecompress() else { throw .noHandle(unsafe TurboJPEGText.last(nil)) }
    unsafe _ = tjDestroy(handle)
    unsafe handle = unsafe other
  }

  /// Lets libjpeg-turbo read the header too: its answer must be ours.
  private func checkHeader(_ source: UnsafePointer<UInt8>, count: Int, expecting size: PixelSize)
    throws(CodecError)
  {
    var (width, height, subsampling, colourSpace): (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    let status = unsafe tjDecompressHeader3(
      handle, source, UInt(count), &width, &height, &subsampling, &colourSpace)
    if status != 0 { _ = try outcomeOfFailure() }
    let found = PixelSize(width: width, height: height)
    guard found == size else { throw .sizeMismatch(expected: size, found: found) }
  }

  private func outcomeOfFailure() throws(CodecError) -> DecodeOutcome {
    let message = unsafe TurboJPEGText.last(handle)
    guard unsafe tjGetErrorCode(handle) == TJERR_WARNING.rawValue else { throw .failed(message) }
    return .partial(message)
  }
}

/// A decoder moves between threads as a whole; a handle is bound to none.
extension JPEGDecoder: @unchecked Sendable {}
