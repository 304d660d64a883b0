import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One end of the socket between host and helper. Messages have a length that both know; one is under way at a time.
@safe final class HelperChannel {
  let descriptor: FileDescriptor
  /// False once nobody was at the other end.
  private(set) var isOpen = true
  private let buffer: UnsafeMutableRawBufferPointer

  init(descriptor: FileDescriptor) {
    self.descriptor = descriptor
    unsafe buffer = .allocate(
      byteCount: max(HelperRequest.byteCount, HelperAnswer.byteCount), alignment: MemoryLayout<Int64>.alignment)
  }

  deinit {
    try? descriptor.close()
    unsafe buffer.deallocate()
  }

  /// Two ends, neither of which a program that is executed inherits.
  static func pair() throws(MeasureError) -> (host: FileDescriptor, helper: FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      let kind = SOCK_STREAM | SOCK_CLOEXEC
    #else
      let kind = SOCK_STREAM
    #endif
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .noHelper(reason: "no socket: \(Errno(rawValue: errno))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      #if canImport(Darwin)
        var yes: Int32 = 1
        unsafe setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      #endif
    }
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  /// False when nobody is at the other end.
  func send(_ request: HelperRequest) -> Bool {
    unsafe request.write(to: buffer)
    return sendBytes(HelperRequest.byteCount)
  }

  func send(_ answer: HelperAnswer) -> Bool {
    unsafe answer.write(to: buffer)
    return sendBytes(HelperAnswer.byteCount)
  }

  /// Waits for a request; nil when nobody is at the other end, or somebody who speaks otherwise.
  func nextRequest() -> HelperRequest? {
    receiveBytes(HelperRequest.byteCount) ? unsafe HelperRequest(buffer) : nil
  }

  /// Waits for an answer, likewise.
  func nextAnswer() -> HelperAnswer? {
    receiveBytes(HelperAnswer.byteCount) ? unsafe HelperAnswer(buffer) : nil
  }

  /// Waits until the other end is gone, whatever is under way.
  static func waitForEnd(of descriptor: FileDescriptor) {
    var end = pollfd(fd: descriptor.rawValue, events: 0, revents: 0)
    while unsafe poll(&end, 1, -1) < 0 && errno == EINTR {}
  }

  /// Sends nothing more.
  func endSending() { shutdown(descriptor.rawValue, Int32(SHUT_WR)) }

  private func sendBytes(_ count: Int) -> Bool {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var done = 0
    while done < count {
      let sent = unsafe systemSend(descriptor.rawValue, buffer.baseAddress! + done, count - done, flags)
      if sent < 0 && errno == EINTR { continue }
      if sent <= 0 {
        isOpen = false
        return false
      }
      done += sent
    }
    return true
  }

  private func receiveBytes(_ count: Int) -> Bool {
    var done = 0
    while done < count {
      let received = unsafe read(descriptor.rawValue, buffer.baseAddress! + done, count - done)
      if received < 0 && errno == EINTR { continue }
      if received <= 0 {
        isOpen = false
        return false
      }
      done += received
    }
    return true
  }
}

/// send(2) by a name that no method hides.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int, _ flags: Int32) -> Int {
  unsafe send(descriptor, bytes, count, flags)
}
