import Testing

@testable import lab_record

/// One connection to lab-record, byte by byte and with a clock of the test's.
@Suite struct ExchangeTests {
  private let scratch: Scratch
  private let router: Router
  private static let limits = HTTPLimits(patience: 1000, window: 500, windowBytesMin: 50)
  private static let good = Array("GET / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\r\n".utf8)

  init() throws {
    scratch = try Scratch()
    router = Router(
      page: Array("the page".utf8), folder: scratch.path, token: "key", bytesMax: 2_000_000, hostName: "Desk.example")
  }

  private func exchange() -> HTTPExchange { HTTPExchange(router: router, limits: ExchangeTests.limits, now: 0) }

  /// Brings bytes, and has a trace checked that they make whole.
  private static func send(_ bytes: [UInt8], to exchange: inout HTTPExchange, now: Int64 = 0, traces: Int = 0) {
    exchange.receive(bytes, now: now, traces: traces)?.check()
    exchange.answerWhenChecked(now: now)
  }

  /// All that is said to somebody who sends this.
  private func said(to bytes: [UInt8], traces: Int = 0) -> String {
    var exchange = exchange()
    ExchangeTests.send(bytes, to: &exchange, traces: traces)
    return String(decoding: exchange.outgoing, as: UTF8.self)
  }

  private func status(of text: String, traces: Int = 0) -> String {
    String(said(to: Array(text.utf8), traces: traces).prefix { $0 != "\r\n" }.dropFirst("HTTP/1.1 ".count).prefix(3))
  }

  private func post(_ length: Int, _ more: String = "", token: String = "key") -> String {
    "POST /trace HTTP/1.1\r\nHost: localhost:1\r\nAuthorization: Bearer \(token)\r\nContent-Length: \(length)\r\n"
      + "\(more)\r\n"
  }

