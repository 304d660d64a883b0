public import CacheLab
import StrategyKit

/// The record of a run: configuration, environment, the deterministic block with its digest, and the measured values.
///
/// Tables and comparisons are made from records, never the other way round.
public struct RunRecord: Sendable {
  /// Raised when a field changes its meaning.
  public static let schema = 1

  /// Every text in it is on one line and visible (`String.visible`).
  public let json: JSON
  /// The name of its trace among others; see `distinct`.
  public internal(set) var trace: String
  /// The text that it was read from, kept as it was: a number may be written in more than one way.
  private let source: String?

  /// Reads a record back.
  ///
  /// - Throws: `ResultError.notARecord` when the text is not a record of this schema, or a field holds what it cannot.
  public init(text: String, name: String) throws(ResultError) {
    let json: JSON
    do {
      json = try JSON.parse(text)
    } catch {
      throw .notARecord(name, reason: "it is not JSON, \(error)")
    }
    try self.init(json, source: text, name: name)
  }

  /// Takes a record out of another file.
  ///
  /// - Throws: `ResultError.notARecord`.
  package init(_ json: JSON, source: String? = nil, name: String) throws(ResultError) {
    guard let schema = json["schema"] else { throw .notARecord(name, reason: "it has no schema number") }
    guard schema == .integer(Int128(RunRecord.schema)) else {
      throw .notARecord(
        name, reason: "its schema is \(FieldCheck.shown(schema)), this lab reads \(RunRecord.schema)")
    }
    if let problem = RunRecord.problem(of: json) { throw .notARecord(name, reason: problem) }
    self.json = json.visible
    trace = RunConfiguration(self.json["configuration"]).traceName ?? "?"
    self.source = source
  }

  /// - Parameters:
  ///   - created: UTC, `2026-01-31T12:00:00Z`.
  ///   - notes: what a reader of the numbers should know: warnings of the trace, clamped frames.
  ///   - moved: frames that were moved to the end of the grid; kept where there are any.
  ///   - words: how the run was asked for; nil where it was not by a command line.
  public init(
    configuration: RunConfiguration, environment: RunEnvironment, run: RunFacts, notes: [String], created: String,
    moved: MovedFrames? = nil, words: RunWords? = nil
  ) {
    var measured = Metric.all(.measured).map { ($0.id, $0.value(of: run).json) }
    if let measurements = run.measurements, measurements.decodeCPU.count == measurements.decodeCPU.raw.count {
      measured.append(("decode-cpu-samples", .array(measurements.decodeCPU.raw.map { .integer(Int128($0)) })))
      measured.append(("decode-wall-samples", .array(measurements.decodeWall.raw.map { .integer(Int128($0)) })))
    }
    if let samples = run.measurements?.residentSamples, !samples.isEmpty {
      let rows = samples.map { JSON.array([.integer(Int128($0.time)), .integer(Int128($0.bytes))]) }
      measured.append(("rss-samples", .array(rows)))
    }
    source = nil
    trace = (configuration.traceName ?? "?").visible
    var members: [String: JSON] = [
      "schema": .integer(Int128(RunRecord.schema)),
      "created": .string(created),
      "configuration": configuration.json,
      "configuration-digest": .string(configuration.digest),
      "environment": environment.json,
      "notes": .array(notes.map { .string($0) }),
      "deterministic": RunRecord.deterministic(run),
      "measured": .object(Dictionary(uniqueKeysWithValues: measured)),
    ]
    if let moved, moved.moved > 0 { members["moved-frames"] = moved.json }
    if let words { members["command"] = words.json }
    json = JSON.object(members).visible
  }

  /// As it stands in its file.
  public var text: String { source ?? json.prettyText }

  private static func deterministic(_ run: RunFacts) -> JSON {
    let counts = RunCounts(run)
    let metrics = Metric.all(.deterministic).map { ($0.id, $0.value(of: run).json) }
    return .object([
      "digest": .string(counts.digest), "counts": counts.json,
      "metrics": .object(Dictionary(uniqueKeysWithValues: metrics)),
    ])
  }

  /// The value of a metric; nil when the record has none.
  public func metric(_ metric: Metric) -> MetricValue? { self.metric(named: metric.id) }

  /// Returns the value of the metric with an id as typed, or nil if the record has none.
  public func metric(named id: String) -> MetricValue? {
    (json["deterministic"]?["metrics"]?[id] ?? json["measured"]?[id]).flatMap { MetricValue($0) }
  }

