import CLabSystem
import SystemPackage

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
    let code = unsafe lab_socket_pair(&ends)
    guard code == 0 else { throw .noHelper(reason: "no socket: \(Errno(rawValue: -code))") }
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
    var end = lab_watch(descriptor: descriptor.rawValue, wanted: 0, found: 0)
    while unsafe lab_poll(&end, 1, -1) == -Errno.interrupted.rawValue {}
  }

  /// Sends nothing more.
  func endSending() { lab_end_sending(descriptor.rawValue) }

  private func sendBytes(_ count: Int) -> Bool {
    move(count) { unsafe lab_send(descriptor.rawValue, buffer.baseAddress! + $0, count - $0) }
  }

  private func receiveBytes(_ count: Int) -> Bool {
    move(count) { unsafe lab_receive(descriptor.rawValue, buffer.baseAddress! + $0, count - $0) }
  }

  /// Calls `some` with how many bytes have been moved until all have.
  private func move(_ count: Int, _ some: (Int) -> Int64) -> Bool {
    var done = 0
    while done < count {
      let moved = some(done)
      if moved == -Int64(Errno.interrupted.rawValue) { continue }
      if moved <= 0 {
        isOpen = false
        return false
      }
      done += Int(moved)
    }
    return true
  }
}
