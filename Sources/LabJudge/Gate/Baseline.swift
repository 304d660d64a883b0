/// The accepted counts of a cell, committed as a file.
///
/// One count a line, keys sorted, so that a change reads as a diff.
public struct Baseline: Sendable {
  private static let version = JSON.integer(2)

  public let json: JSON
  /// The names of the counts that every run has and this file does not.
  package let missingCounts: [String]
  private let values: [String: MetricValue]

  /// - Parameters:
  ///   - words: The arguments that repeat the run.
  ///   - memoryOverhead: The resident bytes beyond the ledger, or nil if they were not measured.
  ///   - reason: The user's reason for accepting these numbers.
  public init(
    record: RunRecord, words: [String], trail: EventTrail?, memoryOverhead: Int64?, reason: String, recorded: String
  ) {
    let members: [String: JSON] = [
      "baseline": Baseline.version,
      "cell": .string(Baseline.cell(of: record)),
      "command": .array(words.map { .string($0) }),
      "configuration": record.configuration.json,
      "environment": record.environment.json,
      "memory-overhead-bytes": memoryOverhead.map { .integer(Int128($0)) } ?? .null,
      "counts": record.counts,
      "reason": .string(reason.visible),
      "recorded": .string(recorded),
      "trail": trail?.json ?? .null,
    ]
    self.init(JSON.object(members).visible.withDigest)
  }

  /// Reads a baseline.
  ///
  /// - Throws: `InputError` if the text is of another version, damaged, or changed after it was recorded.
  public init(text: String, file: String) throws(InputError) {
    let replacing = "replace it by \(ToolName.current) baseline accept with its --strategy and --trace, and a --reason"
    func error(_ reason: String, _ cure: String = "restore it, or ") -> InputError {
      InputError(file, reason, cure: cure + replacing)
    }
    let json: JSON
    do { json = try JSON.parse(text) } catch let problem { throw error("it is not JSON, \(problem)") }
    guard let version = json["baseline"] else { throw error("it is no baseline", "move it away, or ") }
    guard version == Baseline.version else {
      throw error("its version is \(FieldCheck.shown(version)), this lab reads \(Baseline.version.compactText)", "")
    }
    if let problem = Baseline.problem(of: json) { throw error(problem) }
    // Older baselines have no digest.
    if json["sha256"] != nil, json.withDigest != json {
      throw error("it was changed after it was written: its digest (sha256) is of other content")
    }
    self.init(json.visible)
  }

  private init(_ json: JSON) {
    self.json = json
    let (run, missing) = RunFacts.reading(json["counts"] ?? .null)
    (values, missingCounts) = (run.deterministic.metrics, missing)
  }

  private static let fields: KeyValuePairs<String, FieldKind> = [
    "cell": .text, "command": .texts, "reason": .text, "recorded": .text, "memory-overhead-bytes": .figure,
    "counts": .object, "trail": .object, "sha256": .text,
  ]

  private static func problem(of json: JSON) -> String? {
    let trail = json["trail"] ?? .null
    let isTrail = trail == .null || EventTrail(trail) != nil
    return FieldCheck.problem(of: json, fields) ?? RunConfiguration.problem(of: json["configuration"])
      ?? FieldCheck.problem(of: json["environment"], RunEnvironment.fields, at: "environment")
      ?? RunRecord.countsProblem(json["counts"], at: "counts")
      ?? (isTrail ? nil : FieldCheck.problem(trail, belongs: "a trail of digests", at: "trail"))
  }

