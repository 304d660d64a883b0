#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A run in a process of its own, so that what one leaves in memory does not spoil the next.
enum WorkloadProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs this very program with other words, and reads its result from a pipe that it inherits.
  static func measure(_ words: [String]) throws -> WorkloadResult {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Failure(description: "no pipe could be made: too many files are open") }
    defer { close(ends[0]) }
    // The child inherits both ends; reading is for this process alone.
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    let child = try spawn(["lab-photos"] + words + ["--report-to", "\(ends[1])"])
    close(ends[1])
    let text = read(ends[0])
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0, let result = WorkloadResult(text: text) else {
      throw Failure(
        description: "the process of '\(words.joined(separator: " "))' ended without a result: run it alone")
    }
    return result
  }

  /// Hands a result to the process that waits for it.
  static func report(_ result: WorkloadResult, to pipe: Int32) throws {
    let bytes = Array(result.text.utf8)
    let count = unsafe bytes.withUnsafeBytes { unsafe write(pipe, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw Failure(description: "--report-to \(pipe): nobody reads it") }
  }

  private static func spawn(_ words: [String]) throws -> pid_t {
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let status = unsafe posix_spawn(&child, "/proc/self/exe", nil, nil, &arguments, environ)
    guard status == 0 else {
      throw Failure(description: "no process could be started (\(status)): workloads are measured on Linux")
    }
    return child
  }

  private static func read(_ file: Int32) -> String {
    var (text, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4_096))
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(file, $0) }
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += buffer[..<count]
    }
  }

  /// Bytes read, after interruptions again; 0 at the end.
  private static func recv(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Darwin)
        let count = unsafe Darwin.read(file, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
      #else
        let count = unsafe Musl.read(file, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
