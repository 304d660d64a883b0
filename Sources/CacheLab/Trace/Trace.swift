import LabBase
public import StrategyKit

/// A recorded scroll: content offsets over time, and the layouts they were seen in.
public struct Trace: Sendable {
  /// Lines that are read at most.
  public static let linesMax = 10_000_000
  /// Bytes of a line at most, the newline left out.
  public static let lineBytesMax = 1_048_576
  /// Bytes of a file at most.
  public static let fileBytesMax = 1 << 30
  /// Layout events at most: each is kept, and a replay holds costs for each target size.
  public static let layoutsMax = 10_000
  /// Runs of photos that all changes of the content may leave together.
  public static let contentRangesMax = 1_000_000
  /// Sections that all layouts may have together.
  public static let sectionsMax = 1_000_000
  /// Warnings that are kept; all are counted.
  public static let warningsMax = 100

  /// What the first line says.
  public internal(set) var header: TraceHeader
  /// The header's layout and those of `layout` events, in order.
  public internal(set) var layouts: [GridLayout]
  /// By layout: the photos that the grid shows; nil where these are the library's first ones.
  public internal(set) var contents: [GridContent?]
  /// By layout: width and height of the content, as the file says it.
  let contentSizes: [(width: MilliPoints, height: MilliPoints)]
  /// By time; at one time events in the order of the file, then the sample.
  public internal(set) var entries: ContiguousArray<TraceEntry>
  /// When the clock stops: the time of `end`, else of the last line.
  public internal(set) var end: Nanoseconds
  /// What is odd, by line; the first `warningsMax`.
  public internal(set) var warnings: [TraceWarning]
  /// All warnings, kept or not.
  public internal(set) var warningCount: Int
  /// SHA-256 of the file's bytes.
  public let sha256: String
  /// What the app's driver did, where one recorded it.
  public internal(set) var session: TraceSession?
  /// Frames that a change of screen moved to an end of the grid.
  public internal(set) var clampedFrames = 0

  /// True when photos come or go while it runs, or the grid shows a choice of them.
  public var changesContent: Bool { contents.contains { $0 != nil } }

  /// Frames: the samples, and one for each layout that has none at its time.
  ///
  /// - Complexity: O(entries).
  public var sampleCount: Int { entries.reduce(0) { $0 + ($1.kind == .sample ? 1 : 0) } }

  /// Reads a trace from bytes; `name` stands in messages.
  public static func parse(_ bytes: [UInt8], name: String) throws(TraceError) -> Trace {
    var parser = TraceParser(bytes: bytes, file: name)
    return try parser.run()
  }

  /// Reads a trace to learn whether it is one: the result has no entries, so that it takes next to no memory.
  public static func check(_ bytes: [UInt8], name: String) throws(TraceError) -> (trace: Trace, samples: Int) {
    var parser = TraceParser(bytes: bytes, file: name)
    parser.keepsEntries = false
    let trace = try parser.run()
    return (trace, parser.droppedSamples + trace.sampleCount)
  }
}

extension Trace {
  /// What the app's driver did.
  ///
  /// - Throws: `TraceError` where no driver recorded the trace, or one of a later version.
  public func recordedSession(name: String) throws(TraceError) -> TraceSession {
    if let session { return session }
    guard let version = header.sessionVersion else {
      throw TraceError(file: name, line: 1, value: "", problem: .noSession)
    }
    throw TraceError(file: name, line: 1, value: "\(version)", problem: .laterVersion(of: "sessions"))
  }
}

/// What the first line of a trace says.
public struct TraceHeader: Sendable {
  /// Where a trace comes from; for people, nothing depends on it.
  public struct Source: Hashable, Sendable {
    /// `recorded`, `physics`, `converted` or `synthetic`.
    public var kind: String?
    public var by: String?
    public var model: String?
    public var fingers: String?
    public var seed: Int64?
  }

  public var title: String?
  /// Pixels a point in thousandths; 1000 when the header does not say.
  public var scaleThousandths: Int64 = 1000
  public var refreshHz: Int64?
  public var device: String?
  public var source = Source()
  /// Nil for a trace that is no session.
  public var sessionVersion: Int64?
}

/// What is odd about a trace that was read all the same.
public struct TraceWarning: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// What is odd, without the line.
  public let text: String

  public var description: String { "line \(line): \(text.visible)" }
}
