public import CacheLab
public import LabBase
public import LabRecords
import StrategyKit

/// All jobs of a sweep: every strategy over every trace, screen and device, numbered; and what decides their numbers, so
/// that results of one plan can be told from those of another wherever they were made.
public struct SweepPlan: Hashable, Sendable {
  public struct Strategy: Hashable, Sendable {
    /// Without parameters at their defaults: what tables show.
    public var text: String
    public var canonicalText: String
    public var drivesPhotos: Bool
  }

  public struct TraceSource: Hashable, Sendable {
    public var name: String
    public var sha256: String
  }

  public let strategies: [Strategy]
  /// How many budgets of each strategy are what another peaks at: rows say what they come to.
  private let budgetCounts: [Int]
  /// Whether any budget is what another strategy peaks at.
  public let hasPeaks: Bool
  public let traces: [TraceSource]
  /// What they are called in tables, those of one name told apart.
  public let traceNames: [String]
  /// As `SweepScreen` writes them.
  public let screens: [String]
  /// As records write them.
  public let devices: [JSON]
  /// What all jobs share: library, cells, fit, and the lab's version.
  public let settings: JSON
  /// All of this, as files write it.
  public let json: JSON
  /// SHA-256 over it.
  public let digest: String
  /// The digest of the program that counts. It is not part of `digest`: a file of results is named by what is counted,
  /// and says by which program.
  public var program = ""

  /// Jobs at most.
  public static let jobsMax = 2_000_000

  init(
    strategies: [PeakSpec], traces: [TraceSource], screens: [SweepScreen], devices: [DeviceProfile], settings: JSON
  ) {
    self.init(
      strategies: strategies.map {
        Strategy(text: $0.shortText, canonicalText: $0.canonicalText, drivesPhotos: $0.sample.drivesPhotos)
      }, traces: traces, screens: screens.map(\.description), devices: devices.map(\.json), settings: settings)
  }

  private init(
    strategies: [Strategy], traces: [TraceSource], screens: [String], devices: [JSON], settings: JSON
  ) {
    // Tables and sentences show these as they are; what a file of results says otherwise is no plan of this lab's.
    let strategies = strategies.map {
      Strategy(text: $0.text.visible, canonicalText: $0.canonicalText.visible, drivesPhotos: $0.drivesPhotos)
    }
    let traces = traces.map { TraceSource(name: $0.name.visible, sha256: $0.sha256.visible) }
    let (screens, devices, settings) = (screens.map(\.visible), devices.map(\.visible), settings.visible)
    self.strategies = strategies
    budgetCounts = strategies.map { PeakSpec.budgetCount(of: $0.canonicalText) }
    hasPeaks = budgetCounts.contains { $0 > 0 }
    self.traces = traces
    traceNames = TraceNames(traces.map { (name: $0.name, identity: $0.sha256) }).shown
    self.screens = screens
    self.devices = devices
    self.settings = settings
    json = .object([
      "strategies": .array(
        strategies.map { .array([.string($0.text), .string($0.canonicalText), .bool($0.drivesPhotos)]) }),
      "traces": .array(traces.map { .object(["name": .string($0.name), "sha256": .string($0.sha256)]) }),
      "screens": .array(screens.map { .string($0) }), "devices": .array(devices), "settings": settings,
    ])
    digest = SHA256.hex(of: json.compactText)
  }

  /// At most `jobsMax` of a plan that was read.
  public var jobCount: Int { traces.count * screens.count * devices.count * strategies.count }

  /// The job of a number from 0: strategies change fastest, then devices, screens and traces.
  ///
  /// - Precondition: `number` is below `jobCount`.
  public func job(_ number: Int) -> SweepJob {
    precondition((0..<jobCount).contains(number), "a job of the plan")
    let (cell, strategy) = number.quotientAndRemainder(dividingBy: strategies.count)
    let (view, device) = cell.quotientAndRemainder(dividingBy: devices.count)
    let (trace, screen) = view.quotientAndRemainder(dividingBy: screens.count)
    return SweepJob(number: number, trace: trace, screen: screen, device: device, strategy: strategy)
  }

  /// The number of the job of a strategy in a place: what `job` reads.
  func number(strategy: Int, trace: Int, screen: Int, device: Int) -> Int {
    ((trace * screens.count + screen) * devices.count + device) * strategies.count + strategy
  }

  /// How many bytes a row of a job has for its budgets.
  func budgetCount(ofJob number: Int) -> Int { budgetCounts[number % strategies.count] }

  /// The traces by set.
  var groups: [TraceGroup] { TraceGroup.all(traces.map(\.name)) }

  /// `20 traces`; of one set among several `20 traces of stress`.
  func words(_ group: TraceGroup) -> String {
    TraceGroup.words(group.traces.map { traceNames[$0] }, of: groups.count > 1 ? group.name : nil)
  }

  /// What is summed up by itself: a screen with the traces of a set.
  typealias Part = (screen: Int, group: TraceGroup)

  var parts: [Part] { screens.indices.flatMap { screen in groups.map { (screen: screen, group: $0) } } }

  /// `375x667@2 screen`, `recorded screens`.
  func screenWords(_ index: Int) -> String { "\(screens[index]) screen\(screens[index] == "recorded" ? "s" : "")" }

