import CacheLab
import LabBase
import LabJudge
import LabPictures
import LabRecords
import StrategyKit

/// A run that is looked into event by event: from an event file, or replayed for it.
struct ExplainedRun: ~Copyable {
  /// The run made ready to be replayed with something changed, or why it cannot be.
  let whatIf: Result<WhatIf, LackOfReplay>
  private var reader: EventLineReader

  var header: JSON { reader.header }

  /// When the trace ends; nil where only events are there.
  var end: Int64? { (try? whatIf.get())?.end }

  /// - Parameter file: an event file or a record; nil replays what the options name.
  init(file: String?, options: ReplayOptions) throws {
    guard let file else {
      guard options.strategy != nil, options.trace != nil else {
        throw UsageError("name a run: an event file, a record, or --strategy preheat2x --trace fastscroll")
      }
      self = try ExplainedRun(options: options)
      return
    }
    if options.strategy != nil { throw UsageError("give a file, or --strategy and --trace, not both") }
    if try ExplainedRun.isEventFile(file) {
      let reader = try EventLineReader(path: file)
      whatIf = Result { try RebuiltRun(reader.header, tracePath: options.trace).whatIf }.mapError(ExplainedRun.lack)
      self.reader = reader
    } else {
      self = try ExplainedRun(record: file, tracePath: options.trace)
    }
  }

  /// The next event; nil behind the last.
  mutating func next() throws -> RecordedEvent? { try reader.next() }

  private init(options: ReplayOptions) throws {
    let options = try options.runOptions()
    let strategies = try options.strategies(registry: KnownStrategies.all)
    try options.refuseManagerCache(below: strategies)
    let paths = try TracePaths.find(options.trace)
    guard strategies.count == 1, paths.count == 1 else {
      throw UsageError("one strategy and one trace are looked into")
    }
    let library = try options.library.open(assetCount: options.screen.assets, quiet: false)
    let prepared = try PreparedRun(
      options: options, device: try options.deviceProfile(), path: paths[0],
      trace: try Trace.load(path: paths[0]), library: library)
    let run = RebuiltRun(prepared, strategies[0])
    var tally = ReplayTally()
    reader = try run.events(&tally)
    whatIf = .success(run.whatIf)
  }

  private init(record path: String, tracePath: String?) throws {
    let record = try RunRecord(text: try InputText.read(path, as: .record), name: path)
    let run: RebuiltRun
    do {
      run = try RebuiltRun(record.json["configuration"] ?? .null, tracePath: tracePath)
    } catch let lack as LackOfReplay {
      throw LabError(
        "\(path) cannot be replayed: \(lack.reason); give the run's event file (\(ToolName.current) --events FILE)")
    }
    var tally = ReplayTally()
    let reader = try run.events(&tally)
    guard DeterministicBlock(RunFacts(tally: tally)).digest == record.deterministicDigest else {
      throw LabError(
        "\(path): this version replays the run otherwise than the one that wrote the record (revision "
          + "\(record.json["environment"]?["git-revision"]?.string ?? "unknown")): give the run's event file, or run it anew"
      )
    }
    self.reader = reader
    whatIf = .success(run.whatIf)
  }

  private static func lack(_ error: any Error) -> LackOfReplay { error as? LackOfReplay ?? LackOfReplay("\(error)") }

  /// By its first bytes: a record may be larger than what is read at once, an event file may be endless.
  private static func isEventFile(_ path: String) throws -> Bool {
    guard Places.exists(path) else { throw LabError("there is no \(path): name an event file or a record") }
    return try path.hasSuffix(".jsonl") || EventTimeline.isEventFile(path)
  }
}
