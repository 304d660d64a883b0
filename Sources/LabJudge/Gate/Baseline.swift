public import CacheLab
public import LabBase
public import LabRecords
import LabSystem

/// What a cell was like when somebody said that it is as it should be: a committed file.
///
/// One count a line, keys sorted, so that a change reads as a diff.
public struct Baseline: Sendable {
  /// Raised when a field changes its meaning.
  public static let version = 2

  public let json: JSON
  /// The names of counts that every run has, and this file lacks.
  package let missingCounts: [String]
  /// The run that the counts are of.
  private let run: RunFacts

  /// Functions that are kept of each count, those that execute most: enough to name what grew.
  private static let functionsMax = 24

  /// - Parameters:
  ///   - words: the words of the command line that make the run again, without the program's name.
  ///   - memoryOverhead: resident memory beyond the ledger, bytes; nil when it was not measured.
  ///   - instructions: one count for each way in which instructions were counted.
  ///   - reason: why these numbers are right.
  public init(
    record: RunRecord, words: [String], trail: EventTrail, memoryOverhead: Int64?,
    instructions: [InstructionCount] = [], reason: String, recorded: String
  ) {
    var members: [String: JSON] = [
      "baseline": .integer(Int128(Baseline.version)),
      "cell": .string(Baseline.cell(of: record)),
      "command": .array(words.map { .string($0) }),
      "configuration": record.configuration.json,
      "environment": record.environment.json,
      "memory-overhead-bytes": memoryOverhead.map { .integer(Int128($0)) } ?? .null,
      "counts": record.counts,
      "reason": .string(reason.visible),
      "recorded": .string(recorded),
      "trail": trail.json,
    ]
    if !instructions.isEmpty {
      members["instructions"] = .array(instructions.map { $0.keepingFunctions(Baseline.functionsMax).json })
    }
    json = JSON.object(members).visible.withDigest
    (run, missingCounts) = RunFacts.reading(record.counts)
  }

  /// Reads a baseline.
  ///
  /// - Throws: `GateError` when the text is none of this version, or was changed after it was recorded.
  public init(text: String, file: String) throws(GateError) {
    let json: JSON
    do {
      json = try JSON.parse(text)
    } catch {
      throw GateError(file: file, reason: "it is not JSON, \(error)", cure: Baseline.cure)
    }
    try self.init(json, file: file)
    // Baselines from before there was a digest have none.
    if json.holdsItsDigest == false { throw GateError(file: file, reason: JSON.changed, cure: Baseline.cure) }
  }

  /// Takes a baseline out of another file.
  ///
  /// - Throws: `GateError`.
  init(_ json: JSON, file: String) throws(GateError) {
    guard let version = json["baseline"] else {
      throw GateError(
        file: file, reason: "it is no baseline", cure: "move it away, or \(Baseline.replacing)")
    }
    guard version == .integer(Int128(Baseline.version)) else {
      throw GateError(
        file: file, reason: "its version is \(FieldCheck.shown(version)), this lab reads \(Baseline.version)",
        cure: Baseline.replacing)
    }
    if let problem = Baseline.problem(of: json) { throw GateError(file: file, reason: problem, cure: Baseline.cure) }
    self.json = json.visible
    (run, missingCounts) = RunFacts.reading(json["counts"] ?? .null)
  }

  private static var cure: String { "restore it, or \(replacing)" }

  private static var replacing: String {
    "replace it by \(ToolName.current) baseline accept with its --strategy and --trace, and a --reason"
  }

  private static let fields: KeyValuePairs<String, FieldKind> = [
    "cell": .text, "command": .texts, "reason": .text, "recorded": .text, "memory-overhead-bytes": .figure,
    "counts": .object, "trail": .object, "sha256": .text,
  ]

  /// What a baseline holds that none of this lab's does, with field and value; nil when all is as it should be.
  private static func problem(of json: JSON) -> String? {
    if let problem = FieldCheck.problem(of: json, fields) ?? RunConfiguration.problem(of: json["configuration"])
      ?? FieldCheck.problem(of: json["environment"], RunEnvironment.fields, at: "environment")
      ?? RunRecord.countsProblem(json["counts"], at: "counts")
    {
      return problem
    }
    if let counts = json["instructions"], counts != .null,
      counts.array?.allSatisfy({ InstructionCount($0) != nil }) != true
    {
      return FieldCheck.problem(counts, belongs: "a list of counts of instructions", at: "instructions")
    }
    if let trail = json["trail"], trail != .null, EventTrail(trail) == nil {
      return FieldCheck.problem(trail, belongs: "a trail of digests", at: "trail")
    }
    return nil
  }

