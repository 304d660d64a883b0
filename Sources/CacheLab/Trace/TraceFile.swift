/// Reads a whole trace file, within limits.
enum TraceFile {
  static func read(_ path: String) throws(TraceError) -> [UInt8] {
    func failure(_ problem: TraceError.Problem) -> TraceError {
      TraceError(file: path, line: nil, value: path, problem: problem)
    }
    func known<Value: ~Copyable>(_ read: () throws(LibraryError) -> Value) throws(TraceError) -> Value {
      do { return try read() } catch {
        if case .notRegular = error { throw failure(.cannotRead("not a regular file")) }
        throw failure(.cannotRead(error.reason))
      }
    }
    let file = try known { () throws(LibraryError) in try OpenFile.reading(path) }
    let size = try known { () throws(LibraryError) in try file.state().byteCount }
    guard size <= Int64(Trace.fileBytesMax) else { throw failure(.tooLarge(limit: Trace.fileBytesMax)) }
    guard let bytes = try known({ () throws(LibraryError) in try file.bytes(at: 0, count: Int(size)) }) else {
      throw failure(.cannotRead("it grew shorter while it was read"))
    }
    return bytes
  }
}
