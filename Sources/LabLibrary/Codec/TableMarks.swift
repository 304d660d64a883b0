/// Which tables a JPEG has defined so far, and which it needs.
///
/// libjpeg keeps the tables of the last file, so that a file without its own would decode or not, depending
/// on what was decoded before it.
struct TableMarks: Equatable, Sendable {
  /// A bit for each of the four quantisation tables.
  private var steps: UInt8 = 0
  /// A bit for each of the four Huffman tables of both classes.
  private var codes: UInt8 = 0
  /// The quantisation table of each component, as bits.
  private var neededSteps: UInt8 = 0

  /// Notes the tables of a DQT segment.
  mutating func define(steps body: Range<Int>, of bytes: JPEGBytes) {
    var offset = body.lowerBound
    while offset < body.upperBound {
      let head = bytes[offset]
      offset += head >> 4 == 0 ? 65 : 129
      if offset <= body.upperBound { steps |= 1 << (head & 3) }
    }
  }

  /// Notes the tables of a DHT segment.
  mutating func define(codes body: Range<Int>, of bytes: JPEGBytes) {
    var offset = body.lowerBound
    while offset + 17 <= body.upperBound {
      let head = bytes[offset]
      offset += 17 + (1...16).reduce(0) { $0 + Int(bytes[offset + $1]) }
      if offset <= body.upperBound { codes |= (head >> 4 & 1 == 0 ? 1 : 16) << (head & 3) }
    }
  }

  /// Notes that a component of the frame uses a quantisation table.
  mutating func need(steps table: UInt8) { neededSteps |= 1 << (table & 3) }

  /// True when the frame's components and the components of a scan header have all their tables.
  func areComplete(forScan body: Range<Int>, of bytes: JPEGBytes) -> Bool {
    guard neededSteps & ~steps == 0 else { return false }
    let count = Int(bytes[body.lowerBound])
    guard body.count >= 1 + 2 * count else { return false }
    return (0..<count).allSatisfy { component in
      let tables = bytes[body.lowerBound + 2 + 2 * component]
      return codes & (1 << (tables >> 4 & 3)) != 0 && codes & (16 << (tables & 3)) != 0
    }
  }
}
