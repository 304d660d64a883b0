/// Reads the lines of a file or a text one after the other; of a file it holds a block.
package struct LineReader: Sendable {
  package private(set) var offset: Int64
  /// False for a last line without its end, and for one that is longer than lines may be.
  package private(set) var isWhole = true
  private var block: [UInt8] = []
  private var at = 0
  private let lineMax: Int

  private static let blockSize = 1 << 16

  /// - Parameter lineMax: The most bytes of a line, far beyond any valid one.
  package init(at offset: Int64 = 0, lineMax: Int = 64 << 20) { (self.offset, self.lineMax) = (offset, lineMax) }

  package init(_ text: [UInt8]) { (offset, lineMax, block) = (0, .max, text) }

  package mutating func rest() { (block, at) = ([], 0) }

  /// Returns the next line of the text without its end, or nil at its end.
  package mutating func next() -> ArraySlice<UInt8>? { line(from: at) ?? last() }

  /// Returns the next line without its end, or nil at the end of the file.
  package mutating func next(_ file: borrowing OpenFile) throws(FileError) -> ArraySlice<UInt8>? {
    var searched = at
    while true {
      if let line = line(from: searched) { return line }
      block.removeFirst(at)
      (at, searched) = (0, block.count)
      let more =
        block.count < lineMax
        ? try file.prefix(LineReader.blockSize, from: offset + Int64(block.count)) : []
      if more.isEmpty { return last() }
      block += more
    }
  }

  private mutating func line(from searched: Int) -> ArraySlice<UInt8>? {
    guard let end = block[searched...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = block[at..<end]
    offset += Int64(end + 1 - at)
    at = end + 1
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  private mutating func last() -> ArraySlice<UInt8>? {
    if at == block.count { return nil }
    isWhole = false
    offset += Int64(block.count - at)
    defer { (block, at) = ([], 0) }
    return block[at...]
  }
}
