/// What traces are called where several stand together: their names, and a piece of their hash behind the names of those
/// that share one.
///
/// A trace is known by its hash: two of one name and other content are two traces.
public struct TraceNames: Sendable {
  /// In the order of the traces that were given.
  public let shown: [String]

  /// - Parameter traces: Name and SHA-256 of each; the same one may stand there more than once.
  public init(_ traces: [(name: String, identity: String)]) {
    var identities: [String: Set<String>] = [:]
    for trace in traces { identities[trace.name, default: []].insert(trace.identity) }
    shown = traces.map { trace in
      identities[trace.name]?.count == 1 ? trace.name : "\(trace.name)~\(trace.identity.prefix(6))"
    }
  }
}
