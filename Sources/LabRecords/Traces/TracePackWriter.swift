package import CacheLab
import LabBase
import LabSystem
import SystemPackage

/// A block of a pack, ready to be written.
package struct PackedTraces: Sendable {
  let entry: PackEntry
  /// A member of a gzip file.
  let bytes: [UInt8]

  package var count: Int { Int(entry.traceCount) }

  /// - Parameter count: How many traces there are in the text; a reader refuses a block that has another number.
  package init(text: [UInt8], count: Int) { (entry, bytes) = PackEntry.member(text, traceCount: count) }
}

/// Gathers traces until a block is full, and compresses it.
package struct TracePacker: Sendable {
  private var text: [UInt8] = []
  package private(set) var count = 0

  package init() {}

  /// Another trace may be too much.
  package var isFull: Bool { count == TracePackBlock.tracesMax || text.count > TracePackBlock.fullCount }

  /// Adds a trace, and its name to the header.
  ///
  /// - Throws: `TracePackDamage` for a trace that is too long for a pack.
  package mutating func add(_ document: TraceDocument, name: String) throws(TracePackDamage) {
    var named = document
    named.name = name.visible
    let bytes = Array(named.text.utf8)
    guard document.lines.count < TracePackBlock.linesMax, bytes.count <= TracePackBlock.traceBytesMax else {
      throw TracePackDamage(
        "it has \(document.lines.count + 1) lines and \(bytes.count) bytes, and a pack takes "
          + "\(TracePackBlock.linesMax) and \(TracePackBlock.traceBytesMax) of a trace: cut it (trace cut)")
    }
    guard bytes.split(separator: UInt8(ascii: "\n")).allSatisfy({ $0.count <= Trace.lineBytesMax }) else {
      throw TracePackDamage("it has a line of more than \(Trace.lineBytesMax) bytes: shorten it")
    }
    text += bytes
    count += 1
  }

  /// The block of all that was added; what comes next begins another.
  package mutating func take() -> PackedTraces {
    defer { self = TracePacker() }
    return PackedTraces(text: text, count: count)
  }
}

/// Writes a pack of traces, which appears whole or not at all.
package final class TracePackWriter {
  private let path: String
  private let file: AtomicFile
  private var entries: [PackEntry] = []
  private var packer = TracePacker()
  /// Traces so far.
  package private(set) var traceCount = 0

  /// Begins a pack.
  package init(_ path: String) throws(TracePackError) {
    self.path = path
    AbandonedFiles.remove(in: Paths.directory(of: path)) { $0 == Paths.name(of: path) }
    do throws(FileError) { file = try AtomicFile(path) } catch {
      throw TracePackError(path, "\(error.reason): choose a place that you may write to")
    }
  }

  /// Adds a trace.
  ///
  /// - Parameter name: What it is called; where there is a slash, the user stands before the first.
  package func add(_ document: TraceDocument, name: String) throws(TracePackError) {
    do throws(TracePackDamage) { try packer.add(document, name: name) } catch {
      throw TracePackError(name, error.description)
    }
    if packer.isFull { try put(packer.take()) }
  }

  /// Adds a block of traces that were packed elsewhere.
  package func add(_ block: PackedTraces) throws(TracePackError) {
    if packer.count > 0 { try put(packer.take()) }
    try put(block)
  }

  private func put(_ block: PackedTraces) throws(TracePackError) {
    traceCount += block.count
    guard traceCount <= TracePack.tracesMax else {
      throw TracePackError(path, "a pack holds \(NumberText.grouped(Int64(TracePack.tracesMax))) traces: begin another")
    }
    entries.append(block.entry)
    try put(block.bytes)
  }

  private func put(_ bytes: [UInt8]) throws(TracePackError) {
    do throws(FileError) { try file.write(bytes) } catch { throw failure(error) }
  }

  private func failure(_ error: FileError) -> TracePackError {
    TracePackError(path, "\(error.reason): nothing of it was kept; free some space or choose another folder")
  }

  /// Writes the index; the pack is on the disk then.
  package func finish() throws(TracePackError) {
    if packer.count > 0 { try put(packer.take()) }
    try put(PackIndex.bytes(entries))
    do throws(FileError) { try file.commit() } catch { throw failure(error) }
  }
}
