import CLabSystem

/// The parts of EXIF data that the lab reads: the orientation, and the place of the thumbnail.
///
/// Every offset is checked; a directory that points outside its segment counts as absent.
struct ExifBlock {
  var orientation = 1
  var thumbnail: Range<Int>?

  private let bytes: JPEGBytes
  private let tiff: Range<Int>
  private let isLittleEndian: Bool

  /// Reads an APP1 segment; returns nil if it has no EXIF data.
  init?(_ bytes: JPEGBytes, in segment: Range<Int>) {
    let name: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    guard segment.count >= 14, (0..<6).allSatisfy({ bytes[segment.lowerBound + $0] == name[$0] }) else {
      return nil
    }
    self.bytes = bytes
    tiff = (segment.lowerBound + 6)..<segment.upperBound
    let order = bytes[tiff.lowerBound]
    guard order == bytes[tiff.lowerBound + 1], order == 0x49 || order == 0x4D else { return nil }
    isLittleEndian = order == 0x49
    guard value(at: 2, width: 2) == 42, let first = value(at: 4, width: 4) else { return nil }
    if let turned = entry(0x0112, inDirectoryAt: first, width: 2), (1...8).contains(turned) {
      orientation = turned
    }
    guard let entries = value(at: first, width: 2),
      let second = value(at: first + 2 + 12 * entries, width: 4),
      second != 0,
      let start = entry(0x0201, inDirectoryAt: second, width: 4),
      let length = entry(0x0202, inDirectoryAt: second, width: 4),
      length >= 4, start >= 8, start <= tiff.count, length <= tiff.count - start
    else { return }
    let lower = tiff.lowerBound + start
    guard bytes[lower] == 0xFF, bytes[lower + 1] == 0xD8 else { return }
    thumbnail = lower..<(lower + length)
  }

  private func entry(_ tag: Int, inDirectoryAt offset: Int, width: Int) -> Int? {
    guard let count = value(at: offset, width: 2), count <= 512 else { return nil }
    for index in 0..<count {
      let start = offset + 2 + 12 * index
      guard let found = value(at: start, width: 2) else { return nil }
      if found == tag { return value(at: start + 8, width: width) }
    }
    return nil
  }

  private func value(at offset: Int, width: Int) -> Int? {
    guard offset >= 0, offset <= tiff.count - width else { return nil }
    var result = 0
    for index in 0..<width {
      let byte = Int(bytes[tiff.lowerBound + offset + (isLittleEndian ? width - 1 - index : index)])
      result = result << 8 | byte
    }
    return result
  }
}

/// Bounds-checked access to the bytes of a JPEG, valid as long as their memory.
@safe struct JPEGBytes {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = unsafe bytes }

  var count: Int { unsafe bytes.count }

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

  /// Reads a segment's length, moves `offset` behind the segment, and returns the range of its body.
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
