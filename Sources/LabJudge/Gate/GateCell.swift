/// The measurements of one strategy on one trace in a gate run, old and new, from which verdicts are computed.
public struct GateCell: Sendable {
  public var name: String
  public var baseline: Baseline?
  public var baselinePath = ""
  /// The run's configuration, environment and deterministic metrics.
  public var record: RunRecord
  /// The resident bytes beyond the ledger in each run; empty if they were not measured.
  public var memoryRuns: [Int64] = []
  /// The instructions, or nil if they were not counted.
  public var instructions: (old: [InstructionKind: InstructionCount], new: [InstructionKind: InstructionCount])?
  /// A description of where old and new diverge; empty if they do not, or it is not known.
  public var parting = ""
  /// The command line that repeats the cell.
  public var reproduce: String
  /// The options that name the folder of its baseline; empty for the default folder.
  public var baselineOptions = ""
  /// Notes to read before the figures.
  public var notes: [String] = []

  public init(name: String = "", record: RunRecord, reproduce: String) {
    (self.name, self.record, self.reproduce) = (name, record, reproduce)
  }

  /// The differences of its run from the baseline's.
  public var differences: (settings: [String], parameters: [String])? {
    baseline.map { record.configuration.differences(from: $0.configuration) }
  }

  /// The notes and the changed parameters: `height was 2, is 9/4`.
  var parameters: [String] { notes + (differences?.parameters ?? []) }

  /// Returns the strategy and the trace in a cell's name, without options that tell it from other cells of the two.
  static func caseName(of name: String) -> String {
    name.firstRange(of: " --").map { String(name[..<$0.lowerBound]) } ?? name
  }

  func baselineCommand(_ verb: String) -> String {
    let (program, words) = (reproduce.prefix { $0 != " " }, reproduce.drop { $0 != " " })
    let options = baselineOptions.isEmpty ? "" : " \(baselineOptions)"
    return "\(program) baseline \(verb)\(words)\(options)" + (verb == "accept" ? " --reason \"...\"" : "")
  }
}

extension RunConfiguration {
  /// Returns the settings that make two runs different cases, in words, and the parameters of the strategy that differ,
  /// `height was 2, is 9/4`; runs that differ in parameters alone are judged all the same.
  public func differences(from old: RunConfiguration) -> (settings: [String], parameters: [String]) {
    let (left, right) = (SettingValues(old.json), SettingValues(json))
    let known = ["device", "library", "screen", "content-mode"]
    let others = SettingValues.names(of: [left, right]).filter { !known.contains($0) }
    let parts: [(name: String, old: JSON?, new: JSON?)] =
      [
        ("trace", old.json["trace"]?["sha256"], json["trace"]?["sha256"]),
        ("library", old.json["library"]?["fingerprint"], json["library"]?["fingerprint"]),
        ("device", old.json["device"], json["device"]),
        ("strategy", old.strategyID.map { .string($0) }, strategyID.map { .string($0) }),
        ("screen", old.json["screen"], json["screen"]),
      ] + others.map { ($0, left.members[$0], right.members[$0]) }
    let (before, now) = (old.parameters, self.parameters)
    let changed = Set(before.keys).union(now.keys).ordered().filter { before[$0] != now[$0] }.map {
      "\($0) was \(before[$0] ?? "none"), is \(now[$0] ?? "none")"
    }
    return (parts.flatMap { RunConfiguration.words($0.name, $0.old, $0.new) }, changed)
  }

  /// Returns the differences between two values, for objects member by member: `screen columns was 4, is 5`.
  private static func words(_ name: String, _ old: JSON?, _ new: JSON?) -> [String] {
    if old == new { return [] }
    if let before = old?.object, let now = new?.object {
      return Set(before.keys).union(now.keys).ordered().flatMap { words("\(name) \($0)", before[$0], now[$0]) }
    }
    func short(_ json: JSON?) -> String { String((json?.string ?? json?.compactText ?? "none").prefix(60)) }
    return ["\(name) was \(short(old)), is \(short(new))"]
  }

  /// The parameters of the strategy by name, prefixed with the id of their part if it has several parts.
  private var parameters: [String: String] {
    let parts = StrategyWords(strategy ?? "").parts
    let settings = parts.flatMap { part in
      part.settings.map { ((parts.count > 1 ? "\(part.id) " : "") + $0.key, $0.value) }
    }
    return Dictionary(settings) { $1 }
  }
}
