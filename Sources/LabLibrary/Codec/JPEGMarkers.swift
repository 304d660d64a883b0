/// The contents of a JPEG's markers, read without decoding and without trust in any length in the data.
///
/// It guards the codec: TurboJPEG's own header call reports success for data that ends after the first
/// marker, and leaves the sizes unset. Reading takes no memory and time in proportion to the header; for a
/// file of several scans, to the whole file.
public struct JPEGMarkers: Equatable, Sendable {
  /// The size in the frame header.
  public var size = PixelSize(width: 0, height: 0)
  /// The number of colour components: 1 is grey, 3 colour, 4 print colours.
  public var componentCount = 0
  /// True if the frame is progressive.
  public var isProgressive = false
  /// True if the decoder must hold all coefficients: for a progressive frame, or components in scans of their own.
  public var hasBufferedCoefficients = false
  /// The number of scans; 1 without counting if the first holds everything.
  public var scanCount = 0
  /// The EXIF orientation, 1 (upright) to 8; 1 if there is none.
  public var orientation = 1
  /// The place of the EXIF thumbnail, itself a JPEG, in the data.
  public var thumbnail: Range<Int>?
  /// The place of the first entropy-coded byte.
  public var entropyOffset = 0
  private var coefficientBlocks: Int64 = 0

  /// The memory that a decoder of several passes holds beside the bitmap: 128 bytes a block of 64 coefficients.
  public var coefficientBytes: ByteCount {
    ByteCount(rawValue: hasBufferedCoefficients ? coefficientBlocks * 128 : 0)
  }

  /// Reads the markers of `jpeg`.
  ///
  /// - Throws: `CodecError` if the data is no JPEG, ends before the first scan, or exceeds the limits.
  public init(_ jpeg: UnsafeRawBufferPointer) throws(CodecError) {
    let bytes = unsafe JPEGBytes(jpeg)
    guard bytes.count >= 2, bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw .notJPEG }
    var offset = 2
    for _ in 0..<JPEGLimits.segmentsMax {
      let code = try bytes.marker(at: &offset)
      if code == 0x01 || (0xD0...0xD7).contains(code) { continue }
      if code == 0xD8 { throw .badMarker(offset: offset, reason: "a second start of image") }
      if code == 0xD9 { throw .badMarker(offset: offset, reason: "end of image before the first scan") }
      let body = try bytes.segment(at: &offset)
      try readSegment(code, body: body, of: bytes)
      guard code == 0xDA else { continue }
      entropyOffset = offset
      try countScans(in: bytes)
      return
    }
    throw .badMarker(offset: offset, reason: "more than \(JPEGLimits.segmentsMax) segments before the first scan")
  }

  private mutating func readSegment(_ code: UInt8, body: Range<Int>, of bytes: JPEGBytes) throws(CodecError) {
    switch code {
    case 0xC4, 0xC8, 0xCC: return
    case 0xC0...0xCF: try readFrame(code, body: body, of: bytes)
    case 0xDD:
      guard body.count >= 2 else { throw .badMarker(offset: body.lowerBound, reason: "short restart interval") }
    case 0xE1:
      if let exif = ExifBlock(bytes, in: body) {
        orientation = exif.orientation
        thumbnail = exif.thumbnail
      }
    case 0xDA: try readScan(body: body, of: bytes)
    default: return
    }
  }

  private mutating func readFrame(_ code: UInt8, body: Range<Int>, of bytes: JPEGBytes) throws(CodecError) {
    let start = body.lowerBound
    guard componentCount == 0 else { throw .badMarker(offset: start, reason: "a second frame header") }
    guard [0xC0, 0xC1, 0xC2].contains(code) else {
      throw .unsupported(code >= 0xC9 ? "arithmetic coding" : "lossless or hierarchical coding")
    }
    guard body.count >= 6 else { throw .badMarker(offset: start, reason: "short frame header") }
    let precision = bytes[start]
    size = PixelSize(
      width: Int32(bytes.bigEndian16(at: start + 3)), height: Int32(bytes.bigEndian16(at: start + 1)))
    componentCount = Int(bytes[start + 5])
    isProgressive = code == 0xC2
    guard size.width > 0, size.height > 0 else { throw .badMarker(offset: start, reason: "a side of 0") }
    guard max(size.width, size.height) <= JPEGLimits.sideMax, size.pixelCount <= JPEGLimits.pixelsMax else {
      throw CodecError(
        "\(size) pixels, limit \(NumberText.grouped(Int64(JPEGLimits.sideMax))) a side and "
          + "\(JPEGLimits.pixelsMax / 1_000_000) megapixels")
    }
    guard precision == 8 else { throw .unsupported("a precision of \(precision) bits") }
    guard [1, 3, 4].contains(componentCount) else { throw .unsupported("a frame of \(componentCount) components") }
    guard body.count >= 6 + 3 * componentCount else {
      throw .badMarker(offset: start, reason: "short frame header")
    }
    try countBlocks(at: start + 6, of: bytes)
  }

  private mutating func countBlocks(at start: Int, of bytes: JPEGBytes) throws(CodecError) {
    var largest = (h: 1, v: 1)
    var blocksPerUnit = 0
    for component in 0..<componentCount {
      let factors = bytes[start + 3 * component + 1]
      let (h, v) = (Int(factors >> 4), Int(factors & 15))
      guard (1...4).contains(h), (1...4).contains(v) else {
        throw .badMarker(offset: start, reason: "sampling factors \(h)x\(v)")
      }
      largest = (max(largest.h, h), max(largest.v, v))
      blocksPerUnit += h * v
    }
    let across = (Int(size.width) + 8 * largest.h - 1) / (8 * largest.h)
    let down = (Int(size.height) + 8 * largest.v - 1) / (8 * largest.v)
    coefficientBlocks = Int64(across * down * blocksPerUnit)
  }

  private mutating func readScan(body: Range<Int>, of bytes: JPEGBytes) throws(CodecError) {
    guard componentCount > 0 else {
      throw .badMarker(offset: body.lowerBound, reason: "a scan before the frame header")
    }
    guard body.count >= 4 else { throw .badMarker(offset: body.lowerBound, reason: "short scan header") }
    let count = Int(bytes[body.lowerBound])
    guard (1...componentCount).contains(count), body.count == 4 + 2 * count else {
      throw .badMarker(offset: body.lowerBound, reason: "a scan header of \(count) components in \(body.count) bytes")
    }
    hasBufferedCoefficients = isProgressive || count < componentCount
  }

  /// Counts the scans of a file that needs several passes, as the decoder meets them; bytes inside a segment that look
  /// like a marker are skipped.
  private mutating func countScans(in bytes: JPEGBytes) throws(CodecError) {
    scanCount = 1
    guard hasBufferedCoefficients else { return }
    guard coefficientBytes.rawValue <= JPEGLimits.coefficientBytesMax else {
      throw CodecError(
        "a progressive file, or one of several scans, that needs \(coefficientBytes.rawValue / 1_000_000) MB of "
          + "coefficients, limit \(JPEGLimits.coefficientBytesMax / 1_000_000)")
    }
    var offset = entropyOffset
    while let code = bytes.nextMarker(from: &offset), code != 0xD9, code != 0xD8 {
      if code == 0xDA { scanCount += 1 }
      // Codes below C0 have no length. A segment that passes the end of the data is the last.
      if code >= 0xC0, (try? bytes.segment(at: &offset)) == nil { break }
    }
    guard scanCount <= JPEGLimits.scansMax else {
      throw CodecError("\(NumberText.grouped(Int64(scanCount))) scans, limit \(JPEGLimits.scansMax)")
    }
  }
}
