import NIOCore
import SystemPackage

/// Serves everybody who comes, on one event loop: nobody is waited for, so nobody makes others wait. Traces are checked
/// on another thread, one after the other, so that a large one keeps nobody waiting.
final class HTTPServer: ChannelInboundHandler {
  typealias InboundIn = any Channel

  /// Connections at once; a newer one takes the place of the oldest that brings no trace.
  static let connectionsMax = 64

  let router: Router
  /// Takes what is to be said of a trace that was stored.
  let onNews: (String) -> Void
  /// In the order in which they came.
  private(set) var connections: [Connection] = []

  init(_ router: Router, onNews: @escaping (String) -> Void) { (self.router, self.onNews) = (router, onNews) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if connections.count >= HTTPServer.connectionsMax { _ = dropOldest() }
    connections.append(Connection(unwrapInboundIn(data), of: self))
    connections.last?.begin()
    context.fireChannelRead(data)
  }

  func remove(_ connection: Connection) { connections.removeAll { $0 === connection } }

  /// Where the system has no descriptor for a newcomer, the oldest makes room; with nobody who could go, look again soon.
  func backoff(_ error: IOError) -> TimeAmount? {
    Errno(rawValue: error.errnoCode) == .connectionAbort || dropOldest() ? nil : .milliseconds(100)
  }

  /// False when all bring a trace.
  private func dropOldest() -> Bool {
    guard let index = connections.firstIndex(where: { !$0.isBringingTrace }) else { return false }
    connections.remove(at: index).channel.close(promise: nil)
    return true
  }
}
