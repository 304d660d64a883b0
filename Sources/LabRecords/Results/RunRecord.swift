/// The record of a run: configuration, environment, the deterministic block with its digest, and the measured values.
///
/// Tables and comparisons are made from records, never the other way round.
public struct RunRecord: Sendable {
  /// The version of the form in which `json` prints a record.
  public static let schema = 1

  public let configuration: RunConfiguration
  public let environment: RunEnvironment
  /// The name of its trace among others; see `distinct`.
  public internal(set) var trace: String
  /// The time in UTC, `2026-01-31T12:00:00Z`.
  public let created: String
  /// The remarks for readers of the numbers: warnings of the trace, moved frames.
  public let notes: [String]
  /// The frames that were moved to the end of the grid, or nil if none was.
  public let movedFrames: MovedFrames?
  /// The request for the run, or nil if it was not made by a command line.
  public let words: RunWords?
  public let samples: Samples
  let runCounts: RunCounts
  let values: [String: MetricValue]

  /// The single measurements of a run that decoded.
  public struct Samples: Sendable {
    /// The times of decodes in nanoseconds, in the order in which they began; none if there were too many to keep.
    public var decodeCPU: [Int64] = []
    public var decodeWall: [Int64] = []
    /// The resident memory in bytes over the virtual time in nanoseconds.
    public var resident: [(time: Int64, bytes: Int64)] = []
  }

  /// Creates the record of a run that was just made.
  ///
  /// - Parameter created: The time in UTC, `2026-01-31T12:00:00Z`.
  public init(
    configuration: RunConfiguration, environment: RunEnvironment, run: RunFacts, notes: [String], created: String,
    moved: MovedFrames? = nil, words: RunWords? = nil
  ) {
    var samples = Samples()
    if let measurements = run.measurements {
      if measurements.decodeCPU.count == measurements.decodeCPU.raw.count {
        (samples.decodeCPU, samples.decodeWall) = (measurements.decodeCPU.raw, measurements.decodeWall.raw)
      }
      samples.resident = measurements.residentSamples
    }
    self.init(
      configuration: configuration, environment: environment, counts: RunCounts(run),
      values: Dictionary(uniqueKeysWithValues: Metric.all.map { ($0.id, $0.value(of: run)) }), samples: samples,
      notes: notes, created: created, moved: moved.flatMap { $0.moved > 0 ? $0 : nil }, words: words)
  }

  /// Creates a record of known values. Its texts may come from a file: they are made visible (`String.visible`).
  @inline(never) init(
    configuration: RunConfiguration, environment: RunEnvironment, counts: RunCounts, values: [String: MetricValue],
    samples: Samples = Samples(), notes: [String], created: String, moved: MovedFrames?, words: RunWords?
  ) {
    self.configuration = RunConfiguration(configuration.json.visible)
    self.environment = RunEnvironment(environment.json.visible)
    (self.created, self.notes) = (created.visible, notes.map(\.visible))
    (runCounts, self.values, self.samples, movedFrames) = (counts, values, samples, moved)
    self.words = words.flatMap { RunWords($0.json.visible) }
    trace = self.configuration.traceName ?? "?"
  }

  /// Reads the record that this program or one of another version printed with `run --format json`: what it chose, counted
  /// and measured as single numbers, and the times of its decodes.
  ///
  /// - Returns: Nil for any other text.
  package init?(printed text: String) {
    guard let json = try? JSON.parse(text), json["schema"]?.integer == Int64(RunRecord.schema),
      RunConfiguration.problem(of: json["configuration"]) == nil,
      FieldCheck.problem(of: json["environment"], RunEnvironment.fields) == nil,
      let counts = json["deterministic"]?["counts"], counts.object != nil,
      RunRecord.countsProblem(counts, at: "counts") == nil
    else { return nil }
    let (facts, _) = RunFacts.reading(counts)
    var values = Dictionary(uniqueKeysWithValues: Metric.all(.deterministic).map { ($0.id, $0.value(of: facts)) })
    for metric in Metric.all(.measured) {
      values[metric.id] = json["measured"]?[metric.id]?.integer.map { .integer($0) }
    }
    self.init(
      configuration: RunConfiguration(json["configuration"]), environment: RunEnvironment(json["environment"]),
      counts: RunCounts(facts), values: values,
      samples: Samples(
        decodeCPU: json["measured"]?["decode-cpu-samples"]?.array?.compactMap(\.integer).filter { $0 >= 0 } ?? []),
      notes: [], created: "", moved: nil, words: nil)
  }

