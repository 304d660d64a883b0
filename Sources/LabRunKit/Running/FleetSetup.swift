import LabBase
import LabJudge
import LabLibrary
import LabRecords
import LabSystem

/// A shard of a sweep over a pack, made ready: the pack open, all words understood.
struct FleetSetup {
  let runner: FleetRunner
  let pack: TracePack

  init(
    _ settings: SweepSettings, pack word: SweepWord, shard: SweepShard, strategies: [PeakSpec], source: SweepSource
  ) throws {
    let path = try SweepGround.at(word) { try Places.input(word.text) }
    do throws(TracePackError) {
      pack = try TracePack(path, skippingDamage: source.skipDamaged)
    } catch {
      throw SweepError(word.place, error.description)
    }
    let content = try pack.content(skippingDamage: source.skipDamaged)
    guard pack.traceCount > 0 else { throw SweepError(word.place, "\(path): the pack is empty: add traces to it") }
    let (ground, notes) = try SweepGround.opened(settings, strategies: strategies, quiet: source.options.quiet)
    runner = try FleetRunner(
      ground, shard: shard, pack: pack, name: path.split(separator: "/").last.map(String.init) ?? path,
      content: content, skipsDamage: source.skipDamaged)
    for note in notes + pack.damage.map({ "\(path): \($0)" }) { Terminal.error(note) }
    if !content.damaged.isEmpty {
      Terminal.error("\(path): \(NumberText.count(content.damaged.count, "block")) left out, because damaged")
    }
  }

  /// What the work took, and how much of it was the replays' own.
  private static func words(all: Int64, own: Int64) -> String {
    func seconds(_ time: Int64) -> String { NumberText.fixed(Double(time) / 1e9, decimals: 1) }
    return "\(seconds(all)) s of CPU, \(seconds(own)) s of them the replays themselves"
  }

  /// Runs the shard to its end, and says what it counted.
  func run(_ output: SweepOutput, threads: Int, resume: Bool, quiet: Bool) throws {
    let path = try output.fleetPlace(runner.plan, runner.shard)
    let count = runner.unitCount
    let showsProgress = !quiet && Terminal.showsProgress
    var session = FleetSession(runner, to: path, threads: threads) { done, all in
      guard showsProgress else { return }
      Terminal.progress("\(NumberText.grouped(Int64(done))) of \(NumberText.count(all, "part"))")
    }
    if resume { try session.checkProgram() }
    if resume, session.isFinished {
      Terminal.error("\(path) is finished, and nothing is run again")
    } else {
      Interruption.advise(
        "the same command with --resume goes on from what was saved last, "
          + "which is saved every \(FleetSession.saveSeconds) s")
      let began = Clocks.processCPU()
      try session.run(resuming: resume)
      Terminal.clearProgress()
      if !quiet { Terminal.error(FleetSetup.words(all: Clocks.processCPU() - began, own: session.replayTime)) }
      if resume, !quiet, session.resumedCount == 0 {
        Terminal.error("nothing was saved of this shard, so it began anew")
      }
    }
    let reused = session.resumedCount == 0 ? "" : ", \(session.resumedCount) of them done before it was ended"
    if runner.shard.isWhole {
      try output.show(fleet: path)
    } else {
      Terminal.output(line: "shard \(runner.shard): \(NumberText.count(count, "part"))\(reused): \(path)")
      Terminal.output(line: "\(ToolName.current) sweep merge puts all \(runner.shard.count) shards together")
    }
  }
}

extension SweepOutput {
  private static var lackOfRows: UsageError {
    UsageError("a fleet has no rows of jobs: --format csv prints a row a stratum")
  }

  /// - Throws: `UsageError` for what no fleet can print, before the work and not after it.
  func checkFleet() throws {
    if against != nil { throw UsageError("--against compares case by case, and a fleet keeps no cases: leave it out") }
    if format == .tsv { throw SweepOutput.lackOfRows }
  }

  /// The path for what a shard of a fleet counts, in a folder that is there.
  func fleetPlace(_ plan: FleetPlan, _ shard: SweepShard) throws -> String {
    try checkFleet()
    try check(shard, hasRows: false)
    let path = path(plan.sweep, shard, ending: "fleet")
    guard path.hasSuffix(".fleet") else {
      throw UsageError("--out \(path) does not end in .fleet: name it part.fleet (--format csv prints rows)")
    }
    try SweepOutput.checkPlace(path)
    try RecordStore(directory: Paths.directory(of: path)).prepare()
    return path
  }

  /// Prints what a merged fleet says.
  func show(fleet path: String) throws {
    switch format {
    case .csv: try FleetTable.csv(path) { Terminal.output($0) }
    case .json: Terminal.output(try FleetTable(path).json.prettyText)
    case .tsv: throw SweepOutput.lackOfRows
    case .table, .markdown:
      let parts = try FleetTable(path).parts
      Terminal.output(format == .markdown ? parts.markdown : parts.text)
      Terminal.output(line: path)
    }
  }
}
