/// The lines of a file, one after the other: what it holds at once is a block.
package struct LineReader: Sendable {
  /// The offset of the next line.
  package private(set) var offset: Int64
  /// False for a last line without its end.
  package private(set) var isWhole = true
  private var block: [UInt8] = []
  private var at = 0

  private static let blockSize = 1 << 16
  /// No honest line comes near.
  private static let lineMax = 64 << 20

  package init(at offset: Int64 = 0) { self.offset = offset }

  /// Forgets what was read ahead.
  package mutating func rest() { (block, at) = ([], 0) }

  /// The next line without its end; nil at the end of the file.
  package mutating func next(_ file: borrowing OpenFile) throws(FileError) -> ArraySlice<UInt8>? {
    var searched = at
    while true {
      if let end = block[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = block[at..<end]
        offset += Int64(end + 1 - at)
        at = end + 1
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      }
      block.removeFirst(at)
      (at, searched) = (0, block.count)
      let more =
        block.count < LineReader.lineMax
        ? try file.prefix(LineReader.blockSize, from: offset + Int64(block.count)) : []
      if more.isEmpty { break }
      block += more
    }
    if block.isEmpty { return nil }
    isWhole = false
    offset += Int64(block.count)
    defer { block = [] }
    return block[...]
  }
}
