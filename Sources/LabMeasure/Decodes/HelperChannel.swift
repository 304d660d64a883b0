import CLabSystem
import CacheLab
import StrategyKit
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

/// What a host asks of a helper process: eleven numbers of eight bytes, in the byte order of the machine.
struct HelperRequest: Equatable {
  enum Kind: Int64 {
    case decode = 1
    /// Only to warm up: the image goes nowhere.
    case rehearse = 2
  }

  static let byteCount = 11 * 8
  private static let mark: Int64 = 0x3171_6572_6261_6C63

  var kind: Kind
  /// The answer has the same.
  var number: Int64
  var task: DecodeTask
  /// Where the bitmap begins in the shared memory, and how long it is.
  var offset = 0
  var byteCount = 0

  func write(to buffer: UnsafeMutableRawBufferPointer) {
    let form = task.form
    let flags: Int64 = (task.isThumbnail ? 1 : 0) | (task.mustDecode ? 2 : 0) | (form.pixels == .yuv420 ? 4 : 0)
    unsafe buffer.store([
      HelperRequest.mark, kind.rawValue, number, Int64(task.asset), Int64(form.scale.eighths), flags,
      HelperRequest.word(task.source), HelperRequest.word(form.whole), HelperRequest.word(form.size), Int64(offset),
      Int64(byteCount),
    ])
  }
}

extension HelperRequest {
  /// Nil for anything that `write` did not write.
  init?(_ buffer: UnsafeMutableRawBufferPointer) {
    func word(_ index: Int) -> Int64 { unsafe buffer.word(index) }
    guard word(0) == HelperRequest.mark, let kind = Kind(rawValue: word(1)), word(3) >= 0, (1...8).contains(word(4)),
      (0...7).contains(word(5)), let source = HelperRequest.size(word(6)), let whole = HelperRequest.size(word(7)),
      let size = HelperRequest.size(word(8)), word(9) >= 0, word(10) >= 0,
      let form = BitmapForm(
        source, at: DecodeScale(eighths: Int32(word(4))), whole: whole, size: size,
        pixels: word(5) & 4 == 4 ? .yuv420 : .bgra)
    else { return nil }
    self.kind = kind
    number = word(2)
    task = DecodeTask(
      asset: Int(word(3)), form: form, source: source, isThumbnail: word(5) & 1 == 1, mustDecode: word(5) & 2 == 2)
    offset = Int(word(9))
    byteCount = Int(word(10))
  }

  private static func word(_ size: PixelSize) -> Int64 { Int64(size.width) << 32 | Int64(size.height) }

  /// Nil for a size that no picture has.
  private static func size(_ word: Int64) -> PixelSize? {
    let size = PixelSize(width: Int32(truncatingIfNeeded: word >> 32), height: Int32(truncatingIfNeeded: word))
    return size.width > 0 && size.height > 0 ? size : nil
  }
}

/// What a helper process answers: seven numbers of eight bytes, then a text of 200 bytes at most.
struct HelperAnswer: Equatable {
  enum Status: Int64 {
    /// The first answer, to nothing: the library is open, and the text is its fingerprint.
    case ready = 1
    /// The first answer of one that cannot work, and why.
    case refused = 2
    case complete = 3
    /// Damaged data that still gave an image, or a file of which the index says that it does not decode.
    case partial = 4
    /// It did not decode, though the index says that it does.
    case contradictsIndex = 5
    case unreadable = 6
  }

  private static let headCount = 7 * 8
  private static let textMax = 200
  static let byteCount = headCount + textMax
  private static let mark: Int64 = 0x3177_736E_6261_6C63

  var status: Status
  /// That of the request.
  var number: Int64 = 0
  /// Thread CPU time and wall time of the decode, nanoseconds.
  var cpu: Int64 = 0
  var wall: Int64 = 0
  /// Wall time of opening the file, nanoseconds.
  var opening: Int64 = 0
  var text = ""

  func write(to buffer: UnsafeMutableRawBufferPointer) {
    let bytes = text.utf8.prefix(HelperAnswer.textMax)
    unsafe buffer.store([HelperAnswer.mark, status.rawValue, number, cpu, wall, opening, Int64(bytes.count)])
    for (index, byte) in bytes.enumerated() { unsafe buffer[HelperAnswer.headCount + index] = byte }
  }
}

extension HelperAnswer {
  /// Nil for anything that `write` did not write.
  init?(_ buffer: UnsafeMutableRawBufferPointer) {
    func word(_ index: Int) -> Int64 { unsafe buffer.word(index) }
    guard word(0) == HelperAnswer.mark, let status = Status(rawValue: word(1)), word(3) >= 0, word(4) >= 0,
      word(5) >= 0, (0...Int64(HelperAnswer.textMax)).contains(word(6))
    else { return nil }
    self.status = status
    number = word(2)
    cpu = word(3)
    wall = word(4)
    opening = word(5)
    let end = HelperAnswer.headCount + Int(word(6))
    text = unsafe String(decoding: buffer[HelperAnswer.headCount..<end], as: UTF8.self)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes a message's numbers to its beginning.
  fileprivate func store(_ words: [Int64]) {
    for (index, word) in words.enumerated() { unsafe storeBytes(of: word, toByteOffset: index * 8, as: Int64.self) }
  }

  fileprivate func word(_ index: Int) -> Int64 { unsafe load(fromByteOffset: index * 8, as: Int64.self) }
}