  /// The content of the file.
  public var text: String {
    func lines(_ json: JSON?, _ indent: String, _ text: (String, JSON) -> String) -> String {
      let members = (json?.object ?? [:]).ordered { $0.key < $1.key }
      let lines = members.map { "\(indent)  \"\($0.key)\": \(text($0.key, $0.value))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    }
    return lines(json, "") { key, value in
      key == "counts" ? lines(value, "  ") { $1.compactText } : value.compactText
    } + "\n"
  }

  public var configuration: RunConfiguration { RunConfiguration(json["configuration"]) }
  public var environment: RunEnvironment { RunEnvironment(json["environment"]) }
  /// Returns a counted metric's value, computed from the counts, or nil if there is no such metric.
  public func metric(named id: String) -> MetricValue? { values[id] }
  public var memoryOverhead: Int64? { json["memory-overhead-bytes"]?.integer }
  /// The arguments that repeat the run.
  public var words: [String] { json["command"]?.array?.compactMap(\.string) ?? [] }
  public var trail: EventTrail? { json["trail"].flatMap { EventTrail($0) } }

  /// Returns the name of a cell: the strategy's id without parameters, and the trace.
  public static func cell(of record: RunRecord) -> String {
    "\(record.configuration.strategyID ?? record.strategy) \(record.trace)"
  }

  /// Returns the file's name: the strategy's id and the trace, and eight digits if other settings are not the defaults.
  ///
  /// - Parameter withHash: Whether to add a piece of the trace's hash, since another trace of that name has a baseline.
  public static func fileName(of record: RunRecord, withHash: Bool = false) -> String {
    let options = Baseline.options(record.configuration)
    let text = JSON.object(options)
    let suffix = options == Baseline.defaultOptions ? "" : "-" + SHA256.hex(of: text.compactText).prefix(8)
    let trace = record.traceName + (withHash ? "-\(record.traceIdentity.prefix(6))" : "")
    let name = "\(record.configuration.strategyID ?? record.strategy)-\(trace)\(suffix)"
    return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") ? $0 : "-" })
      + ".json"
  }

  private static func options(_ configuration: RunConfiguration) -> [String: JSON] {
    let json = configuration.json
    let options: [String: JSON] = [
      "device": json["device"]?["name"] ?? .null, "library": json["library"]?["source"] ?? .null,
      "assets": json["library"]?["assets"] ?? .null, "time": json["time"] ?? .null,
      "screen": configuration.screen?.isFromFlags == true ? json["screen"] ?? .null : .null,
    ]
    let known = ["device", "library", "screen", "time", "content-mode", "scales"]
    return options.merging(SettingValues(json).members.filter { !known.contains($0.key) }) { $1 }
  }

  private static let defaultOptions: [String: JSON] = [
    "device": .string(DeviceProfile.all[0].name), "library": RunSettings().librarySource,
    "assets": .integer(Int128(LibraryConfiguration().assetCount)), "time": .string("virtual"), "screen": .null,
  ].merging(RunSetting.members(of: RunSettings())) { $1 }

  static func traceWord(_ words: [String]) -> String? {
    if let word = words.first(where: { $0.hasPrefix("--trace=") }) { return String(word.dropFirst("--trace=".count)) }
    return words.firstIndex(of: "--trace").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  }
}

/// A folder of committed baselines, one file a cell.
public struct BaselineStore: Sendable {
  public let directory: String

  public init(directory: String) { self.directory = directory }

  /// Returns the path of the baseline of a run's cell, which need not exist.
  ///
  /// A changed trace keeps its file; another trace of the same name has a file of its own. Unreadable baselines are
  /// overwritten.
  ///
  /// - Parameter words: The arguments that repeat the run.
  /// - Throws: `ResultError` if the file cannot be read.
  public func path(of record: RunRecord, words: [String]) throws -> String {
    let path = "\(directory)/\(Baseline.fileName(of: record))"
    var there: Baseline?
    do { there = try load(path) } catch is InputError {} catch ResultError.tooLarge {}
    guard let there, there.configuration.traceSHA256 != record.traceIdentity,
      Baseline.traceWord(there.words) != Baseline.traceWord(words)
    else { return path }
    return "\(directory)/\(Baseline.fileName(of: record, withHash: true))"
  }

  /// Returns the baseline at a path, or nil if there is no file.
  public func load(_ path: String) throws -> Baseline? {
    guard let text = try TextFile.read(path, as: .baseline) else { return nil }
    return try Baseline(text: text, file: path)
  }

  /// Replaces a baseline atomically.
  public func write(_ baseline: Baseline, to path: String) throws(ResultError) {
    try ResultFile.prepare(directory)
    try ResultFile.write(baseline.text.utf8, to: path)
  }

  /// Returns the sorted names of all baseline files; empty if there is no folder.
  public func names() throws -> [String] {
    try Paths.exists(directory) ? Paths.names(in: directory).filter { $0.hasSuffix(".json") } : []
  }

  /// Returns all baselines of the folder, by file name.
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
  /// The object with the SHA-256 of its other members. The digest finds accidents, such as a merge of two files, and
  /// casual edits; it has no secret, so a forger can compute it.
  fileprivate var withDigest: JSON {
    guard var members = object else { return self }
    members["sha256"] = nil
    // In a file 0.0 becomes 0.
    let written = JSON.object(members)
    members["sha256"] = .string(SHA256.hex(of: ((try? JSON.parse(written.compactText)) ?? written).compactText))
    return .object(members)
  }
}
