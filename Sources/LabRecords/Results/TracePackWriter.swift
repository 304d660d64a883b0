/// Gathers traces for a block of a pack, and compresses it.
package struct TracePacker: Sendable {
  private var text: [UInt8]
  package private(set) var count: Int

  /// - Parameter count: The number of traces in the text; a reader refuses a block with another number.
  package init(text: [UInt8] = [], count: Int = 0) { (self.text, self.count) = (text, count) }

  var isFull: Bool { count == TracePackBlock.tracesMax || text.count > TracePackBlock.fullCount }

  package var block: [UInt8] {
    let body = Gzip.body(text)
    return PackHeader(length: UInt32(PackHeader.byteCount + body.count), traceCount: UInt32(count)).bytes + body
  }

  /// Adds a trace, and its name to the header, unless it is too long for a pack.
  package mutating func add(_ document: TraceDocument, name: String) throws(InputError) {
    var named = document
    named.rename(name.visible)
    let bytes = Array(named.text.utf8)
    guard document.lines.count < TracePackBlock.linesMax, bytes.count <= TracePackBlock.traceBytesMax else {
      throw InputError(
        name,
        "it has \(document.lines.count + 1) lines and \(bytes.count) bytes, and a pack takes "
          + "\(TracePackBlock.linesMax) and \(TracePackBlock.traceBytesMax) of a trace", cure: "cut it (trace cut)")
    }
    guard bytes.split(separator: UInt8(ascii: "\n")).allSatisfy({ $0.count <= Trace.lineBytesMax }) else {
      throw InputError(name, "it has a line of more than \(Trace.lineBytesMax) bytes", cure: "shorten it")
    }
    text += bytes
    count += 1
  }
}

/// Writes a pack of traces, which appears whole or not at all.
package final class TracePackWriter {
  private var file: ResultFile
  private var packer = TracePacker()

  package init(_ path: String) throws(ResultError) { file = try ResultFile(path: path) }

  /// - Parameter name: The name of the trace; the part before the first slash is the user.
  package func add(_ document: TraceDocument, name: String) throws {
    try packer.add(document, name: name)
    if packer.isFull { try flush() }
  }

  private func flush() throws {
    if packer.count > 0 { try add(packer.block) }
    packer = TracePacker()
  }

  package func add(_ block: [UInt8]) throws(ResultError) { try file.write(block) }

  /// Writes the last block, after which the pack is on the disk.
  package func finish() throws {
    try flush()
    _ = try file.commit(exclusively: false)
  }
}
