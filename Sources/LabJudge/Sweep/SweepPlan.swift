/// The numbered jobs of a sweep, every strategy over every trace, screen and device, with all that decides their results: the
/// digest tells the results of one plan from those of another wherever they were made.
public struct SweepPlan: Sendable {
  /// A strategy by the text that tables show, without parameters at their defaults, and by its canonical one.
  public typealias Strategy = (text: String, canonicalText: String, canDrivePhotos: Bool)

  /// A trace, or a pack with the number of its traces.
  public typealias TraceSource = (name: String, sha256: String, count: Int?)

  public private(set) var strategies: [Strategy] = []
  /// The number of budgets of each strategy that are the peaks of another; rows have their bytes.
  private let budgetCounts: [Int]
  /// Traces, or one pack of them.
  public private(set) var traces: [TraceSource] = []
  /// The names of traces in tables, those of one name told apart.
  public let traceNames: [String]
  /// `5,000 traces of 300 users`, if the traces are groups of users.
  public private(set) var crowd: String?
  public let screens: [String]
  /// The devices as records have them.
  public let devices: [JSON]
  /// The library and settings of all jobs, and the lab's version.
  public let settings: JSON
  /// The plan as files have it.
  public let json: JSON
  /// The SHA-256 of `json`.
  public private(set) var digest: String
  /// The digest of the program that counts, which is no part of `digest`.
  public var program = ""

  /// The most jobs over traces; a pack may have any number.
  public static let jobsMax = 2_000_000

  fileprivate init?(parts json: JSON) {
    guard json.object?.count == 5, let strategies = json["strategies"]?.array, let traces = json["traces"]?.array,
      let screens = json["screens"]?.array, let devices = json["devices"]?.array, let settings = json["settings"]
    else { return nil }
    self.screens = screens.compactMap(\.string)
    guard self.screens.count == screens.count else { return nil }
    for strategy in strategies {
      guard let fields = strategy.array, fields.count == 3, let text = fields[0].string,
        let canonicalText = fields[1].string, case .bool(let canDrivePhotos) = fields[2]
      else { return nil }
      self.strategies.append((text, canonicalText, canDrivePhotos))
    }
    for trace in traces {
      let count = trace["count"]?.integer.map { Int($0) }
      guard let name = trace["name"]?.string, let sha256 = trace["sha256"]?.string,
        (1...TracePack.tracesMax).contains(count ?? 1)
      else { return nil }
      self.traces.append((name, sha256, count))
    }
    (self.devices, self.settings, self.json) = (devices, settings, json)
    budgetCounts = self.strategies.map { PeakSpec.budgetCount(of: $0.canonicalText) }
    traceNames = TraceNames.shown(self.traces.map { (name: $0.name, identity: $0.sha256) })
    digest = SHA256.hex(of: json.compactText)
  }

  fileprivate static func json(_ traces: [TraceSource]) -> JSON {
    .array(
      traces.map { trace in
        let count = trace.count.map { ["count": JSON.integer(Int128($0))] } ?? [:]
        return .object(["name": .string(trace.name), "sha256": .string(trace.sha256)].merging(count) { $1 })
      })
  }

  /// Reads `json` of a file; fails for names that tables could not show, and for lists whose product does not fit.
  init?(_ json: JSON) {
    guard let plan = SweepPlan(parts: json), json == json.visible else { return nil }
    let cells = [plan.strategies.count, plan.screens.count, plan.devices.count].reduce(1.0) { $0 * Double($1) }
    let isOfPack = plan.traces.contains { $0.count != nil }
    guard cells > 0, plan.traceCount > 0, !isOfPack || plan.traces.count == 1,
      cells * Double(isOfPack ? 1 : plan.traceCount) <= Double(SweepPlan.jobsMax)
    else { return nil }
    self = plan
  }

  /// True if a budget is the peak of another strategy.
  public var hasPeaks: Bool { budgetCounts.contains { $0 > 0 } }

  /// True for a sweep over a pack.
  public var isPopulation: Bool { traces.first?.count != nil }

  /// The number of traces, of a pack those in it.
  public var traceCount: Int { traces.first?.count ?? traces.count }

  /// The number of jobs over one trace.
  var cellCount: Int { screens.count * devices.count * strategies.count }

  public var jobCount: Int { traceCount * cellCount }

  /// Returns the job of a number from 0: strategies change fastest, then devices, screens and traces.
  ///
  /// - Precondition: `number` is below `jobCount`.
  public func job(_ number: Int) -> SweepJob {
    precondition((0..<jobCount).contains(number), "a job of the plan")
    let (cell, strategy) = number.quotientAndRemainder(dividingBy: strategies.count)
    let (view, device) = cell.quotientAndRemainder(dividingBy: devices.count)
    let (trace, screen) = view.quotientAndRemainder(dividingBy: screens.count)
    return (number, trace, screen, device, strategy)
  }

  func number(strategy: Int, trace: Int, screen: Int, device: Int) -> Int {
    ((trace * screens.count + screen) * devices.count + device) * strategies.count + strategy
  }

  func budgetCount(ofJob number: Int) -> Int { budgetCounts[number % strategies.count] }

  var groups: [TraceGroup] { TraceGroup.all(traces.map(\.name)) }

  /// Returns the plan with groups of users, `crowd` in words, in place of a pack.
  func grouped(_ names: [String], _ crowd: String) -> SweepPlan {
    var parts = json.object ?? [:]
    parts["traces"] = SweepPlan.json(names.map { ($0, $0, nil) })
    guard var plan = SweepPlan(parts: .object(parts)) else { preconditionFailure("only its traces are others") }
    (plan.crowd, plan.digest, plan.program) = (crowd, digest, program)
    return plan
  }

