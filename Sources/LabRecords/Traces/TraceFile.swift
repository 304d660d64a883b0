public import CacheLab
import LabSystem

/// Reads a whole trace file, within limits.
enum TraceFile {
  static func read(_ path: String) throws(TraceError) -> [UInt8] {
    func failure(_ problem: TraceError.Problem) -> TraceError {
      TraceError(file: path, line: nil, value: path, problem: problem)
    }
    func known<Value: ~Copyable>(_ read: () throws(FileError) -> Value) throws(TraceError) -> Value {
      do { return try read() } catch {
        if case .notRegular = error { throw failure(.cannotRead("not a regular file")) }
        throw failure(.cannotRead(error.reason))
      }
    }
    let file = try known { () throws(FileError) in try OpenFile.reading(path) }
    let size = try known { () throws(FileError) in try file.state().byteCount }
    guard size <= Int64(Trace.fileBytesMax) else { throw failure(.tooLarge(limit: Trace.fileBytesMax)) }
    guard let bytes = try known({ () throws(FileError) in try file.bytes(at: 0, count: Int(size)) }) else {
      throw failure(.cannotRead("it grew shorter while it was read"))
    }
    return bytes
  }
}

extension Trace {
  /// Reads a trace file.
  ///
  /// - Throws: `TraceError` with the line and the value that is wrong.
  public static func load(path: String) throws(TraceError) -> Trace { try parse(TraceFile.read(path), name: path) }
}

extension TraceDocument {
  /// Bytes of a file as a document.
  public static func load(path: String) throws(TraceError) -> TraceDocument {
    try TraceDocument(TraceFile.read(path), name: path)
  }
}
