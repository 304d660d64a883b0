import LabBase

extension RunRecord {
  /// The trace's name as its run was told: what a file is called.
  public var traceName: String { configuration.traceName ?? "?" }

  /// What tells a trace from all others, whatever they are called.
  public var traceIdentity: String { configuration.traceSHA256 ?? traceName }

  /// The records, with traces of one name and other content told apart: by a piece of their hash behind the name; and each
  /// with the best that the others show to be possible on its trace.
  ///
  /// Whatever shows several records or joins them by `trace` passes them through here first. A record that was told apart
  /// already keeps its trace's name.
  public static func distinct(_ records: [RunRecord]) -> [RunRecord] {
    let names = TraceNames(records.map { (name: $0.trace, identity: $0.traceIdentity) })
    var records = records
    for (index, name) in zip(records.indices, names.shown) { records[index].trace = name }
    shareBest(&records)
    return records
  }
}

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