  /// Returns `20 traces`, `50 groups of users`.
  func count(_ traces: Int) -> String {
    crowd == nil ? NumberText.count(traces, "trace") : traces == 1 ? "1 group of users" : "\(traces) groups of users"
  }

  /// Returns `20 traces`; of one set among several `20 traces of stress`.
  func words(_ group: TraceGroup) -> String {
    crowd ?? TraceGroup.words(group.traces.map { traceNames[$0] }, of: groups.count > 1 ? group.name : nil)
  }

  /// A screen with the traces of a set, which is summed up by itself.
  typealias Part = (screen: Int, group: TraceGroup)

  var parts: [Part] { screens.indices.flatMap { screen in groups.map { (screen: screen, group: $0) } } }

  func screenWords(_ index: Int) -> String { "\(screens[index]) screen\(screens[index] == "recorded" ? "s" : "")" }

  var deviceWords: String { NameList.text(devices.indices.map { deviceName($0) }, most: .max) }

  public func deviceName(_ index: Int) -> String { devices[index]["name"]?.string ?? "?" }
}

/// All that the jobs of a sweep share, whatever traces they are over.
public struct SweepGround: Sendable {
  var strategies: [PeakSpec]
  public let screens: [ScreenChoice]
  public let devices: [DeviceProfile]
  var assets: ContiguousArray<AssetInfo>
  public let settings: ReplaySettings
  /// The library and settings as plans have them.
  let told: JSON
  let program: String

  public init(
    strategies: [PeakSpec], screens: [ScreenChoice] = [.recorded], devices: [DeviceProfile],
    assets: ContiguousArray<AssetInfo>, settings: ReplaySettings = ReplaySettings(), told: JSON = .null,
    program: String = ""
  ) {
    (self.strategies, self.screens, self.devices) = (strategies, screens, devices)
    (self.assets, self.settings, self.told, self.program) = (assets, settings, told, program)
  }

  func plan(_ traces: [SweepPlan.TraceSource]) -> SweepPlan {
    // Tables show these as they are.
    let parts = JSON.object([
      "strategies": .array(
        strategies.map { .array([.string($0.shortText), .string($0.canonicalText), .bool($0.sample.canDrivePhotos)]) }),
      "traces": SweepPlan.json(traces), "screens": .array(screens.map { .string($0.description) }),
      "devices": .array(devices.map(\.json)), "settings": told,
    ]).visible
    guard var plan = SweepPlan(parts: parts) else { preconditionFailure("a plan can be read back") }
    plan.program = program
    return plan
  }

  func override(_ screen: ScreenChoice) -> ScreenOverride {
    screen.override(assetCount: Int32(assets.count), accessLimit: settings.access.limit)
  }
}

/// One run of a sweep, by its number from 0 and its places in the plan; files and people count from 1.
public typealias SweepJob = (number: Int, trace: Int, screen: Int, device: Int, strategy: Int)

/// A part of a sweep for a machine of its own: `2/8` is the second of eight.
public struct SweepShard: Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let number: Int
  public let count: Int

  static let countMax = 100_000

  /// The whole sweep.
  public static let whole = SweepShard(number: 1, count: 1)

  private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// Reads `2/8`; fails for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...SweepShard.countMax).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  public var description: String { "\(number)/\(count)" }

  public var isWhole: Bool { count == 1 }

  /// The cure for a damaged file of it, of which the whole sweep may be merged from shards.
  var cure: String { isWhole ? "run that sweep, or merge its shards, again" : "run shard \(self) again" }
}

/// The work of a shard in units, ascending: a job, or over a pack all jobs of up to 32 traces in a row. Of as many units in
/// a row as there are shards each shard has one, by a turn that looks random, so that no shard has all that take long.
struct SweepUnits: Sendable {
  private let shard: SweepShard
  /// The jobs of a unit; the last one may have fewer.
  let size: Int
  let jobCount: Int

  init(_ plan: SweepPlan, _ shard: SweepShard) {
    self.shard = shard
    size = SweepUnits.size(plan, shards: shard.count)
    let all = (plan.jobCount + size - 1) / size
    let rounds = (all + shard.count - 1) / shard.count
    let count = rounds > 0 && SweepUnits.unit(rounds - 1, of: shard) >= all ? rounds - 1 : rounds
    // The last unit of all may be smaller.
    let missing = count > 0 && SweepUnits.unit(count - 1, of: shard) == all - 1 ? all * size - plan.jobCount : 0
    jobCount = count * size - missing
  }

  /// Returns the size of units: as many traces as a block of a pack has, if that leaves each shard several units; if there
  /// are fewer traces than shards, a part of the jobs over one.
  private static func size(_ plan: SweepPlan, shards: Int) -> Int {
    guard plan.isPopulation else { return 1 }
    let size = max(1, plan.jobCount / (shards * 8))
    return size < plan.cellCount ? size : min(32, size / plan.cellCount) * plan.cellCount
  }

  private static func turn(_ round: Int, _ shards: Int) -> Int {
    Int(SplitMix64.hash(0x5EE9, UInt64(round)) % UInt64(shards))
  }

  private static func unit(_ round: Int, of shard: SweepShard) -> Int {
    round * shard.count + (shard.number - 1 + turn(round, shard.count)) % shard.count
  }

  /// Returns the number of the shard, from 1, that has a job, and whether the job is the last of its unit.
  static func owner(ofJob job: Int, _ plan: SweepPlan, shards: Int) -> (shard: Int, isLast: Bool) {
    let size = size(plan, shards: shards)
    let (round, place) = (job / size).quotientAndRemainder(dividingBy: shards)
    return ((place - turn(round, shards) + shards) % shards + 1, (job + 1) % size == 0)
  }

  func job(ofRow row: Int) -> Int { SweepUnits.unit(row / size, of: shard) * size + row % size }
}
