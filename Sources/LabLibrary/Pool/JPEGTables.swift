/// The tables that a decoder needs to read segments: taken from what the encoder itself wrote.
struct JPEGTables: Equatable, Sendable {
  /// Steps of luma, in zigzag order.
  let luma: [UInt8]
  /// Steps of chroma, in zigzag order.
  let chroma: [UInt8]
  /// The Huffman table segments, markers included.
  let huffman: [UInt8]

  init(luma: [UInt8], chroma: [UInt8], huffman: [UInt8]) {
    self.luma = luma
    self.chroma = chroma
    self.huffman = huffman
  }

  /// Collects the tables of a baseline JPEG in colour; nil when it is anything else.
  init?(of jpeg: UnsafeRawBufferPointer) {
    let bytes = unsafe JPEGBytes(jpeg)
    var offset = 2
    var steps: [Int: [UInt8]] = [:]
    var huffman: [UInt8] = []
    while let code = try? bytes.marker(at: &offset), code != 0xDA {
      guard let body = try? bytes.segment(at: &offset) else { return nil }
      if code == 0xDB {
        var start = body.lowerBound
        while start + 65 <= body.upperBound {
          steps[Int(bytes[start])] = (1...64).map { bytes[start + $0] }
          start += 65
        }
      } else if code == 0xC4 {
        huffman += ((body.lowerBound - 4)..<body.upperBound).map { bytes[$0] }
      }
    }
    guard let luma = steps[0], let chroma = steps[1], !huffman.isEmpty else { return nil }
    self.init(luma: luma, chroma: chroma, huffman: huffman)
  }
}
