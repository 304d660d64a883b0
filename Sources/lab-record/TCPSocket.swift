#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A TCP socket that never waits; closed with the object.
final class TCPSocket {
  let descriptor: Int32

  /// Listens.
  ///
  /// - Throws: `RecordError` with the cure.
  init(listeningAt address: String, port: UInt16) throws(RecordError) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw RecordError("no socket can be made: \(TCPSocket.reason)") }
    TCPSocket.prepare(descriptor)
    var yes: Int32 = 1
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    guard unsafe inet_pton(AF_INET, address, &name.sin_addr) == 1 else {
      throw RecordError("--bind \(address): an IPv4 address of this machine, such as 127.0.0.1")
    }
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, size) == 0 }
    }
    guard isBound, listen(descriptor, SOMAXCONN) == 0 else {
      throw RecordError("port \(port) at \(address) cannot be used: \(TCPSocket.reason); name another with --port")
    }
  }

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    TCPSocket.prepare(descriptor)
  }

  deinit { close(descriptor) }

  /// What came of accepting.
  enum Accepted {
    case socket(TCPSocket)
    /// Nobody waits, or who waited has gone.
    case nobody
    /// The system has no descriptor or memory for one more.
    case full
  }

  /// Takes who waits first.
  func accept() -> Accepted {
    let taken = systemAccept(descriptor, nil, nil)
    if taken >= 0 { return .socket(TCPSocket(descriptor: taken)) }
    return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .full : .nobody
  }

  /// The port that it listens at.
  var port: UInt16 {
    var name = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = unsafe withUnsafeMutablePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &size) }
    }
    return UInt16(bigEndian: name.sin_port)
  }

  /// What came of moving bytes.
  enum Moved {
    case bytes(Int)
    /// Nothing now; poll(2) says when.
    case later
    /// The other side has gone, or sends no more.
    case ended
  }

  /// Reads into `buffer`.
  func read(into buffer: inout [UInt8]) -> Moved {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
    return count == 0 ? .ended : moved(count)
  }

  func write(_ bytes: ArraySlice<UInt8>) -> Moved {
    moved(unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, 0) })
  }

  /// Says that no more is sent; what comes can still be read.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  private func moved(_ count: Int) -> Moved {
    if count >= 0 { return .bytes(count) }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .later : .ended
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    // Not for gnuplot.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static var reason: String { unsafe String(cString: strerror(errno)) }
}

/// accept(2) by a name that no method hides.
private func systemAccept(
  _ descriptor: Int32, _ name: UnsafeMutablePointer<sockaddr>?, _ size: UnsafeMutablePointer<socklen_t>?
) -> Int32 { unsafe accept(descriptor, name, size) }
