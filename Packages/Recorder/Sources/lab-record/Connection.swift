import LabSystem
import NIOCore
import NIOHTTP1
import NIOPosix

/// One connection from its first byte to its last. One request is answered; what comes after it is dropped, never read as
/// another.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart

  /// Bytes of a head's names and values.
  static let headBytesMax = 8192
  /// Traces on their way at once, each up to the router's own limit, in files.
  static let tracesMax = 4
  /// In each such time a trace must grow by so many bytes, or be whole: a sender that stalls makes room.
  static let growth = (in: TimeAmount.seconds(5), by: 50_000)

  private enum Phase {
    case head
    case body(Upload)
    /// The trace is whole, and somebody checks it.
    case checking
    /// What still comes is dropped, so that the client reads the answer: closing with bytes unread would take it back.
    case answered
  }

  let channel: any Channel
  private let server: HTTPServer
  private var phase = Phase.head
  private var timer: Scheduled<Void>?
  /// When patience with a trace ends.
  private var end = NIODeadline.distantFuture
  /// Bytes of the trace that have come, and that must have come when the timer ends.
  private var (count, goal) = (0, 0)
  /// True while a trace is on its way, or is checked.
  private(set) var isBringingTrace = false

  init(_ channel: any Channel, of server: HTTPServer) { (self.channel, self.server) = (channel, server) }

  func begin() {
    var limits = NIOHTTPDecoderLimitConfiguration()
    (limits.maxHeaderFieldSize, limits.maxHeaderListSize) = (Connection.headBytesMax, Connection.headBytesMax)
    let decoder = HTTPRequestDecoder(limitConfiguration: limits)
    try? channel.pipeline.syncOperations.addHandlers(
      HTTPResponseEncoder(), ByteToMessageHandler(decoder, maximumBufferSize: Connection.headBytesMax), self)
    wait(server.router.patience)
  }

  /// Nothing is left of a trace that was cut. One that is whole counts until it is checked.
  func channelInactive(context: ChannelHandlerContext) {
    if case .checking = phase { return }
    phase = .answered
    timer?.cancel()
    server.remove(self)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    do {
      switch (phase, unwrapInboundIn(data)) {
      case (.head, .head(let head)): try act(on: head)
      case (.body(let upload), .body(let bytes)):
        try upload.write(bytes)
        count += bytes.readableBytes
      case (.body(let upload), .end): check(upload)
      default: break
      }
    } catch let refusal as Response {
      answer(refusal)
    } catch {
      let reason = (error as? FileError)?.reason ?? "\(error)"
      answer(Response(.insufficientStorage, "refused: it cannot be stored: \(reason)"))
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard case .head = phase else { return }
    switch error {
    case HTTPParserError.headerOverflow, is ByteToMessageDecoderError.PayloadTooLargeError:
      let words = "refused: a request's head takes at most \(Connection.headBytesMax) bytes"
      answer(Response(.requestHeaderFieldsTooLarge, words))
    case HTTPParserError.invalidVersion: answer(Response(.httpVersionNotSupported, "refused: HTTP/1.1 is spoken here"))
    default: answer(Response(.badRequest, "refused: this is no HTTP request"))
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else { return }
    if case .head = phase { channel.close(promise: nil) }
    if case .body = phase { answer(Response(.badRequest, "refused: the trace was cut on its way")) }
  }

  private func act(on head: HTTPRequestHead) throws {
    guard let trace = try server.router.trace(head) else { return answer(server.router.page) }
    guard server.connections.count(where: \.isBringingTrace) < Connection.tracesMax else {
      throw Response(.serviceUnavailable, "refused: others are sending; press Send again")
    }
    phase = .body(try Upload(trace.name, folder: server.router.folder))
    isBringingTrace = true
    end = channel.eventLoop.now + server.router.patience * (1 + trace.bytes / 1_000_000)
    waitForGrowth()
    // curl waits for this before it sends more than a megabyte.
    if head.headers.first(name: "expect")?.lowercased() == "100-continue" {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      channel.writeAndFlush(HTTPServerResponsePart.head(head), promise: nil)
    }
  }

  private func check(_ upload: Upload) {
    phase = .checking
    timer?.cancel()
    let check = NIOThreadPool.singleton.runIfActive(eventLoop: channel.eventLoop) { [count] in upload.check(count) }
    check.assumeIsolated().whenSuccess {
      self.answer($0.response, news: $0.news)
      if !self.channel.isActive { self.server.remove(self) }
    }
  }

  private func answer(_ response: Response, news: String? = nil) {
    (phase, isBringingTrace) = (.answered, false)
    wait(server.router.patience)
    channel.write(HTTPServerResponsePart.head(response.head), promise: nil)
    channel.write(HTTPServerResponsePart.body(.byteBuffer(response.body)), promise: nil)
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).assumeIsolated().whenComplete { _ in
      self.channel.close(mode: .output, promise: nil)
      if let news { self.server.onNews(news) }
    }
  }

  private func waitForGrowth() {
    goal = count + Connection.growth.by
    wait(min(Connection.growth.in, end - channel.eventLoop.now))
  }

  private func wait(_ time: TimeAmount) {
    timer?.cancel()
    timer = channel.eventLoop.assumeIsolated().scheduleTask(in: time) {
      switch self.phase {
      case .body where self.count >= self.goal && self.channel.eventLoop.now < self.end: self.waitForGrowth()
      case .head, .body: self.answer(Response(.requestTimeout, "refused: the request took too long"))
      case .checking, .answered: self.channel.close(promise: nil)
      }
    }
  }
}
