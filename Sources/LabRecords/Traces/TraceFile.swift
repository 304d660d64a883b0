/// Reads a whole trace file, within limits, or a trace of a pack, `fleet.pack#7`, as `trace unpack` writes it.
enum TraceFile {
  static func read(_ path: String) throws(InputError) -> [UInt8] {
    if let (pack, number) = PackedName.parts(of: path) { return try packed(number, of: pack) }
    let size: Int64
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      size = try file.state().byteCount
      if size <= Int64(Trace.fileBytesMax), let bytes = try file.bytes(at: 0, count: Int(size)) { return bytes }
    } catch {
      let reason = if case .notRegular = error { "not a regular file" } else { error.reason }
      throw InputError(
        path, "cannot be read (\(reason))", cure: "check the path, or see \(ToolName.current) list traces")
    }
    guard size > Int64(Trace.fileBytesMax) else {
      throw InputError(path, "was shortened while it was read", cure: "run again when nothing writes to it")
    }
    throw InputError(path, "more than \(Trace.fileBytesMax) bytes", cure: "cut the trace into shorter ones")
  }

  private static func packed(_ number: Int, of path: String) throws(InputError) -> [UInt8] {
    let pack = try TracePack(path)
    guard (1...max(pack.traceCount, 1)).contains(number), pack.traceCount > 0 else {
      throw InputError(path, "it has no trace \(number)", cure: "traces go from 1 to \(pack.traceCount)")
    }
    let block = try pack.traces(ofBlock: pack.block(ofTrace: number - 1))
    return block.bytes(number - 1 - block.first)
  }
}

/// The name of a trace within a pack: the pack's path, `#`, and a number from 1.
package enum PackedName {
  package static let ending = ".pack"

  package static func parts(of path: String) -> (pack: String, number: Int)? {
    guard let mark = path.lastIndex(of: "#"), path[..<mark].hasSuffix(ending),
      let number = Int(path[path.index(after: mark)...])
    else { return nil }
    return (String(path[..<mark]), number)
  }
}

extension Trace {
  /// Reads a trace file.
  ///
  /// - Throws: `InputError` with the line and the value that is wrong.
  public static func load(path: String) throws(InputError) -> Trace { try parse(TraceFile.read(path), name: path) }
}

extension TraceDocument {
  /// Reads a trace file as a document.
  ///
  /// - Parameter asWritten: Whether lines of one time stay in their order.
  public static func load(path: String, asWritten: Bool = false) throws(InputError) -> TraceDocument {
    try TraceDocument(TraceFile.read(path), name: path, asWritten: asWritten)
  }
}
