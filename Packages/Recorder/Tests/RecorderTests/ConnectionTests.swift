import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import Testing

@testable import lab_record

/// Connections to lab-record, byte by byte and with a clock of the test's.
@Suite struct ConnectionTests {
  private static let good = "GET / HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\r\n"

  /// Where traces go, and what is said of them.
  private final class Output: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lab-record-test-\(UUID())").path
    let news = AsyncStream.makeStream(of: String.self)

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }

  private let output = Output()
  private let loop = NIOAsyncTestingEventLoop()
  private let listener: NIOAsyncTestingChannel

  init() async throws {
    try FileManager.default.createDirectory(atPath: output.folder, withIntermediateDirectories: true)
    let router = Router(
      page: Response(.ok, type: "text/html", bytes: Array("the page".utf8)), folder: output.folder,
      bytesMax: 2_000_000, patience: .seconds(10), hostName: "Desk.example", token: "key")
    listener = NIOAsyncTestingChannel(loop: loop)
    // A channel that stays open keeps what its handlers have: not the folder, which goes with the test.
    try await loop.executeInContext { [listener, news = output.news.continuation] in
      let server = HTTPServer(router) { news.yield($0) }
      try listener.pipeline.syncOperations.addHandler(server)
    }
  }

  /// What lies in the folder, half-written files too.
  private var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: output.folder)) ?? []).sorted() }

  private func connect() async throws -> NIOAsyncTestingChannel {
    let channel = NIOAsyncTestingChannel(loop: loop)
    try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
    try await listener.writeInbound(channel as any Channel)
    return channel
  }

  private func send(_ bytes: some Sequence<UInt8>, to channel: NIOAsyncTestingChannel) async throws {
    try await channel.writeInbound(ByteBuffer(bytes: bytes))
  }

  /// All that has been said since the last call.
  private func said(by channel: NIOAsyncTestingChannel) async throws -> String {
    var text = ""
    while let bytes = try await channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
    return text
  }

  /// All that is said to somebody who sends this.
  private func said(to text: String) async throws -> String {
    let channel = try await connect()
    try await send(text.utf8, to: channel)
    return try await said(by: channel)
  }

  private func status(of text: String) async throws -> String {
    String(try await said(to: text).dropFirst("HTTP/1.1 ".count).prefix(3))
  }

  private func post(_ length: Int, _ more: String = "") -> String {
    "POST /trace HTTP/1.1\r\nHost: localhost:1\r\nAuthorization: Bearer key\r\nContent-Length: \(length)\r\n\(more)\r\n"
  }

  /// Returns once so many more traces are stored.
  private func waitForNews(_ count: Int) async { for await _ in output.news.stream.prefix(count) {} }

  /// No trace is checked meanwhile.
  private func whileChecksWait(_ body: () async throws -> Void) async throws {
    let gate = DispatchSemaphore(value: 0)
    let workers = NIOSingletons.blockingPoolThreadCountSuggestion
    for _ in 0..<workers { NIOThreadPool.singleton.submit { _ in gate.wait() } }
    defer { for _ in 0..<workers { gate.signal() } }
    try await body()
  }

  private static func zoom() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: LabRecordTests.home + "/traces/zoom.scrolltrace")))
  }

  @Test(arguments: [1, 2, 7, good.utf8.count]) func thePageIsServedWhateverThePacketsAre(size: Int) async throws {
    let (channel, good) = (try await connect(), Array(ConnectionTests.good.utf8))
    for start in stride(from: 0, to: good.count, by: size) {
      #expect(try await said(by: channel).isEmpty)
      try await send(good[start...].prefix(size), to: channel)
    }
    let answer = try await said(by: channel)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\nthe page"), "\(answer)")
    #expect(answer.contains("\r\nConnection: close\r\n"))
  }

  @Test(
    arguments: [("a", "431"), ("a: b\r\n", "431"), ("a:   ", "431"), ("\r\r", "400"), ("\u{0}", "400"), ("\n", "400")],
    [1, 65_536])
  func aHeadWithoutEndIsRefused(_ of: (text: String, status: String), size: Int) async throws {
    let channel = try await connect()
    try await send("GET / HTTP/1.1\r\nHost: localhost\r\n".utf8, to: channel)
    let piece = String(repeating: of.text, count: max(1, size / of.text.utf8.count)).utf8
    var (sent, answer) = (0, "")
    while sent <= 16_384 && answer.isEmpty {
      try await send(piece, to: channel)
      sent += piece.count
      answer += try await said(by: channel)
    }
    #expect(answer.hasPrefix("HTTP/1.1 \(of.status) "), "\(answer)")
  }

  @Test(arguments: [
    ("401", "Content-Length: 60\r\n"), ("401", "Content-Length: 5\r\nAuthorization: Bearer kez\r\n"),
    ("413", "Content-Length: 2000001\r\nAuthorization: Bearer key\r\n"), ("411", "Authorization: Bearer key\r\n"),
    ("503", "Content-Length: 1\r\nAuthorization: Bearer key\r\n"),
  ]) func whatFollowsARefusalIsNotReadAsARequest(status: String, fields: String) async throws {
    for _ in 0..<4 { #expect(try await self.status(of: post(10)) == "") }
    let head = "POST /trace HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
    let text = try await said(to: head + ConnectionTests.good + ConnectionTests.good)
    #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
    #expect(text.ranges(of: "HTTP/1.1 ").count == 1, "\(text)")
  }

  @Test func oneRequestIsAnsweredAConnection() async throws {
    #expect(try await said(to: ConnectionTests.good + ConnectionTests.good).ranges(of: "HTTP/1.1 ").count == 1)
  }

  @Test func theOldestMakesRoomUnlessItBringsATrace() async throws {
    let (sender, oldest) = (try await connect(), try await connect())
    try await send(post(10).utf8, to: sender)
    for _ in 0..<62 { _ = try await connect() }
    #expect(oldest.isActive && sender.isActive)
    #expect(try await status(of: ConnectionTests.good) == "200")
    #expect(!oldest.isActive && sender.isActive)
  }

  @Test func aByteNowAndThenBuysNoTime() async throws {
    let channel = try await connect()
    for byte in ConnectionTests.good.utf8.prefix(9) {
      await loop.advanceTime(by: .seconds(1))
      try await send([byte], to: channel)
    }
    #expect(try await said(by: channel) == "")
    await loop.advanceTime(by: .seconds(1))
    #expect(try await said(by: channel).hasPrefix("HTTP/1.1 408 "))
  }

  @Test func aTraceHasTimeForEachMegabyteAndNoMore() async throws {
    let channel = try await connect()
    try await send(post(1_999_999).utf8, to: channel)
    for second in 0..<20 {
      #expect(try await said(by: channel) == "" && names.count == 1, "\(second)")
      try await send([UInt8](repeating: 0x61, count: 15_000), to: channel)
      await loop.advanceTime(by: .seconds(1))
    }
    #expect(try await said(by: channel).hasPrefix("HTTP/1.1 408 "))
    #expect(names.isEmpty, "nothing is left of it")
  }

  @Test func aSenderThatStallsMakesRoom() async throws {
    let channel = try await connect()
    try await send(post(1_999_999).utf8 + [UInt8](repeating: 0x61, count: 60_000), to: channel)
    await loop.advanceTime(by: .seconds(5))
    #expect(try await said(by: channel) == "")
    try await send([UInt8](repeating: 0x61, count: 49_999), to: channel)
    await loop.advanceTime(by: .seconds(5))
    #expect(try await said(by: channel).hasPrefix("HTTP/1.1 408 "))
    #expect(names.isEmpty, "nothing is left of it")
  }

  @Test func aTraceIsCheckedWhileOthersAreServed() async throws {
    let (bytes, channel) = (try ConnectionTests.zoom(), try await connect())
    try await whileChecksWait {
      try await send(post(bytes.count).utf8 + bytes, to: channel)
      await loop.advanceTime(by: .hours(1))
      #expect(try await said(by: channel) == "")
      #expect(try await status(of: ConnectionTests.good) == "200")
    }
    let answer = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
    #expect(String(buffer: answer).hasPrefix("HTTP/1.1 200 "))
    #expect(names == ["recorded.scrolltrace"])
  }

  @Test func aTraceWhoseSenderHangsUpCountsUntilItIsChecked() async throws {
    let bytes = try ConnectionTests.zoom()
    try await whileChecksWait {
      for _ in 0..<4 {
        let channel = try await connect()
        try await send(post(bytes.count).utf8 + bytes, to: channel)
        try await channel.close()
      }
      #expect(try await status(of: post(10)) == "503")
      #expect(names.count == 4, "\(names)")
    }
    await waitForNews(4)
    #expect(names == ["recorded-2", "recorded-3", "recorded-4", "recorded"].map { "\($0).scrolltrace" })
    for _ in 0..<4 { #expect(try await status(of: post(10)) == "") }
    #expect(try await status(of: post(10)) == "503")
  }

  @Test(arguments: [
    ("505", "GET / HTTP/1.1\nHost: localhost\n\r\n\r\n"), ("400", "GET / HTTP/1.1\r\nHost: localhost\rA: b\r\n\r\n"),
    ("400", "GET / HTTP/1.1\r\nHost: localhost\nA: b\r\n\r\n"), ("505", "GET /\r\n\r\n"), ("400", "\u{0}\r\n\r\n"),
    ("404", "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n"),
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
  ]) func aHeadThatCouldBeReadInTwoWaysIsRefused(expected: String, text: String) async throws {
    #expect(try await status(of: text) == expected)
  }

  @Test func aRefusalHasNoWordsOfTheParser() async throws {
    let words = "\r\n\r\nrefused: this is no HTTP request\n"
    #expect(try await said(to: "\u{0}\r\n\r\n").hasSuffix(words))
  }

  @Test(arguments: [
    ("400", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"), ("501", "Transfer-Encoding: chunked\r\n"),
    ("501", "transfer-encoding: identity\r\n"), ("400", "Content-Length: 5\r\nContent-Length: 6\r\n"),
    ("400", "Content-Length: 5\r\nContent-Length: 5\r\n"), ("400", "Content-Length: +5\r\n"),
    ("400", "Content-Length: -5\r\n"), ("400", "Content-Length: 0x5\r\n"), ("400", "Content-Length: 5, 5\r\n"),
    ("411", "Content-Length: 9223372036854775808\r\n"), ("413", "Content-Length: 999999999999999999\r\n"),
    ("411", "Content-Length: 0\r\n"), ("411", ""),
  ]) func aBodyHasOneLength(expected: String, fields: String) async throws {
    let head = "POST /trace HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key\r\n"
    #expect(try await status(of: head + fields + "\r\n") == expected)
  }

  @Test(arguments: [
    ("200", "127.0.0.1"), ("200", "192.168.1.20:8000"), ("200", "[::1]:8000"), ("200", "LOCALHOST:1"),
    ("200", "desk.example:8000"), ("200", "desk.local"), ("421", "evil.example:8000"),
    ("421", "127.0.0.1.evil.example"),
    ("421", "127.0.0.1:evil"), ("421", "localhost.evil.example"), ("421", "127.1"), ("421", "[evil.example]"),
    ("421", "256.0.0.1"), ("421", "localhost:99999"),
  ]) func onlyThisMachinesNamesAndAddressesAreAnswered(expected: String, host: String) async throws {
    #expect(try await status(of: "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == expected)
  }

  @Test(arguments: [
    ("http://evil.example", "403"), ("null", "403"), ("https://localhost:1", "403"), ("http://localhost:2", "403"),
    ("http://localhost:1", ""), ("HTTP://LOCALHOST:1", ""),
  ]) func pagesOfOthersMayNotSendEvenWithTheToken(origin: String, expected: String) async throws {
    #expect(try await status(of: post(10, "Origin: \(origin)\r\n")) == expected)
  }

  @Test func aTraceIsTakenInAnyPackets() async throws {
    let bytes = try ConnectionTests.zoom()
    let request = Array(post(bytes.count, "Expect: 100-continue\r\nX-File-Name: a/b c\r\n").utf8) + bytes
    for size in [4093, request.count] {
      let channel = try await connect()
      for start in stride(from: 0, to: request.count, by: size) {
        try await send(request[start...].prefix(size), to: channel)
      }
      let asked = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
      #expect(String(buffer: asked) == "HTTP/1.1 100 Continue\r\n\r\n")
      let answer = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
      #expect(String(buffer: answer).hasPrefix("HTTP/1.1 200 OK\r\n"))
      await waitForNews(1)
    }
    #expect(names == ["bc-2.scrolltrace", "bc.scrolltrace"])
    for name in names { #expect([UInt8](try Data(contentsOf: URL(filePath: "\(output.folder)/\(name)"))) == bytes) }
  }

  @Test func aTraceThatWasCutIsRefused() async throws {
    let channel = try await connect()
    try await send((post(10) + "[0,0]").utf8, to: channel)
    try await loop.executeInContext { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
    #expect(try await said(by: channel).hasPrefix("HTTP/1.1 400 "))
    #expect(names.isEmpty)
  }
}
