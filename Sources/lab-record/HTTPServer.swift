import CLabSystem
import LabSystem
import SystemPackage

/// Serves everybody who comes, in one thread: nobody is waited for, so nobody makes others wait. Traces are checked in
/// another, one after the other, so that a large one keeps nobody waiting.
struct HTTPServer {
  private let listener: TCPSocket
  private let router: Router
  private let limits: HTTPLimits
  /// In the order in which they came.
  private var connections: [Connection] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isFull = false
  /// Traces that wait to be checked.
  private let unchecked = Monitor<[Upload]>([])
  /// A byte comes when a trace has been checked.
  private let checked: FileDescriptor

  /// - Throws: `RecordError` when the address or port cannot be used.
  init(address: String, port: UInt16, router: Router, limits: HTTPLimits) throws(RecordError) {
    // Who hangs up while it is being answered is no signal.
    lab_ignore_signal(lab_signal_pipe)
    listener = try TCPSocket(listeningAt: address, port: port)
    (self.router, self.limits) = (router, limits)
    do {
      let (checked, done) = try FileDescriptor.pipe()
      self.checked = checked
      let unchecked = unchecked
      _ = try SystemThread {
        while true {
          unchecked.wait { $0.isEmpty ? nil : $0.removeFirst() }.check()
          _ = try? done.writeAll([0])
        }
      }
    } catch let error as SystemThread.Refused {
      throw RecordError("no thread can be started (\(error.reason)): raise the limit on processes (ulimit -u)")
    } catch {
      throw RecordError("no pipe can be made: \(error)")
    }
  }

  var port: UInt16 { listener.port }

  /// Serves until a trace has come.
  mutating func nextTrace() -> StoredTrace {
    while true {
      if let index = connections.firstIndex(where: \.hasDelivered),
        let trace = connections.remove(at: index).exchange.stored
      {
        return trace
      }
      let ready = wait(now: Clocks.monotonic())
      for index in connections.indices {
        let traces = connections.count { $0.exchange.isBringingTrace }
        if let upload = connections[index].serve(isReady: ready.connections[index], into: &buffer, traces: traces) {
          unchecked.withLock { $0.append(upload) }
        }
      }
      connections.removeAll { $0.exchange.isOver && !$0.hasDelivered }
      if ready.listener { accept() }
    }
  }

  /// Waits until something has come or somebody's patience ends.
  private mutating func wait(now: Int64) -> (listener: Bool, connections: [Bool]) {
    var wishes = connections.map(\.wish)
    wishes.append(lab_watch(descriptor: isFull ? -1 : listener.descriptor, wanted: Int16(lab_can_read), found: 0))
    wishes.append(lab_watch(descriptor: checked.rawValue, wanted: Int16(lab_can_read), found: 0))
    var milliseconds: Int64 = -1
    if let deadline = connections.map(\.exchange.deadline).min() {
      milliseconds = min(max((deadline - now) / 1_000_000 + 1, 0), 60_000)
    }
    // No descriptor for a newcomer and nobody who could go: look again soon.
    if isFull { milliseconds = milliseconds < 0 ? 100 : min(milliseconds, 100) }
    isFull = false
    guard unsafe lab_poll(&wishes, wishes.count, Int32(milliseconds)) > 0 else {
      return (false, connections.map { _ in false })
    }
    if wishes[connections.count + 1].found != 0 {
      var bytes: [UInt8] = [0]
      _ = unsafe bytes.withUnsafeMutableBytes { unsafe try? checked.read(into: $0) }
    }
    return (wishes[connections.count].found != 0, wishes.dropLast(2).map { $0.found != 0 })
  }

  /// Accepts who waits, and drops the oldest that has not shown the token where there is no room.
  /// A few at a time: a flood of newcomers drops nobody before his request was read.
  private mutating func accept() {
    for _ in 0..<limits.connectionsMax / 4 {
      let hasRoom = connections.count < limits.connectionsMax || dropOldest()
      switch hasRoom ? listener.accept() : .full {
      case .socket(let socket):
        let exchange = HTTPExchange(router: router, limits: limits, now: Clocks.monotonic())
        connections.append(Connection(socket, exchange))
      case .nobody: return
      case .full:
        if !hasRoom || !dropOldest() {
          isFull = true
          return
        }
      }
    }
  }

  /// False when all have shown the token.
  private mutating func dropOldest() -> Bool {
    guard let index = connections.firstIndex(where: { !$0.exchange.isBringingTrace && $0.exchange.stored == nil })
    else {
      return false
    }
    connections.remove(at: index)
    return true
  }
}

/// An exchange and its socket.
struct Connection {
  private(set) var exchange: HTTPExchange
  private let socket: TCPSocket
  private var hasEndedWriting = false

  init(_ socket: TCPSocket, _ exchange: HTTPExchange) {
    (self.socket, self.exchange) = (socket, exchange)
  }

  /// True when its trace is stored, and it has been told so as far as it can be.
  var hasDelivered: Bool { exchange.stored != nil && (exchange.isOver || exchange.isAnswered) }

  /// What poll(2) is to wait for.
  var wish: lab_watch {
    let reading = exchange.isReceived ? 0 : Int16(lab_can_read)
    let writing = exchange.outgoing.isEmpty ? 0 : Int16(lab_can_write)
    // One that hangs up meanwhile would wake it again and again.
    return lab_watch(
      descriptor: exchange.isChecking ? -1 : socket.descriptor, wanted: reading | writing, found: 0)
  }

  /// Reads what has come, a bounded part of it, so that each connection has its turn; sends what can be sent.
  ///
  /// - Parameters:
  ///   - isReady: Whether poll(2) has named it.
  ///   - buffer: Where bytes are read to.
  ///   - traces: How many others bring a trace now.
  /// - Returns: A trace that has become whole, to be checked.
  mutating func serve(isReady: Bool, into buffer: inout [UInt8], traces: Int) -> Upload? {
    let now = Clocks.monotonic()
    var upload: Upload?
    exchange.answerWhenChecked(now: now)
    if isReady && !exchange.isReceived {
      switch socket.read(into: &buffer) {
      case .bytes(let count): upload = exchange.receive(Array(buffer[..<count]), now: now, traces: traces)
      case .later: break
      case .ended: exchange.endReceiving(now: now)
      }
    }
    exchange.checkDeadline(now: now)
    send()
    if exchange.isAnswered && !hasEndedWriting {
      socket.endWriting()
      hasEndedWriting = true
    }
    return upload
  }

  private mutating func send() {
    while !exchange.outgoing.isEmpty {
      switch socket.write(exchange.outgoing) {
      case .bytes(let count): exchange.sent(count)
      case .later: return
      case .ended: return exchange.hangUp()
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
