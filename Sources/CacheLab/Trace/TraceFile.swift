import Glibc

/// Reads a whole trace file, within limits.
enum TraceFile {
  static func read(_ path: String) throws(TraceError) -> [UInt8] {
    func failure(_ problem: TraceError.Problem) -> TraceError {
      TraceError(file: path, line: nil, value: path, problem: problem)
    }
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw failure(.cannotRead(unsafe String(cString: strerror(errno)))) }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(.cannotRead("not a regular file"))
    }
    guard status.st_size <= Trace.fileBytesMax else { throw failure(.tooLarge(limit: Trace.fileBytesMax)) }
    let size = Int(status.st_size)
    var problem: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
      used = 0
      while used < size {
        let count = unsafe Glibc.read(file, buffer.baseAddress! + used, size - used)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { problem = errno }
        if count <= 0 { break }
        used += count
      }
    }
    guard problem == 0 else { throw failure(.cannotRead(unsafe String(cString: strerror(problem)))) }
    return bytes
  }
}
