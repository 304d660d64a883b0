import LabSystem

/// One connection from its first byte to its last, without a socket and without a clock: bytes and times go in, bytes to
/// send come out. One request is answered; what comes after it is dropped, never read as another.
struct HTTPExchange {
  private enum Phase {
    /// What has come of the head.
    case head([UInt8])
    case body(Upload, bytes: Int)
    /// It is whole, and somebody checks it.
    case checking(Upload)
    /// What still comes is dropped, so that the client reads the answer: closing with bytes unread would take it back.
    case answered(bytesLeft: Int)
    case over
  }

  private var phase = Phase.head([])
  private let router: Router
  private let limits: HTTPLimits
  /// Bytes that wait to be sent.
  private(set) var outgoing: ArraySlice<UInt8> = []
  /// When patience ends, on the clock that `now` is read from.
  private var end: Int64
  /// When a trace must have grown, and to how many bytes.
  private var growth: (by: Int64, to: Int) = (.max, 0)
  /// The client sends no more.
  private(set) var isReceived = false
  /// The trace that was taken.
  private(set) var stored: StoredTrace?

  init(router: Router, limits: HTTPLimits, now: Int64) {
    (self.router, self.limits) = (router, limits)
    end = now + limits.patience
  }

  /// When to call `checkDeadline` at the latest.
  var deadline: Int64 { min(end, growth.by) }

  /// True while a trace is on its way, or is checked, whose sender has the token.
  var isBringingTrace: Bool {
    switch phase {
    case .body, .checking: true
    case .head, .answered, .over: false
    }
  }

  /// True while nothing is expected from the client.
  var isChecking: Bool { if case .checking = phase { true } else { false } }

  /// True once nothing is left to say.
  var isAnswered: Bool { if case .answered = phase { outgoing.isEmpty } else { false } }

  var isOver: Bool { if case .over = phase { true } else { isReceived && isAnswered } }

  /// Takes what the client sent.
  ///
  /// - Parameter traces: How many others bring a trace now.
  /// - Returns: A trace that has become whole, to be checked.
  mutating func receive(_ bytes: [UInt8], now: Int64, traces: Int) -> Upload? {
    do throws(Response) {
      switch phase {
      case .head(let begun):
        guard let body = try takeHead(bytes, after: begun, now: now, traces: traces) else { return nil }
        return try takeBody(body)
      case .body: return try takeBody(bytes[...])
      case .answered(let left): phase = bytes.count < left ? .answered(bytesLeft: left - bytes.count) : .over
      case .checking, .over: break
      }
    } catch {
      answer(error, now: now)
    }
    return nil
  }

  /// Answers once the trace is checked.
  mutating func answerWhenChecked(now: Int64) {
    guard case .checking(let upload) = phase, let outcome = upload.outcome else { return }
    stored = outcome.stored
    answer(outcome.response, now: now)
  }

  /// The client sends no more.
  mutating func endReceiving(now: Int64) {
    isReceived = true
    switch phase {
    case .head: phase = .over
    case .body: answer(Response(400, "refused: the trace was cut on its way"), now: now)
    case .checking, .answered, .over: break
    }
  }

  /// The first bytes of `outgoing` are sent.
  mutating func sent(_ count: Int) { outgoing = outgoing.dropFirst(count) }

  /// Nothing can be sent any more.
  mutating func hangUp() { phase = .over }

  /// Ends the exchange when its time is over. What is left of `outgoing` may be sent at once; nobody waits for it.
  mutating func checkDeadline(now: Int64) {
    guard now >= deadline else { return }
    switch phase {
    case .body(let upload, _) where now < end && upload.count >= growth.to:
      growth = (now + limits.window, upload.count + limits.windowBytesMin)
      return
    case .head, .body: outgoing += Response(408, "refused: the request took too long").bytes
    case .checking, .answered, .over: break
    }
    phase = .over
  }

  /// Gathers a bounded number of bytes until the empty line that ends the head; then acts on it.
  ///
  /// - Returns: What follows the head; nil while it goes on.
  private mutating func takeHead(
    _ bytes: [UInt8], after begun: [UInt8], now: Int64, traces: Int
  ) throws(Response) -> ArraySlice<UInt8>? {
    let room = limits.headBytesMax - begun.count
    let head = begun + bytes.prefix(room)
    // What was looked at before can hold the beginning of the end alone.
    guard let end = head[max(0, begun.count - 3)...].firstRange(of: Array("\r\n\r\n".utf8)) else {
      guard bytes.count <= room else {
        throw Response(431, "refused: a request's head takes at most \(limits.headBytesMax) bytes")
      }
      phase = .head(head)
      return nil
    }
    try act(on: RequestHead(Array(head[..<end.lowerBound])), now: now, traces: traces)
    return bytes.dropFirst(end.upperBound - begun.count)
  }

  private mutating func act(on head: RequestHead, now: Int64, traces: Int) throws(Response) {
    switch try router.route(head) {
    case .page: answer(Response(page: router.page), now: now)
    case .trace(let bytes, let name):
      guard traces < limits.tracesMax else { throw Response(503, "refused: others are sending; press Send again") }
      phase = .body(try Upload(name, folder: router.folder), bytes: bytes)
      end = now + limits.patience * Int64(1 + bytes / 1_000_000)
      growth = (now + limits.window, limits.windowBytesMin)
      // curl waits for this before it sends more than a megabyte.
      if head.value("expect")?.lowercased() == "100-continue" {
        outgoing += Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
      }
    }
  }

  private mutating func takeBody(_ bytes: ArraySlice<UInt8>) throws(Response) -> Upload? {
    guard case .body(let upload, let length) = phase else { return nil }
    try upload.write(bytes.prefix(length - upload.count))
    guard upload.count == length else { return nil }
    phase = .checking(upload)
    (end, growth.by) = (.max, .max)
    return upload
  }

  private mutating func answer(_ response: Response, now: Int64) {
    outgoing += response.bytes
    (end, growth.by) = (now + limits.patience, .max)
    phase = .answered(bytesLeft: router.bytesMax)
  }
}

/// What whoever reaches the port may take of this machine: the token is asked for within these bounds.
struct HTTPLimits: Sendable {
  /// Bytes of a request line with its header fields.
  var headBytesMax = 8192
  /// Connections at once; a newer one takes the place of the oldest that has not shown the token.
  var connectionsMax = 64
  /// Traces on their way at once, each up to the router's own limit, in files.
  var tracesMax = 4
  /// Nanoseconds for a head, for the end of an exchange after its answer, and for each megabyte of a trace.
  var patience: Int64 = 10_000_000_000
  /// Nanoseconds in each of which a trace must grow by `windowBytesMin`, or be whole: a sender that stalls makes room.
  var window: Int64 = 5_000_000_000
  var windowBytesMin = 50_000
}