  @Test func thePageIsServedWhateverThePacketsAre() {
    for size in [1, 2, 7, ExchangeTests.good.count] {
      var exchange = exchange()
      for start in stride(from: 0, to: ExchangeTests.good.count, by: size) {
        #expect(exchange.outgoing.isEmpty)
        ExchangeTests.send(Array(ExchangeTests.good[start...].prefix(size)), to: &exchange, now: 0)
      }
      let answer = String(decoding: exchange.outgoing, as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\nthe page"), "\(answer)")
      #expect(answer.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test(arguments: ["a", "a: b\r\n", "\r\r", "\u{0}", "\n"], [1, 65_536])
  func aHeadWithoutEndIsRefusedAndThenDropped(text: String, size: Int) {
    var exchange = exchange()
    ExchangeTests.send(Array("GET / HTTP/1.1\r\nHost: localhost\r\n".utf8), to: &exchange, now: 0)
    let piece = Array(String(repeating: text, count: max(1, size / text.utf8.count)).utf8)
    var sent = 0
    while sent <= 8192 {
      ExchangeTests.send(piece, to: &exchange, now: 0)
      sent += piece.count
    }
    #expect(exchange.outgoing.starts(with: Array("HTTP/1.1 431 ".utf8)))
    let flood = [UInt8](repeating: 0x61, count: 1_000_000)
    for _ in 0..<2 where !exchange.isOver { ExchangeTests.send(flood, to: &exchange, now: 0) }
    #expect(exchange.isOver, "what comes after the answer has a limit too")
  }

  @Test(arguments: [
    ("401", "Content-Length: 60\r\n"), ("401", "Content-Length: 5\r\nAuthorization: Bearer kez\r\n"),
    ("413", "Content-Length: 2000001\r\nAuthorization: Bearer key\r\n"), ("411", "Authorization: Bearer key\r\n"),
    ("400", "Content-Length: 1\r\nAuthorization: Bearer key\r\n"),
  ]) func whatFollowsARefusalIsNotReadAsARequest(status: String, fields: String) {
    let head = "POST /trace HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
    let text = said(to: Array(head.utf8) + ExchangeTests.good + ExchangeTests.good)
    #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
    #expect(text.ranges(of: "HTTP/1.1 ").count == 1, "\(text)")
  }

  @Test func oneRequestIsAnsweredAConnection() {
    #expect(said(to: ExchangeTests.good + ExchangeTests.good).ranges(of: "HTTP/1.1 ").count == 1)
  }

  @Test func aByteNowAndThenBuysNoTime() {
    var exchange = exchange()
    for (second, byte) in ExchangeTests.good.dropLast().enumerated() {
      ExchangeTests.send([byte], to: &exchange, now: Int64(second))
      exchange.checkDeadline(now: Int64(second))
      #expect(exchange.deadline == 1000 && !exchange.isOver)
    }
    exchange.checkDeadline(now: 1000)
    #expect(exchange.isOver && exchange.outgoing.starts(with: Array("HTTP/1.1 408 ".utf8)))
  }

  @Test func aTraceHasTimeForEachMegabyteAndNoMore() {
    var exchange = exchange()
    ExchangeTests.send(Array(post(1_999_999).utf8), to: &exchange, now: 10)
    #expect(exchange.isBringingTrace && exchange.deadline == 510)
    for now in stride(from: Int64(11), to: 2010, by: 100) {
      ExchangeTests.send(Array("aaaaaaaaaaaaaaa".utf8), to: &exchange, now: now)
      exchange.checkDeadline(now: now)
    }
    exchange.checkDeadline(now: 2009)
    #expect(exchange.isBringingTrace)
    exchange.checkDeadline(now: 2010)
    #expect(exchange.isOver && exchange.stored == nil)
  }

  @Test func aSenderThatStallsMakesRoom() {
    var exchange = exchange()
    ExchangeTests.send(Array(post(1_999_999).utf8) + [UInt8](repeating: 0x61, count: 60), to: &exchange)
    exchange.checkDeadline(now: 500)
    #expect(exchange.isBringingTrace && exchange.deadline == 1000 && scratch.names().count == 1)
    ExchangeTests.send([UInt8](repeating: 0x61, count: 49), to: &exchange, now: 999)
    exchange.checkDeadline(now: 1000)
    #expect(exchange.isOver && exchange.outgoing.starts(with: Array("HTTP/1.1 408 ".utf8)))
    #expect(scratch.names().isEmpty, "nothing is left of it")
  }

  @Test func aTraceIsCheckedWhileOthersAreServed() throws {
    let bytes = Array(try Scratch.bytes(Tool.home + "/traces/zoom.scrolltrace"))
    var (exchange, other) = (exchange(), exchange())
    let received = exchange.receive(Array(post(bytes.count).utf8) + bytes, now: 0, traces: 0)
    let whole = try #require(received)
    exchange.answerWhenChecked(now: 1)
    exchange.checkDeadline(now: 1_000_000)
    #expect(exchange.isChecking && exchange.outgoing.isEmpty && exchange.deadline == .max)
    ExchangeTests.send(ExchangeTests.good, to: &other, now: 2)
    #expect(!other.outgoing.isEmpty)
    whole.check()
    exchange.answerWhenChecked(now: 1_000_001)
    #expect(exchange.outgoing.starts(with: Array("HTTP/1.1 200 ".utf8)) && exchange.stored != nil)
  }

  @Test func whoDoesNotHangUpAfterAnAnswerIsHungUpOn() {
    var exchange = exchange()
    ExchangeTests.send(ExchangeTests.good, to: &exchange, now: 900)
    exchange.sent(exchange.outgoing.count)
    #expect(exchange.isAnswered && exchange.deadline == 1900)
    ExchangeTests.send([0], to: &exchange, now: 1800)
    exchange.checkDeadline(now: 1900)
    #expect(exchange.isOver && exchange.outgoing.isEmpty)
  }

  @Test(arguments: [
    ("400", "GET / HTTP/1.1\nHost: localhost\n\r\n\r\n"), ("400", "GET / HTTP/1.1\r\nHost: localhost\rA: b\r\n\r\n"),
    ("400", "\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("400", "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n"), ("400", "GET /\r\n\r\n"), ("400", "\u{0}\r\n\r\n"),
    ("400", "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("505", "GET / HTTP/2.0\r\nHost: localhost\r\n\r\n"),
    ("505", "GET / HTTP/1.x\r\nHost: localhost\r\n\r\n"),
    ("400", "GET / HTTP/1.1\r\n\r\n"), ("400", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
    ("400", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"),
    ("400", "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n"),
    ("400", "GET / HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n"),
    ("400", "GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n"),
    ("404", "GET /../Package.swift HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("405", "PUT / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ("405", "GET /trace HTTP/1.1\r\nHost: localhost\r\n\r\n"), ("200", "GET /?a=b HTTP/1.0\r\nHost: localhost\r\n\r\n"),
  ]) func aHeadThatCouldBeReadInTwoWaysIsRefused(expected: String, text: String) {
    #expect(status(of: text) == expected)
  }

  @Test(arguments: [
    ("400", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"), ("501", "Transfer-Encoding: chunked\r\n"),
    ("501", "transfer-encoding: identity\r\n"), ("400", "Content-Length: 5\r\nContent-Length: 6\r\n"),
    ("400", "Content-Length: 5\r\nContent-Length: 5\r\n"), ("400", "Content-Length: +5\r\n"),
    ("400", "Content-Length: -5\r\n"), ("400", "Content-Length: 0x5\r\n"), ("400", "Content-Length: 5, 5\r\n"),
    ("400", "Content-Length: 9223372036854775808\r\n"), ("413", "Content-Length: 999999999999999999\r\n"),
    ("411", "Content-Length: 0\r\n"), ("411", ""),
  ]) func aBodyHasOneLength(expected: String, fields: String) {
    let head = "POST /trace HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key\r\n"
    #expect(status(of: head + fields + "\r\n") == expected)
  }

  @Test(arguments: [
    ("200", "127.0.0.1"), ("200", "192.168.1.20:8000"), ("200", "[::1]:8000"), ("200", "LOCALHOST:1"),
    ("200", "desk.example:8000"), ("200", "desk.local"), ("421", "evil.example:8000"),
    ("421", "127.0.0.1.evil.example"),
    ("421", "127.0.0.1:evil"), ("421", "localhost.evil.example"), ("421", "127.1"), ("421", "[evil.example]"),
    ("421", "256.0.0.1"), ("421", "localhost:99999"),
  ]) func onlyThisMachinesNamesAndAddressesAreAnswered(expected: String, host: String) {
    #expect(status(of: "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == expected)
  }

  @Test(arguments: [
    ("http://evil.example", "403"), ("null", "403"), ("https://localhost:1", "403"), ("http://localhost:2", "403"),
    ("http://localhost:1", ""), ("HTTP://LOCALHOST:1", ""),
  ]) func pagesOfOthersMayNotSendEvenWithTheToken(origin: String, expected: String) {
    #expect(status(of: post(10, "Origin: \(origin)\r\n")) == expected)
  }

  @Test func aTraceIsTakenInAnyPackets() throws {
    let bytes = Array(try Scratch.bytes(Tool.home + "/traces/zoom.scrolltrace"))
    let request = Array(post(bytes.count, "Expect: 100-continue\r\nX-File-Name: a/b c\r\n").utf8) + bytes
    for size in [4093, request.count] {
      var exchange = exchange()
      for start in stride(from: 0, to: request.count, by: size) {
        ExchangeTests.send(Array(request[start...].prefix(size)), to: &exchange, now: 0)
      }
      let answer = String(decoding: exchange.outgoing, as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(answer)")
      #expect(try Scratch.bytes(try #require(exchange.stored).path).elementsEqual(bytes))
    }
    #expect(scratch.names() == ["bc-2.scrolltrace", "bc.scrolltrace"])
  }

  @Test func aTraceThatWasCutIsRefused() {
    var exchange = exchange()
    ExchangeTests.send(Array((post(10) + "[0,0]").utf8), to: &exchange, now: 0)
    exchange.endReceiving(now: 0)
    #expect(exchange.outgoing.starts(with: Array("HTTP/1.1 400 ".utf8)) && exchange.stored == nil)
    #expect(scratch.names().isEmpty)
  }

  @Test func noMoreThanAFewTracesComeAtOnce() {
    #expect(status(of: post(10), traces: 3) == "")
    #expect(status(of: post(10), traces: 4) == "503")
  }
}