  /// As a file.
  public var text: String {
    guard let members = json.object else { return json.prettyText }
    let lines = members.sorted { $0.key < $1.key }.map { key, value -> String in
      if key == "instructions", let counts = value.array {
        let lines = counts.map { "    \($0.compactText)" }
        return "  \"\(key)\": [\n\(lines.joined(separator: ",\n"))\n  ]"
      }
      guard key == "counts", let counts = value.object else { return "  \"\(key)\": \(value.compactText)" }
      let rows = counts.sorted { $0.key < $1.key }.map { "    \"\($0.key)\": \($0.value.compactText)" }
      return "  \"counts\": {\n\(rows.joined(separator: ",\n"))\n  }"
    }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }

  public var configuration: RunConfiguration { RunConfiguration(json["configuration"]) }
  public var environment: RunEnvironment { RunEnvironment(json["environment"]) }
  /// The value of a metric, computed from the counts: of one that is younger than the baseline, too. Nil where the lab has
  /// no such metric.
  public func metric(named id: String) -> MetricValue? { Metric.named(id).map { $0.value(of: run) } }
  public var memoryOverhead: Int64? { json["memory-overhead-bytes"]?.integer }
  /// One for each way in which they were counted.
  public var instructions: [InstructionCount] {
    json["instructions"]?.array?.compactMap { InstructionCount($0) } ?? []
  }
  public var reason: String { json["reason"]?.string ?? "" }
  /// The words of the command line that make the run again.
  public var words: [String] { json["command"]?.array?.compactMap(\.string) ?? [] }
  public var trail: EventTrail? { json["trail"].flatMap { EventTrail($0) } }

  /// What people call a cell: the strategy's id, whatever its parameters, and the trace.
  public static func cell(of record: RunRecord) -> String {
    "\(record.configuration.strategyID ?? record.strategy) \(record.trace)"
  }

  /// The file's name: the strategy's id and the trace, with eight digits more where anything else is not as it is by
  /// default.
  ///
  /// - Parameter isTold: Whether a piece of the trace's hash follows, for another trace of that name has a baseline.
  public static func fileName(of record: RunRecord, isTold: Bool = false) -> String {
    let options = Baseline.options(record.configuration)
    let text = JSON.object(options)
    let suffix = options == Baseline.defaultOptions ? "" : "-" + SHA256.hex(of: text.compactText).prefix(8)
    let trace = record.traceName + (isTold ? "-\(record.traceIdentity.prefix(6))" : "")
    let name = "\(record.configuration.strategyID ?? record.strategy)-\(trace)\(suffix)"
    return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "-" })
      + ".json"
  }

  /// What decides the numbers of a cell beside strategy and trace.
  private static func options(_ configuration: RunConfiguration) -> [String: JSON] {
    let json = configuration.json
    var options: [String: JSON] = [
      "device": json["device"]?["name"] ?? .null, "library": json["library"]?["source"] ?? .null,
      "assets": json["library"]?["assets"] ?? .null, "time": json["time"] ?? .null,
      "screen": configuration.screen?.isFromFlags == true ? json["screen"] ?? .null : .null,
    ]
    let known = ["device", "library", "screen", "time", "content-mode", "scales"]
    for (name, value) in SettingValues(json).members where !known.contains(name) { options[name] = value }
    return options
  }

  private static let defaultOptions: [String: JSON] = {
    let usual = RunSettings()
    return [
      "device": .string(DeviceProfile.all[0].name), "library": usual.librarySource,
      "assets": .integer(Int128(LibraryConfiguration().assetCount)), "time": .string("virtual"), "screen": .null,
    ].merging(RunSetting.members(of: usual)) { $1 }
  }()

  /// The word by which a command names its trace.
  static func traceWord(_ words: [String]) -> String? {
    if let word = words.first(where: { $0.hasPrefix("--trace=") }) { return String(word.dropFirst("--trace=".count)) }
    return words.firstIndex(of: "--trace").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  }

  /// Why the run cannot be compared with this baseline, in words; empty when it can. Parameters of the strategy are no
  /// reason (`parameterChanges`).
  public func differences(from record: RunRecord) -> [String] {
    let (old, new) = (configuration, record.configuration)
    let (left, right) = (SettingValues(old.json), SettingValues(new.json))
    let known = ["device", "library", "screen", "content-mode"]
    let others = SettingValues.names(of: [left, right]).filter { !known.contains($0) }
    let parts: [(name: String, old: JSON?, new: JSON?)] =
      [
        ("trace", old.json["trace"]?["sha256"], new.json["trace"]?["sha256"]),
        ("library", old.json["library"]?["fingerprint"], new.json["library"]?["fingerprint"]),
        ("device", old.json["device"], new.json["device"]),
        ("strategy", old.strategyID.map { .string($0) }, new.strategyID.map { .string($0) }),
        ("screen", old.json["screen"], new.json["screen"]),
      ] + others.map { ($0, left.members[$0], right.members[$0]) }
    return parts.flatMap { Baseline.differences($0.name, $0.old, $0.new) }
  }

  /// What differs of two values, of objects member by member: `screen columns was 4, is 5`.
  private static func differences(_ name: String, _ old: JSON?, _ new: JSON?) -> [String] {
    if old == new { return [] }
    if let before = old?.object, let now = new?.object {
      return Set(before.keys).union(now.keys).sorted().flatMap { differences("\(name) \($0)", before[$0], now[$0]) }
    }
    func short(_ json: JSON?) -> String { String((json?.string ?? json?.compactText ?? "none").prefix(60)) }
    return ["\(name) was \(short(old)), is \(short(new))"]
  }

  /// Parameters of the strategy that are not as they were: `height was 2, is 9/4`.
  public func parameterChanges(to record: RunRecord) -> [String] {
    let (old, new) = (Baseline.parameters(configuration), Baseline.parameters(record.configuration))
    return Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map {
      "\($0) was \(old[$0] ?? "none"), is \(new[$0] ?? "none")"
    }
  }

  /// The parameters of a strategy by name; with its part before them where it has several.
  private static func parameters(_ configuration: RunConfiguration) -> [String: String] {
    let parts = (configuration.strategy ?? "").split(separator: "+")
    var found: [String: String] = [:]
    for part in parts {
      let id = part.prefix { $0 != ":" }
      for setting in part.dropFirst(id.count + 1).split(separator: ",") {
        let words = setting.split(separator: "=", maxSplits: 1)
        found[(parts.count > 1 ? "\(id) " : "") + words[0]] = words.count > 1 ? String(words[1]) : ""
      }
    }
    return found
  }
}

