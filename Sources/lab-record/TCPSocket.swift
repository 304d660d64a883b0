import CLabSystem
import SystemPackage

/// A TCP socket that never waits; closed with the object.
final class TCPSocket {
  let descriptor: Int32

  /// Listens.
  ///
  /// - Throws: `RecordError` with the cure.
  init(listeningAt address: String, port: UInt16) throws(RecordError) {
    descriptor = unsafe lab_listen(address, port)
    if descriptor == -Errno.invalidArgument.rawValue {
      throw RecordError("--bind \(address): an IPv4 address of this machine, such as 127.0.0.1")
    }
    if descriptor < 0 {
      throw RecordError(
        "port \(port) at \(address) cannot be used: \(Errno(rawValue: -descriptor)); name another with --port")
    }
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { try? FileDescriptor(rawValue: descriptor).close() }

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
    let taken = lab_accept(descriptor)
    if taken >= 0 { return .socket(TCPSocket(descriptor: taken)) }
    let full: [Errno] = [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noBufferSpace, .noMemory]
    return full.contains(Errno(rawValue: -taken)) ? .full : .nobody
  }

  /// The port that it listens at.
  var port: UInt16 { lab_port(descriptor) }

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
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe lab_receive(descriptor, $0.baseAddress!, $0.count) }
    return count == 0 ? .ended : moved(count)
  }

  func write(_ bytes: ArraySlice<UInt8>) -> Moved {
    moved(unsafe bytes.withUnsafeBytes { unsafe lab_send(descriptor, $0.baseAddress!, $0.count) })
  }

  /// Says that no more is sent; what comes can still be read.
  func endWriting() { lab_end_sending(descriptor) }

  private func moved(_ count: Int64) -> Moved {
    if count >= 0 { return .bytes(Int(count)) }
    let later: [Errno] = [.resourceTemporarilyUnavailable, .wouldBlock, .interrupted]
    return later.contains(Errno(rawValue: Int32(-count))) ? .later : .ended
  }
}