  /// `decode-4ms and decode-12ms`.
  var deviceWords: String { SharedRuns.list(devices.indices.map { deviceName($0) }) }

  /// A device's name.
  public func deviceName(_ index: Int) -> String { devices[index]["name"]?.string ?? "?" }
}

extension SweepPlan {
  /// Reads back what `json` wrote; nil for anything else.
  init?(_ json: JSON) {
    guard let strategies = json["strategies"]?.array, let traces = json["traces"]?.array,
      let screens = json["screens"]?.array, let devices = json["devices"]?.array, let settings = json["settings"]
    else { return nil }
    let plan = SweepPlan(
      strategies: strategies.compactMap { each in
        guard let fields = each.array, fields.count == 3, let text = fields[0].string, let canonical = fields[1].string,
          case .bool(let drivesPhotos) = fields[2]
        else { return nil }
        return Strategy(text: text, canonicalText: canonical, drivesPhotos: drivesPhotos)
      },
      traces: traces.compactMap { each in
        guard let name = each["name"]?.string, let sha256 = each["sha256"]?.string else { return nil }
        return TraceSource(name: name, sha256: sha256)
      },
      screens: screens.compactMap(\.string), devices: devices, settings: settings)
    // What was left out above shows here.
    guard plan.json == json else { return nil }
    // The lists of a file may be so long that their product does not fit.
    let counts = [strategies.count, traces.count, screens.count, devices.count]
    guard !counts.contains(0), counts.reduce(1, { $0 * Double($1) }) <= Double(SweepPlan.jobsMax) else { return nil }
    self = plan
  }
}

/// The journal of a sweep: the row of each finished job, as the file of results has it, there as soon as the job is done,
/// so that a process which is killed loses what was under way and no more. The disk is waited for once a second.
extension SweepPlan {
  private static let journalVersion: Int64 = 3

  /// What the journal of a shard stands for.
  public func work(_ shard: SweepShard, in directory: String) -> Journal.Work {
    Journal.Work(
      prefix: "sweep-\(digest.prefix(16))-\(shard.number)-of-\(shard.count)-", in: directory,
      head: .object([
        "sweep-journal": .integer(Int128(SweepPlan.journalVersion)), "plan": .string(digest),
        "shard": .string(shard.description), "program": .string(program),
      ]), patience: 1_000_000_000)
  }

  /// Looks for journals of the same sweep that another program began.
  ///
  /// - Throws: `SweepError` naming one, and both programs.
  public func checkProgram(of work: Journal.Work) throws {
    for (path, head) in try work.heads() where head["plan"]?.string == digest {
      guard head["sweep-journal"]?.integer == SweepPlan.journalVersion, let program = head["program"]?.string else {
        throw SweepError(path, "another version of \(ToolName.current) began this: leave out --resume to begin anew")
      }
      if program != self.program { throw SweepError.cannotResume(path, of: program, by: self.program) }
    }
  }

  /// The rows of the jobs of a shard that were finished when its journal was opened, in the order of the jobs.
  public func finished(_ shard: SweepShard, in journal: Journal) -> [SweepRow] {
    let jobs = Set(shard.jobs(of: self))
    let rows = journal.lines.compactMap { try? row($0[...]) }.filter { jobs.contains($0.number) }
    return Dictionary(rows.map { ($0.number, $0) }) { _, last in last }.values.sorted { $0.number < $1.number }
  }
}

/// What the jobs of a sweep share, whatever traces they are over.
public struct SweepGround: Sendable {
  public let strategies: [PeakSpec]
  public let screens: [SweepScreen]
  public let devices: [DeviceProfile]
  public let assets: ContiguousArray<AssetInfo>
  public let settings: ReplaySettings
  /// What plans say of library and settings.
  let told: JSON
  /// The digest of the program that counts.
  let program: String

  public init(
    strategies: [PeakSpec], screens: [SweepScreen] = [.recorded], devices: [DeviceProfile],
    assets: ContiguousArray<AssetInfo>, settings: ReplaySettings = ReplaySettings(), told: JSON = .null,
    program: String = ""
  ) {
    (self.strategies, self.screens, self.devices) = (strategies, screens, devices)
    (self.assets, self.settings, self.told, self.program) = (assets, settings, told, program)
  }

  /// Jobs over one trace.
  public var jobCount: Int { strategies.count * screens.count * devices.count }

  /// All jobs over some traces.
  func plan(_ traces: [SweepPlan.TraceSource]) -> SweepPlan {
    var plan = SweepPlan(strategies: strategies, traces: traces, screens: screens, devices: devices, settings: told)
    plan.program = program
    return plan
  }

  /// What a trace is asked to apply for a screen.
  func override(_ screen: SweepScreen) -> ScreenOverride {
    screen.override(assetCount: Int32(assets.count), accessLimit: settings.access.limit)
  }
}

/// One run of a sweep, by its places in the plan.
public struct SweepJob: Hashable, Sendable {
  /// Counted from 0; files and people count from 1.
  public var number: Int
  public var trace: Int
  public var screen: Int
  public var device: Int
  public var strategy: Int
}
