import CLabSystem

/// Bounds-checked access to the bytes of a JPEG. Valid while the memory it was made from is.
@safe struct JPEGBytes {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes }

  var count: Int { unsafe bytes.count }

  /// - Precondition: the offset is inside the data.
  subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count, "an offset inside the JPEG")
    return unsafe bytes[offset]
  }

  func bigEndian16(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }

  /// Reads a marker's code, fill bytes allowed, and moves `offset` behind it.
  func marker(at offset: inout Int) throws(CodecError) -> UInt8 {
    guard offset < count else { throw .truncated(offset: count) }
    guard self[offset] == 0xFF else {
      throw .badMarker(offset: offset, reason: "expected FF, found \(self[offset])")
    }
    while offset < count, self[offset] == 0xFF { offset += 1 }
    guard offset < count else { throw .truncated(offset: count) }
    defer { offset += 1 }
    return self[offset]
  }

  /// Reads a segment's length, moves `offset` behind the segment, and gives the range of its body.
  func segment(at offset: inout Int) throws(CodecError) -> Range<Int> {
    guard offset + 2 <= count else { throw .truncated(offset: count) }
    let length = bigEndian16(at: offset)
    guard length >= 2 else { throw .badMarker(offset: offset, reason: "a segment of \(length) bytes") }
    guard offset + length <= count else { throw .truncated(offset: count) }
    let body = (offset + 2)..<(offset + length)
    offset += length
    return body
  }

  /// Finds the next marker that is neither a stuffed byte nor a restart, and moves `offset` behind its code.
  func nextMarker(from offset: inout Int) -> UInt8? {
    while offset < count - 1 {
      guard let base = unsafe bytes.baseAddress,
        let found = unsafe lab_find(base + offset, 0xFF, count - 1 - offset)
      else { return nil }
      offset = unsafe found - base + 1
      let code = self[offset]
      if code == 0xFF { continue }
      offset += 1
      if code == 0 || (0xD0...0xD7).contains(code) { continue }
      return code
    }
    return nil
  }
}
