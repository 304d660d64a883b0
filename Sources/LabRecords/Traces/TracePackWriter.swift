package import CacheLab
import LabBase
import LabSystem
import SystemPackage

/// Writes a pack of traces, which appears whole or not at all.
package final class TracePackWriter {
  private let path: String
  private let file: AtomicFile
  private var places: [TracePack.Place] = []
  private var packer = TracePacker()
  private var offset: Int64 = 0
  /// Traces so far.
  package private(set) var traceCount = 0

  /// Begins a pack.
  package init(_ path: String) throws(TracePackError) {
    self.path = path
    AbandonedFiles.remove(in: Paths.directory(of: path)) { $0 == Paths.name(of: path) }
    do throws(FileError) { file = try AtomicFile(path) } catch {
      throw TracePackError(path, "\(error.reason): choose a place that you may write to")
    }
    try put(TracePack.mark)
  }

  /// Adds a trace.
  ///
  /// - Parameter name: What it is called; where there is a slash, the user stands before the first.
  package func add(_ document: TraceDocument, name: String) throws(TracePackError) {
    do throws(TracePackDamage) { try packer.add(document, name: name) } catch {
      throw TracePackError(name, error.description)
    }
    traceCount += 1
    if packer.isFull { try flush() }
  }

  /// Adds a block as `TracePacker` makes them: of traces that were packed elsewhere.
  package func add(block bytes: [UInt8], count: Int) throws(TracePackError) {
    if packer.count > 0 { try flush() }
    traceCount += count
    try put(block: bytes, count: count)
  }

  private func flush() throws(TracePackError) {
    let count = packer.count
    try put(block: packer.take(), count: count)
  }

  private func put(block content: [UInt8], count: Int) throws(TracePackError) {
    guard traceCount <= TracePack.tracesMax else {
      throw TracePackError(path, "a pack holds \(NumberText.grouped(Int64(TracePack.tracesMax))) traces: begin another")
    }
    let first = traceCount - count
    let (bytes, checksum) = PackSection.bytes(.block, first: UInt64(first), content)
    guard bytes.count <= PackWalk.sectionMax else {
      throw TracePackError(path, "traces \(first + 1) to \(traceCount) take more than 64 MiB: cut them (trace cut)")
    }
    places.append(
      TracePack.Place(first: first, count: count, offset: offset, length: bytes.count, checksum: checksum))
    try put(bytes)
  }

  private func put(_ bytes: [UInt8]) throws(TracePackError) {
    do throws(FileError) { try file.write(bytes) } catch { throw failure(error) }
    offset += Int64(bytes.count)
  }

  private func failure(_ error: FileError) -> TracePackError {
    TracePackError(path, "\(error.reason): nothing of it was kept; free some space or choose another folder")
  }

  /// Writes the index; the pack is on the disk then.
  package func finish() throws(TracePackError) {
    if packer.count > 0 { try flush() }
    var index = ByteWriter()
    for place in places { place.write(to: &index) }
    let foot = PackFoot(
      index: offset + Int64(PackSection.headCount), blockCount: places.count, traceCount: traceCount,
      digest: TracePack.digest(places))
    index.append(foot.bytes)
    try put(PackSection.bytes(.index, first: UInt64(traceCount), index.bytes).bytes)
    do throws(FileError) { try file.commit() } catch { throw failure(error) }
  }
}
