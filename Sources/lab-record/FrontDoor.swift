import CLabSystem
import LabSystem
import SystemPackage

/// Serves everybody who comes, in one thread: nobody is waited for, so nobody makes others wait. Traces are checked in
/// another.
struct FrontDoor {
  private let listener: TCPSocket
  private let reception: Reception
  private let limits: ExchangeLimits
  /// In the order in which they came.
  private var guests: [Guest] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isFull = false
  private let clerk: DeliveryClerk
  /// A byte comes when a trace has been checked.
  private let bell: FileDescriptor

  /// - Throws: `RecordError` when the address or port cannot be used.
  init(address: String, port: UInt16, reception: Reception, limits: ExchangeLimits) throws(RecordError) {
    // Who hangs up while it is being answered is no signal.
    lab_ignore_signal(lab_signal_pipe)
    listener = try TCPSocket(listeningAt: address, port: port)
    self.reception = reception
    self.limits = limits
    do {
      let (bell, button) = try FileDescriptor.pipe()
      self.bell = bell
      clerk = try DeliveryClerk { _ = try? button.writeAll([0]) }
    } catch let error as SystemThread.Refused {
      throw RecordError("no thread can be started (\(error.reason)): raise the limit on processes (ulimit -u)")
    } catch {
      throw RecordError("no pipe can be made: \(error)")
    }
  }

  var port: UInt16 { listener.port }

  /// Serves until a trace has come.
  ///
  /// - Parameter clock: Nanoseconds that only go forward.
  mutating func nextArrival(clock: () -> Int64) -> Arrival {
    while true {
      if let index = guests.firstIndex(where: \.hasDelivered), let arrival = guests.remove(at: index).exchange.arrival {
        return arrival
      }
      let ready = wait(now: clock())
      for index in guests.indices {
        let traces = guests.count { $0.exchange.isBringingTrace }
        let now = clock()
        if let whole = guests[index].serve(isReady: ready.guests[index], into: &buffer, now: now, traces: traces) {
          clerk.take(whole)
        }
      }
      guests.removeAll { $0.isOver && !$0.hasDelivered }
      if ready.listener { letIn(now: clock()) }
    }
  }

  /// Waits until something has come or somebody's patience ends.
  private mutating func wait(now: Int64) -> (listener: Bool, guests: [Bool]) {
    var wishes = guests.map(\.wish)
    wishes.append(lab_watch(descriptor: isFull ? -1 : listener.descriptor, wanted: Int16(lab_can_read), found: 0))
    wishes.append(lab_watch(descriptor: bell.rawValue, wanted: Int16(lab_can_read), found: 0))
    var milliseconds: Int64 = -1
    if let deadline = guests.map(\.exchange.deadline).min() {
      milliseconds = min(max((deadline - now) / 1_000_000 + 1, 0), 60_000)
    }
    // No descriptor for a newcomer and nobody who could go: look again soon.
    if isFull { milliseconds = milliseconds < 0 ? 100 : min(milliseconds, 100) }
    isFull = false
    guard unsafe lab_poll(&wishes, wishes.count, Int32(milliseconds)) > 0 else {
      return (false, guests.map { _ in false })
    }
    if wishes[guests.count + 1].found != 0 {
      var bytes: [UInt8] = [0]
      _ = unsafe bytes.withUnsafeMutableBytes { unsafe try? bell.read(into: $0) }
    }
    return (wishes[guests.count].found != 0, wishes.dropLast(2).map { $0.found != 0 })
  }

  /// Lets in who waits, and shows out the oldest that has not shown the token where there is no room.
  /// A few at a time: a flood of newcomers shows nobody out before his request was read.
  private mutating func letIn(now: Int64) {
    for _ in 0..<limits.guestsMax / 4 {
      if guests.count >= limits.guestsMax && !showOut() {
        isFull = true
        return
      }
      switch listener.accept() {
      case .socket(let socket):
        guests.append(Guest(socket, Exchange(reception: reception, limits: limits, now: now)))
      case .nobody: return
      case .full:
        if !showOut() {
          isFull = true
          return
        }
      }
    }
  }

  /// False when all have shown the token.
  private mutating func showOut() -> Bool {
    guard let index = guests.firstIndex(where: { !$0.exchange.isBringingTrace && $0.exchange.arrival == nil }) else {
      return false
    }
    guests.remove(at: index)
    return true
  }
}

/// An exchange and its socket.
struct Guest {
  private(set) var exchange: Exchange
  private let socket: TCPSocket
  private var hasEndedWriting = false
  private var sendsNoMore = false
  private var isGone = false

  init(_ socket: TCPSocket, _ exchange: Exchange) {
    self.socket = socket
    self.exchange = exchange
  }

  /// True when the connection is to be closed.
  var isOver: Bool { isGone || exchange.isOver || sendsNoMore && exchange.isAnswered }

  /// True when its trace is stored, and it has been told so as far as it can be.
  var hasDelivered: Bool { exchange.arrival != nil && (isOver || exchange.isAnswered) }

  /// What poll(2) is to wait for.
  var wish: lab_watch {
    let reading = sendsNoMore ? 0 : Int16(lab_can_read)
    let writing = exchange.outgoing.isEmpty ? 0 : Int16(lab_can_write)
    // One that hangs up meanwhile would wake it again and again.
    return lab_watch(
      descriptor: exchange.isChecked ? -1 : socket.descriptor, wanted: reading | writing, found: 0)
  }

  /// Reads what has come, a bounded part of it, so that each guest has its turn; sends what can be sent.
  ///
  /// - Parameters:
  ///   - isReady: Whether poll(2) has named it.
  ///   - buffer: Where bytes are read to.
  ///   - traces: How many others bring a trace now.
  /// - Returns: A trace that has become whole, to be checked.
  mutating func serve(isReady: Bool, into buffer: inout [UInt8], now: Int64, traces: Int) -> Delivery? {
    var whole: Delivery?
    exchange.hearCheck(now: now)
    if isReady && !sendsNoMore {
      switch socket.read(into: &buffer) {
      case .bytes(let count): whole = exchange.receive(Array(buffer[..<count]), now: now, traces: traces)
      case .later: break
      case .ended:
        sendsNoMore = true
        exchange.endReceiving(now: now)
      }
    }
    exchange.checkDeadline(now: now)
    send()
    if exchange.isAnswered && !hasEndedWriting {
      socket.endWriting()
      hasEndedWriting = true
    }
    return whole
  }

  private mutating func send() {
    while !exchange.outgoing.isEmpty && !isGone {
      switch socket.write(exchange.outgoing) {
      case .bytes(let count): exchange.sent(count)
      case .later: return
      case .ended: isGone = true
      }
    }
  }
}

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
