import LabSystem

/// One connection from its first byte to its last, without a socket and without a clock: bytes and times go in, bytes to
/// send come out. One request is answered; what comes after it is dropped, never read as another.
struct Exchange {
  private enum Phase {
    case head(HeadCollector)
    case body(Delivery, bytes: Int)
    /// It is whole, and somebody checks it.
    case checked(Delivery)
    /// What still comes is dropped, so that the visitor reads the answer: closing with bytes unread would take it back.
    case answered(bytesLeft: Int)
    case over
  }

  private var phase: Phase
  private let reception: Reception
  private let limits: ExchangeLimits
  /// Bytes that wait to be sent.
  private(set) var outgoing: ArraySlice<UInt8> = []
  /// When patience ends, on the clock that `now` is read from.
  private var end: Int64
  /// When a trace must have grown, and to how many bytes.
  private var growth: (by: Int64, to: Int) = (.max, 0)
  /// The trace that was taken.
  private(set) var arrival: Arrival?

  init(reception: Reception, limits: ExchangeLimits, now: Int64) {
    self.reception = reception
    self.limits = limits
    phase = .head(HeadCollector(bytesMax: limits.headBytesMax))
    end = now + limits.patience
  }

  /// When to call `checkDeadline` at the latest.
  var deadline: Int64 { min(end, growth.by) }

  /// True while a trace is on its way, or is checked, whose sender has the token.
  var isBringingTrace: Bool {
    switch phase {
    case .body, .checked: true
    case .head, .answered, .over: false
    }
  }

  /// True while nothing is expected from the visitor.
  var isChecked: Bool { if case .checked = phase { true } else { false } }

  /// True once nothing is left to say.
  var isAnswered: Bool { if case .answered = phase { outgoing.isEmpty } else { false } }

  var isOver: Bool { if case .over = phase { true } else { false } }

  /// Takes what the visitor sent.
  ///
  /// - Parameter traces: How many others bring a trace now.
  /// - Returns: A trace that has become whole, to be checked.
  mutating func receive(_ bytes: [UInt8], now: Int64, traces: Int) -> Delivery? {
    do throws(Answer) {
      switch phase {
      case .head(var collector):
        guard let found = try collector.add(bytes[...]) else {
          phase = .head(collector)
          return nil
        }
        try greet(try RequestHead(found.head), now: now, traces: traces)
        return try takeBody(bytes.dropFirst(found.taken))
      case .body: return try takeBody(bytes[...])
      case .answered(let left): phase = bytes.count < left ? .answered(bytesLeft: left - bytes.count) : .over
      case .checked, .over: break
      }
    } catch {
      answer(error, now: now)
    }
    return nil
  }

  /// Answers once the trace is checked.
  mutating func hearCheck(now: Int64) {
    guard case .checked(let delivery) = phase, let outcome = delivery.outcome else { return }
    arrival = outcome.arrival
    answer(outcome.answer, now: now)
  }

  /// The visitor sends no more.
  mutating func endReceiving(now: Int64) {
    switch phase {
    case .head: phase = .over
    case .body: answer(Answer(400, "refused: the trace was cut on its way"), now: now)
    case .checked, .answered, .over: break
    }
  }

  /// The first bytes of `outgoing` are sent.
  mutating func sent(_ count: Int) { outgoing = outgoing.dropFirst(count) }

  /// Ends the exchange when its time is over. What is left of `outgoing` may be sent at once; nobody waits for it.
  mutating func checkDeadline(now: Int64) {
    guard now >= deadline else { return }
    switch phase {
    case .body(let delivery, _) where now < end && delivery.count >= growth.to:
      growth = (now + limits.window, delivery.count + limits.windowBytesMin)
      return
    case .head, .body: outgoing += Answer(408, "refused: the request took too long").bytes
    case .checked, .answered, .over: break
    }
    phase = .over
  }

  private mutating func greet(_ head: RequestHead, now: Int64, traces: Int) throws(Answer) {
    switch try reception.welcome(head) {
    case .page: answer(Answer(page: reception.page), now: now)
    case .trace(let bytes):
      guard traces < limits.tracesMax else { throw Answer(503, "refused: others are sending; press Send again") }
      phase = .body(try reception.desk.begin(head), bytes: bytes)
      end = now + limits.patience * Int64(1 + bytes / 1_000_000)
      growth = (now + limits.window, limits.windowBytesMin)
      // curl waits for this before it sends more than a megabyte.
      if head.value("expect")?.lowercased() == "100-continue" {
        outgoing += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
      }
    }
  }

  private mutating func takeBody(_ bytes: ArraySlice<UInt8>) throws(Answer) -> Delivery? {
    guard case .body(let delivery, let length) = phase else { return nil }
    do throws(FileError) { try delivery.write(bytes.prefix(length - delivery.count)) } catch {
      throw RecordingDesk.refusal(of: error)
    }
    guard delivery.count == length else { return nil }
    phase = .checked(delivery)
    (end, growth.by) = (.max, .max)
    return delivery
  }

  private mutating func answer(_ answer: Answer, now: Int64) {
    outgoing += answer.bytes
    (end, growth.by) = (now + limits.patience, .max)
    phase = .answered(bytesLeft: reception.desk.bytesMax)
  }
}

/// What whoever reaches the port may take of this machine: the token is asked for within these bounds.
struct ExchangeLimits: Sendable {
  /// Bytes of a request line with its header fields.
  var headBytesMax = 8192
  /// Connections at once; a newer one takes the place of the oldest that has not shown the token.
  var guestsMax = 64
  /// Traces on their way at once, each up to the desk's own limit, in files.
  var tracesMax = 4
  /// Nanoseconds for a head, for the end of an exchange after its answer, and for each megabyte of a trace.
  var patience: Int64 = 10_000_000_000
  /// Nanoseconds in each of which a trace must grow by `windowBytesMin`, or be whole: a sender that stalls makes room.
  var window: Int64 = 5_000_000_000
  var windowBytesMin = 50_000
}

/// A trace that was taken, checked and stored.
struct Arrival: Sendable {
  var path: String
  var bytes: Int
  var samples: Int
  var seconds: Double
  var warnings: Int
}
