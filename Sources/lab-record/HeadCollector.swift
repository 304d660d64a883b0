/// Gathers bytes until the empty line that ends a head. It looks at each byte once and keeps a bounded number of them.
struct HeadCollector {
  private let bytesMax: Int
  private var bytes: [UInt8] = []
  /// How many bytes of CR LF CR LF came last.
  private var matched = 0

  init(bytesMax: Int) {
    self.bytesMax = bytesMax
  }

  /// Takes what came.
  ///
  /// - Returns: The head without the empty line, and how many of the new bytes belong to it; nil while it goes on.
  /// - Throws: `Answer` when the head grows too large.
  mutating func add(_ new: ArraySlice<UInt8>) throws(Answer) -> (head: [UInt8], taken: Int)? {
    for (taken, byte) in new.enumerated() {
      guard bytes.count < bytesMax else {
        throw Answer(431, "refused: a request's head takes at most \(bytesMax) bytes")
      }
      bytes.append(byte)
      let isNext = byte == (matched % 2 == 0 ? 0x0D : 0x0A)
      matched = isNext ? matched + 1 : (byte == 0x0D ? 1 : 0)
      if matched == 4 { return (Array(bytes.dropLast(4)), taken + 1) }
    }
    return nil
  }
}
