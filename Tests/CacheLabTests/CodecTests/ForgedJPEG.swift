/// JPEG headers written byte by byte, well formed or not.
struct ForgedJPEG {
  var bytes: [UInt8] = [0xFF, 0xD8]

  /// Adds a segment with its length.
  func segment(_ code: UInt8, _ body: [UInt8]) -> ForgedJPEG {
    let length = body.count + 2
    return ForgedJPEG(bytes: bytes + [0xFF, code, UInt8(length >> 8), UInt8(length & 255)] + body)
  }

  /// Adds a frame header.
  func frame(_ code: UInt8 = 0xC0, width: Int, height: Int, components: Int = 3, precision: UInt8 = 8) -> ForgedJPEG {
    var body: [UInt8] = [precision, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    body.append(UInt8(components))
    for component in 0..<components { body += [UInt8(component + 1), component == 0 ? 0x22 : 0x11, 0] }
    return segment(code, body)
  }

  /// Adds a scan header for the first components, and a little data.
  func scan(components: Int = 3) -> ForgedJPEG {
    var body: [UInt8] = [UInt8(components)]
    for component in 0..<components { body += [UInt8(component + 1), 0] }
    let jpeg = segment(0xDA, body + [0, 63, 0])
    return ForgedJPEG(bytes: jpeg.bytes + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56])
  }

  func end() -> ForgedJPEG { ForgedJPEG(bytes: bytes + [0xFF, 0xD9]) }
}