  /// The request for the run, or nil in records without it.
  public var words: RunWords? { json["command"].flatMap { RunWords($0) } }

  public var configuration: RunConfiguration { RunConfiguration(json["configuration"]) }
  public var environment: RunEnvironment { RunEnvironment(json["environment"]) }
  /// UTC, `2026-01-31T12:00:00Z`; nil where it does not say.
  public var created: String? { json["created"]?.string }
  /// The strategy without parameters at their defaults: what tables show.
  public var strategy: String { configuration.shortStrategy ?? "?" }
  public var device: String { configuration.deviceName ?? "?" }
  /// True for a strategy that knows the trace or has no budget: one to measure others by, not to ship.
  public var isOracle: Bool { configuration.isOracle }
  public var cells: String { configuration.cells ?? "?" }
  public var configurationDigest: String { json["configuration-digest"]?.string ?? "" }
  public var deterministicDigest: String { json["deterministic"]?["digest"]?.string ?? "?" }
  /// The counts that its deterministic metrics follow from (`RunCounts`); none in records from before these were kept.
  package var counts: JSON { json["deterministic"]?["counts"] ?? .object([:]) }
  public var notes: [String] { json["notes"]?.array?.compactMap(\.string) ?? [] }
  /// The thread CPU time of each decode, nanoseconds; nil for a run that did not measure, or too long to keep them.
  public var decodeCPUSamples: [Int64]? { json["measured"]?["decode-cpu-samples"]?.array?.compactMap(\.integer) }
  /// Resident memory over a run that measured.
  public var residentSamples: [JSON]? { json["measured"]?["rss-samples"]?.array }
}

/// A number of a run: a metric, or one number of a metric that has several, such as the p95 of a distribution.
///
/// Whatever shows, compares, limits or draws a number of a run asks a column for its name, its unit and its value, and
/// does not ask how the metric is built.
public struct Column: Hashable, Sendable {
  /// Which number of a metric.
  public enum Part: Hashable, Sendable {
    /// The only one.
    case whole
    case mean, p50, p90, p95, p99, max
    /// One of several that have names, such as what the peak of memory consists of.
    case named(String)

    static let ofDistribution: [Part] = [.mean, .p50, .p90, .p95, .p99, .max]

    /// The suffix behind the metric's id: `-p95`; empty for a metric of one number.
    var suffix: String {
      switch self {
      case .whole: ""
      case .named(let name): "-\(name)"
      default: "-\(self)"
      }
    }
  }

  /// The way in which the numbers of several runs become one.
  public enum Summary: String, Hashable, Sendable {
    case mean, worst, sum
  }

  public let metric: Metric
  public let part: Part
  public let summary: Summary

  public init(_ metric: Metric, _ part: Part = .whole, over summary: Summary = .mean) {
    (self.metric, self.part, self.summary) = (metric, part, summary)
  }

  /// The column of an id; nil where there is no such metric, or a distribution has no such number.
  public static func named(_ id: String) -> Column? {
    if let metric = Metric.named(id) { return Column(metric) }
    for part in Part.ofDistribution where id.hasSuffix(part.suffix) {
      return Metric.named(String(id.dropLast(part.suffix.count))).map { Column($0, part) }
    }
    return nil
  }

  /// `warm-hit-rate`, `time-to-image-p95`; of several runs also `peak-bitmap-bytes-worst`.
  public var id: String { runID + (summary == .mean ? "" : "-\(summary.rawValue)") }
  /// The id of the number of one run.
  package var runID: String { metric.id + part.suffix }
  public var unit: Metric.Unit { metric.unit }
  public var better: Metric.Direction { metric.better }
  /// True for a number of a metric that has several of different units.
  package var isNamed: Bool { if case .named = part { true } else { false } }

  /// The columns that a metric with this value has; none for what is absent.
  package static func all(of metric: Metric, _ value: MetricValue?) -> [Column] {
    switch value {
    case .integer?, .ratio?: [Column(metric)]
    case .distribution?: Part.ofDistribution.map { Column(metric, $0) }
    case .parts(let parts)?: parts.keys.sorted().map { Column(metric, .named($0)) }
    case .absent?, nil: []
    }
  }

  /// The columns of metrics, seen from their values of a run in which nothing happened.
  package static func all(of metrics: [Metric]) -> [Column] {
    let nothing = RunFacts.nothing(withAll: true)
    return metrics.flatMap { metric in
      let columns = all(of: metric, metric.value(of: nothing))
      return columns.isEmpty ? [Column(metric)] : columns
    }
  }
}

