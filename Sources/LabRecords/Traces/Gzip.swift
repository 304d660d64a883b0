import CZlib

/// Members of gzip files (RFC 1952), by zlib.
///
/// Running out of memory in zlib ends the program, as in an array.
enum Gzip {
  enum Failure: Error {
    case cut
    /// zlib's message, or a description of the damage.
    case damaged(String)

    var words: String { if case .damaged(let words) = self { words } else { "it is cut" } }
  }

  /// The first bytes of a member that has an extra field and no name, time or system.
  static let start: [UInt8] = [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 255]
  /// The level of zlib: traces take as many bytes as at its default of 6, and half the time.
  private static let level: Int32 = 5
  /// The number of bytes after the text of a member: its checksum and its size.
  static let trailerCount = 8

  /// - Precondition: The field has fewer than 256 bytes.
  static func header(extra: [UInt8]) -> [UInt8] { start + [UInt8(extra.count), 0] + extra }

  /// Returns a member without its header: the text, compressed, and the trailer.
  static func body(_ text: [UInt8]) -> [UInt8] {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    // Negative bits of the window: without a header, which the caller writes.
    let begun = unsafe deflateInit2_(
      stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(begun == Z_OK, "zlib begins")
    defer { unsafe _ = deflateEnd(stream) }
    let bound = unsafe Int(deflateBound(stream, uLong(text.count)))
    var checksum: uLong = 0
    let packed = unsafe text.withUnsafeBufferPointer { source in
      checksum = unsafe crc32_z(0, source.baseAddress, source.count)
      return unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = uInt(source.count)
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = uInt(target.count)
        let status = unsafe deflate(stream, Z_FINISH)
        precondition(status == Z_STREAM_END, "the bound of zlib holds")
        count = unsafe target.count - Int(stream.pointee.avail_out)
      }
    }
    var trailer = ByteWriter()
    trailer.little32(UInt32(truncatingIfNeeded: checksum))
    trailer.little32(UInt32(truncatingIfNeeded: text.count))
    return packed + trailer.bytes
  }

  /// Returns the text and the length of the member that `bytes` begin with, after checking its checksum.
  static func read(_ bytes: [UInt8], textMax: Int) throws(Failure) -> (text: [UInt8], length: Int) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    defer { unsafe stream.deallocate() }
    // 16 more than the bits of the window: with header and trailer.
    let begun = unsafe inflateInit2_(stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(begun == Z_OK, "zlib begins")
    defer { unsafe _ = inflateEnd(stream) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(textMax, 1 << 18) + 1)
    var (status, read) = (Z_OK, 0)
    while status == Z_OK, text.count <= textMax {
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe part.withUnsafeMutableBufferPointer { target in
          let rest = unsafe source[read...]
          unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(
            mutating: UnsafeBufferPointer(rebasing: rest).baseAddress)
          unsafe stream.pointee.avail_in = uInt(rest.count)
          unsafe stream.pointee.next_out = target.baseAddress
          unsafe stream.pointee.avail_out = uInt(target.count)
          status = unsafe inflate(stream, Z_NO_FLUSH)
        }
      }
      read = unsafe bytes.count - Int(stream.pointee.avail_in)
      text += unsafe part[..<(part.count - Int(stream.pointee.avail_out))]
    }
    precondition(status != Z_MEM_ERROR, "zlib gets memory")
    guard text.count <= textMax else { throw .damaged("it has more text than a block may have") }
    switch status {
    case Z_STREAM_END: return (text, read)
    case Z_BUF_ERROR: throw .cut
    default: throw unsafe .damaged(stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib has no words for it")
    }
  }
}
