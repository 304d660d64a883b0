import CLabSystem

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