// MARK: Values

extension Column {
  /// The exact number, as both sides of a fraction; nil where the value has none, and with a denominator of 0 a share of
  /// nothing.
  ///
  /// - Parameter value: The metric's.
  package func exact(_ value: MetricValue?) -> (numerator: Int128, denominator: Int128)? {
    switch (value, part) {
    case (.integer(let count)?, .whole): (Int128(count), 1)
    case (.ratio(let part, let whole)?, .whole): (part, whole)
    case (.distribution(let waits)?, .mean): (waits.sum, Int128(waits.count))
    case (.distribution(let waits)?, .p50): (Int128(waits.p50), 1)
    case (.distribution(let waits)?, .p90): (Int128(waits.p90), 1)
    case (.distribution(let waits)?, .p95): (Int128(waits.p95), 1)
    case (.distribution(let waits)?, .p99): (Int128(waits.p99), 1)
    case (.distribution(let waits)?, .max): (Int128(waits.max), 1)
    case (.parts(let parts)?, .named(let name)): parts[name].map { (Int128($0), 1) }
    default: nil
    }
  }

  /// The number for people and statistics; nil where there is none. The mean of no waits is 0.
  package func number(_ value: MetricValue?) -> Double? {
    guard let (numerator, denominator) = exact(value) else { return value?.number }
    if denominator == 0 { return part == .mean ? 0 : nil }
    return Double(numerator) / Double(denominator)
  }

  /// The number of a run; nil where the record has none.
  package func number(_ record: RunRecord) -> Double? { number(record.metric(metric)) }

  /// The number of several runs, made of theirs; nil where none has one.
  package func combined(_ numbers: [Double]) -> Double? {
    switch summary {
    case .mean: numbers.mean
    case .worst: better == .higher ? numbers.min() : numbers.max()
    case .sum: numbers.isEmpty ? nil : numbers.reduce(0, +)
    }
  }

  /// The number as a cell of CSV and TSV files: whole ones as they are, fractions divided; empty where there is none.
  package func cell(_ value: MetricValue?) -> String {
    guard let (numerator, _) = exact(value) else { return "" }
    if case .ratio? = value { return number(value).map { "\($0)" } ?? "" }
    return part == .mean ? number(value).map { "\($0)" } ?? "" : "\(numerator)"
  }

  /// A number of the column for people, as tables show it without its unit; a dash where there is none.
  package func text(_ number: Double?) -> String {
    guard let number else { return "-" }
    return switch unit {
    case .ratio: NumberText.percent(number)
    case .perRequest: NumberText.decodes(perRequest: number)
    case .bytes: NumberText.megabytes(number)
    case .nanoseconds: NumberText.milliseconds(number)
    case .perThousand: NumberText.fixed(number * 1000, decimals: 1)
    case .count, .secondsPerMinute: NumberText.grouped(number)
    }
  }

  /// The number of a run for people.
  func text(_ record: RunRecord) -> String { text(number(record)) }
}

extension RunFacts {
  /// A run in which nothing happened: what its metrics are built like is seen from it.
  ///
  /// - Parameter withAll: Whether it has thumbnails and new screens.
  package static func nothing(withAll: Bool) -> RunFacts {
    var tally = ReplayTally()
    tally.coarse.isPresent = withAll
    if withAll { tally.screens.later = [ScreenTally.Times(filled: 0, sharp: 0)] }
    return RunFacts(tally: tally, measurements: Measurements())
  }
}

extension RunRecord {
  /// The trace's name as its run was told: what a file is called.
  public var traceName: String { configuration.traceName ?? "?" }

  /// The identity of a trace, whatever its name is.
  public var traceIdentity: String { configuration.traceSHA256 ?? traceName }

  /// The records, with traces of one name and other content told apart: by a piece of their hash behind the name.
  ///
  /// Whatever shows several records or joins them by `trace` passes them through here first. A record that was told apart
  /// already keeps its trace's name.
  public static func distinct(_ records: [RunRecord]) -> [RunRecord] {
    let names = TraceNames(records.map { (name: $0.trace, identity: $0.traceIdentity) })
    var records = records
    for (index, name) in zip(records.indices, names.shown) { records[index].trace = name }
    return records
  }
}

/// The names of traces among others: a name that several share is followed by a piece of the hash.
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
