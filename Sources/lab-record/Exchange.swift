/// One connection from its first byte to its last, without a socket and without a clock: bytes and times go in, bytes to
/// send come out. One request is answered; what comes after it is dropped, never read as another.
struct Exchange {
  private enum Phase {
    case head(HeadCollector)
    case body(RequestHead, bytes: Int)
    /// What still comes is dropped, so that the visitor reads the answer: closing with bytes unread would take it back.
    case answered(bytesLeft: Int)
    case over
  }

  private var phase: Phase
  private var body: [UInt8] = []
  private let reception: Reception
  private let limits: ExchangeLimits
  /// Bytes that wait to be sent.
  private(set) var outgoing: ArraySlice<UInt8> = []
  /// When patience ends, on the clock that `now` is read from.
  private(set) var deadline: Int64
  /// The trace that was taken.
  private(set) var arrival: Arrival?

  init(reception: Reception, limits: ExchangeLimits, now: Int64) {
    self.reception = reception
    self.limits = limits
    phase = .head(HeadCollector(bytesMax: limits.headBytesMax))
    deadline = now + limits.patience
  }

  /// True while a trace is on its way whose sender has the token.
  var isBringingTrace: Bool { if case .body = phase { true } else { false } }

  /// True once nothing is left to say.
  var isAnswered: Bool { if case .answered = phase { outgoing.isEmpty } else { false } }

  var isOver: Bool { if case .over = phase { true } else { false } }

  /// Takes what the visitor sent.
  ///
  /// - Parameter traces: How many others bring a trace now.
  mutating func receive(_ bytes: [UInt8], now: Int64, traces: Int) {
    do throws(Answer) {
      switch phase {
      case .head(var collector):
        guard let found = try collector.add(bytes[...]) else {
          phase = .head(collector)
          return
        }
        try greet(try RequestHead(found.head), now: now, traces: traces)
        if isBringingTrace { takeBody(bytes.dropFirst(found.taken), now: now) }
      case .body: takeBody(bytes[...], now: now)
      case .answered(let left): phase = bytes.count < left ? .answered(bytesLeft: left - bytes.count) : .over
      case .over: break
      }
    } catch {
      answer(error, now: now)
    }
  }

  /// The visitor sends no more.
  mutating func endReceiving(now: Int64) {
    switch phase {
    case .head: phase = .over
    case .body: answer(Answer(400, "refused: the trace was cut on its way"), now: now)
    case .answered, .over: break
    }
  }

  /// The first bytes of `outgoing` are sent.
  mutating func sent(_ count: Int) { outgoing = outgoing.dropFirst(count) }

  /// Ends the exchange when its time is over. What is left of `outgoing` may be sent at once; nobody waits for it.
  mutating func checkDeadline(now: Int64) {
    guard now >= deadline else { return }
    switch phase {
    case .head, .body: outgoing += Answer(408, "refused: the request took too long").bytes
    case .answered, .over: break
    }
    phase = .over
  }

  private mutating func greet(_ head: RequestHead, now: Int64, traces: Int) throws(Answer) {
    switch try reception.welcome(head) {
    case .page: answer(Answer(page: reception.page), now: now)
    case .trace(let bytes):
      guard traces < limits.tracesMax else { throw Answer(503, "refused: others are sending; press Send again") }
      phase = .body(head, bytes: bytes)
      deadline = now + limits.patience * Int64(1 + bytes / 1_000_000)
      // curl waits for this before it sends more than a megabyte.
      if head.value("expect")?.lowercased() == "100-continue" {
        outgoing += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
      }
    }
  }

  private mutating func takeBody(_ bytes: ArraySlice<UInt8>, now: Int64) {
    guard case .body(let head, let length) = phase else { return }
    body += bytes.prefix(length - body.count)
    guard body.count == length else { return }
    let (answer, arrival) = reception.desk.take(body, of: head)
    self.arrival = arrival
    self.answer(answer, now: now)
  }

  private mutating func answer(_ answer: Answer, now: Int64) {
    outgoing += answer.bytes
    body = []
    deadline = now + limits.patience
    phase = .answered(bytesLeft: reception.desk.bytesMax)
  }
}