  /// Returns the value of a metric, or nil if the run has none.
  public func metric(_ metric: Metric) -> MetricValue? { values[metric.id] }

  /// Returns the value of the metric with an id that a user has written.
  public func metric(named id: String) -> MetricValue? { values[id] }

  /// The strategy without parameters at their defaults, as tables show it.
  public var strategy: String { configuration.shortStrategy ?? "?" }
  public var device: String { configuration.deviceName ?? "?" }
  /// True if the strategy knows the trace or has no budget: one to measure others by, not to ship.
  public var isOracle: Bool { configuration.isOracle }
  public var cells: String { configuration.cells ?? "?" }
  public var configurationDigest: String { configuration.digest }
  public var deterministicDigest: String { runCounts.digest }
  package var counts: JSON { runCounts.json }

  /// The record for other programs: everything that was chosen, counted and measured.
  public var json: JSON {
    func metrics(_ kind: Metric.Kind) -> [String: JSON] {
      Dictionary(
        uniqueKeysWithValues: Metric.all(kind).compactMap { metric in
          values[metric.id].map { (metric.id, $0.json) }
        })
    }
    var measured = metrics(.measured)
    if !samples.decodeCPU.isEmpty {
      measured["decode-cpu-samples"] = .array(samples.decodeCPU.map { .integer(Int128($0)) })
      measured["decode-wall-samples"] = .array(samples.decodeWall.map { .integer(Int128($0)) })
    }
    if !samples.resident.isEmpty {
      measured["rss-samples"] = .array(
        samples.resident.map { .array([.integer(Int128($0.time)), .integer(Int128($0.bytes))]) })
    }
    let deterministic: [String: JSON] = [
      "digest": .string(deterministicDigest), "counts": counts, "metrics": .object(metrics(.deterministic)),
    ]
    return .object(
      details.merging([
        "schema": .integer(Int128(RunRecord.schema)), "configuration-digest": .string(configurationDigest),
        "environment": environment.json, "deterministic": .object(deterministic), "measured": .object(measured),
      ]) { $1 })
  }

  var details: [String: JSON] {
    var members: [String: JSON] = [
      "configuration": configuration.json, "created": .string(created), "notes": .array(notes.map { .string($0) }),
    ]
    members["moved-frames"] = movedFrames?.json
    members["command"] = words?.json
    return members
  }

  /// Returns what is wrong with the first count that is none, in alphabetical order, or nil.
  package static func countsProblem(_ json: JSON?, at place: String) -> String? {
    guard let json, json != .null else { return nil }
    guard let members = json.object else { return FieldCheck.problem(json, belongs: FieldKind.object.words, at: place) }
    for (name, value) in members.ordered(by: { $0.key < $1.key }) where !FieldKind.wideFigure.canHold(value) {
      return FieldCheck.problem(value, belongs: FieldKind.wideFigure.words, at: "\(place).\(name)")
    }
    return nil
  }

  /// The name of the trace's file.
  public var traceName: String { configuration.traceName ?? "?" }

  /// The identity of a trace, whatever its name is.
  public var traceIdentity: String { configuration.traceSHA256 ?? traceName }

  /// Returns the records, with a piece of the hash after the names of traces that share one and differ.
  ///
  /// Code that shows several records or joins them by `trace` passes them through here first. A record that has such a
  /// piece keeps it.
  public static func distinct(_ records: [RunRecord]) -> [RunRecord] {
    var records = records
    let names = TraceNames.shown(records.map { (name: $0.trace, identity: $0.traceIdentity) })
    for (index, name) in names.enumerated() { records[index].trace = name }
    return records
  }
}

extension Column {
  package func number(_ record: RunRecord) -> Double? { number(record.metric(metric)) }

  func text(_ record: RunRecord) -> String { text(number(record)) }
}

/// The names of traces among others: a name that several share is followed by a piece of the hash.
///
/// A trace is known by its hash: two of one name and other content are two traces.
public enum TraceNames {
  /// - Parameter traces: Name and SHA-256 of each; the same one may stand there more than once.
  public static func shown(_ traces: [(name: String, identity: String)]) -> [String] {
    var identities: [String: Set<String>] = [:]
    for trace in traces { identities[trace.name, default: []].insert(trace.identity) }
    return traces.map { trace in
      identities[trace.name]?.count == 1 ? trace.name : "\(trace.name)~\(trace.identity.prefix(6))"
    }
  }
}
