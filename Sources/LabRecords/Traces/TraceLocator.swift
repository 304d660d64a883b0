import LabSystem

/// Finds traces by name or path.
public struct TraceLocator: Sendable {
  /// Folders that may hold `traces/`, in the order in which they are asked.
  public let roots: [String]

  /// `roots` are asked in their order.
  public init(roots: [String]) {
    self.roots = roots
  }

  /// The path of a trace: a text with a slash or the ending `.scrolltrace` is a path, `fleet.pack#7` a trace of
  /// a pack, anything else a name; nil for a name that no folder has.
  public func find(_ text: String) -> String? {
    if text.contains("/") || text.hasSuffix(".scrolltrace") || PackedName.parts(of: text) != nil { return text }
    return roots.lazy.map { "\($0)/traces/\(text).scrolltrace" }.first { Paths.exists($0) }
  }

  /// The names of all traces of all folders, those of the first folder first.
  public var names: [String] {
    roots.flatMap { TraceLocator.names(in: "\($0)/traces") }.map { String($0.dropLast(".scrolltrace".count)) }
  }

  /// Every trace of the first folder that has any, by name.
  public func allPaths() -> [String] {
    for root in roots {
      let names = TraceLocator.names(in: "\(root)/traces")
      if !names.isEmpty { return names.map { "\(root)/traces/\($0)" } }
    }
    return []
  }

  private static func names(in folder: String) -> [String] {
    // A folder that is not there has no traces.
    ((try? Paths.names(in: folder)) ?? []).filter { $0.hasSuffix(".scrolltrace") }
  }
}
