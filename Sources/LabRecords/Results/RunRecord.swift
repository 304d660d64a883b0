public import CacheLab
public import LabBase
import StrategyKit

/// What is kept of a run: configuration, environment, the deterministic block with its digest, and what was measured.
///
/// Tables and comparisons are made from records, never the other way round.
public struct RunRecord: Sendable {
  /// Raised when a field changes its meaning.
  public static let schema = 1

  /// Every text in it is on one line and visible (`String.visible`).
  public let json: JSON
  /// What its trace is called where it stands among others; see `distinct`.
  public internal(set) var trace: String
  /// The best within the offline bounds' bytes that is known where the record stands among others; see `distinct`.
  var best: OfflineBounds.Best?
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
    best = ownBest
  }

  /// - Parameters:
  ///   - created: UTC, `2026-01-31T12:00:00Z`.
  ///   - notes: what a reader of the numbers should know: warnings of the trace, clamped frames.
  ///   - yardsticks: what the trace allows, or why it was not looked at. Exact, but outside the digest: it says nothing
  ///     of the run.
  ///   - moved: frames that were moved to the end of the grid; kept where there are any.
  ///   - words: how the run was asked for; nil where it was not by a command line.
  public init(
    configuration: RunConfiguration, environment: RunEnvironment, run: RunFacts, notes: [String], created: String,
    yardsticks: OfflineBoundsReading = .absent(OfflineBoundsReading.notAskedFor), moved: MovedFrames? = nil,
    words: RunWords? = nil
  ) {
    // On the wall clock nothing repeats bit for bit: every metric is then a measurement.
    let isRepeatable = !configuration.isRealTime
    let metrics = isRepeatable ? Metric.all(.measured) : Metric.all
    var measured = metrics.map { ($0.id, $0.value(of: run).json) }
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
      "deterministic": isRepeatable ? RunRecord.deterministic(run) : RunRecord.notDeterministic,
      "measured": .object(Dictionary(uniqueKeysWithValues: measured)),
      "yardsticks": yardsticks.json(of: OfflineBounds.Run(run.tally, configuration.shortStrategy ?? "?")),
    ]
    if let moved, moved.moved > 0 { members["moved-frames"] = moved.json }
    if let words { members["command"] = words.json }
    json = JSON.object(members).visible
    best = ownBest
  }

  /// As it stands in its file.
  public var text: String { source ?? json.prettyText }

  private static func deterministic(_ run: RunFacts) -> JSON {
    let (metrics, digest) = run.deterministic
    return .object(["digest": .string(digest), "metrics": .object(metrics.mapValues(\.json))])
  }

  private static let notDeterministic = JSON.object([
    "absent": .string("counted on the wall clock, all metrics are measurements: --time virtual repeats")
  ])

  /// The value of a metric; nil when the record has none.
  public func metric(_ metric: Metric) -> MetricValue? { self.metric(named: metric.id) }

  /// The same by the metric's id, where somebody typed it.
  public func metric(named id: String) -> MetricValue? {
    (json["deterministic"]?["metrics"]?[id] ?? json["measured"]?[id]).flatMap { MetricValue($0) }
  }

  /// How the run was asked for; nil in records that were made before this was kept.
  public var words: RunWords? { json["command"].flatMap { RunWords($0) } }

  public var configuration: RunConfiguration { RunConfiguration(json["configuration"]) }
  public var environment: RunEnvironment { RunEnvironment(json["environment"]) }
  /// UTC, `2026-01-31T12:00:00Z`; nil where it does not say.
  public var created: String? { json["created"]?.string }
  /// The strategy without parameters at their defaults: what tables show.
  public var strategy: String { configuration.shortStrategy ?? "?" }
  public var device: String { configuration.device.name ?? "?" }
  /// True for a strategy that knows the trace or has no budget: one to measure others by, not to ship.
  public var isYardstick: Bool { configuration.isYardstick }
  /// True for a replay on the wall clock.
  public var isRealTime: Bool { configuration.isRealTime }
  public var cells: String { configuration.cells ?? "?" }
  public var configurationDigest: String { json["configuration-digest"]?.string ?? "" }
  public var deterministicDigest: String { json["deterministic"]?["digest"]?.string ?? "?" }
  /// The metrics of the deterministic block; none on the wall clock.
  public var deterministicMetrics: JSON { json["deterministic"]?["metrics"] ?? .object([:]) }
  public var notes: [String] { json["notes"]?.array?.compactMap(\.string) ?? [] }
  /// The wall time of each decode, nanoseconds; nil for a run that did not measure, or too long to keep them.
  public var decodeWallSamples: [Int64]? { json["measured"]?["decode-wall-samples"]?.array?.compactMap(\.integer) }
  /// Resident memory over a run that measured.
  public var residentSamples: [JSON]? { json["measured"]?["rss-samples"]?.array }
}