/// A folder of committed baselines, one file a cell.
public struct BaselineStore: Sendable {
  public let directory: String

  public init(directory: String) { self.directory = directory }

  /// Where the baseline of a run's cell is, or belongs.
  ///
  /// A trace that was changed keeps its file. Another trace of its name, which the command names by other words, has a
  /// file of its own. A file that is no baseline is replaced by the next that is written.
  /// - Parameter words: the words of the command line that make the run again.
  /// - Throws: Where the file cannot be read.
  public func path(of record: RunRecord, words: [String]) throws -> String {
    let path = "\(directory)/\(Baseline.fileName(of: record))"
    let text: String?
    do { text = try TextFile.read(path, as: .baseline) } catch ResultError.tooLarge { text = nil }
    guard let text, let there = try? Baseline(text: text, file: path),
      there.configuration.traceSHA256 != record.traceIdentity,
      Baseline.traceWord(there.words) != Baseline.traceWord(words)
    else { return path }
    return "\(directory)/\(Baseline.fileName(of: record, isTold: true))"
  }

  /// The baseline at a path; nil when there is none.
  public func load(_ path: String) throws -> Baseline? {
    guard let text = try TextFile.read(path, as: .baseline) else { return nil }
    return try Baseline(text: text, file: path)
  }

  /// Writes a baseline, whole or not at all, over the one before it.
  public func write(_ baseline: Baseline, to path: String) throws(ResultError) {
    try RecordStore(directory: directory).prepare()
    try ResultFile.write(baseline.text.utf8, to: path)
  }

  /// The names of all files of baselines, sorted.
  public func names() throws -> [String] { try Paths.names(in: directory).filter { $0.hasSuffix(".json") } }

  /// All baselines of the folder, by file name.
  public func all() throws -> [(path: String, baseline: Baseline)] {
    try names().map { name in
      let path = "\(directory)/\(name)"
      guard let baseline = try load(path) else {
        throw ResultError.cannotRead(path, reason: "it went while the folder was read")
      }
      return (path, baseline)
    }
  }
}

extension JSON {
  static let changed = "it was changed after it was written: its digest (sha256) is of other content"

  /// The object with the SHA-256 of its other members. The digest has no secret: it finds accidents, such as a merge of
  /// two files, and casual edits, but a deliberate forger can compute it.
  var withDigest: JSON {
    guard var members = object else { return self }
    members["sha256"] = .string(digest)
    return .object(members)
  }

  /// Whether the digest is that of the other members; nil without one.
  var holdsItsDigest: Bool? { self["sha256"].map { $0 == .string(digest) } }

  private var digest: String {
    var members = object ?? [:]
    members["sha256"] = nil
    // As a file gives it back: there 0.0 becomes 0.
    let written = JSON.object(members)
    return SHA256.hex(of: ((try? JSON.parse(written.compactText)) ?? written).compactText)
  }
}
