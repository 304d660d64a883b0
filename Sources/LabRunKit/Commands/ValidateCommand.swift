struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Compare virtual time with the wall clock on the same trace.",
    discussion: """
      Replays a strategy in virtual time once and on the wall clock several times,
      and shows each metric side by side with the difference, the spread of the
      rounds, and a bound where there is one. Where a bound is passed it says which
      assumption of virtual time failed. Leave the machine alone meanwhile.

      Decodes are held to the time that the device declares.

      EXAMPLES
        lab-run validate --strategy preheat2x --trace browse
        lab-run validate --strategy all --trace flicks --trace hunt --rounds 5

      EXIT CODES
        0 all bounds hold, 1 error or a bound passed without a cause, 3 a bound
        passed because the machine was unfit, 64 usage, 130 interrupted
      """
  )

  @Option(help: ArgumentHelp("Replays on the wall clock, 1 to 99.", valueName: "n"))
  private var rounds = 3

  @OptionGroup private var options: RunOptions

  @Option(help: "table or json.")
  private var format = ListCommand.Format.table

  func validate() throws {
    if rounds < 1 || rounds > 99 { throw ValidationError("--rounds \(rounds): 1 to 99 rounds") }
  }

  func run() throws {
    try options.replays.requireNames(trace: "browse")
    let request = options.request
    if request.settings.replay.cloud.sharePercent > 0 {
      throw UsageError("downloads are modelled in virtual time alone; leave out --cloud")
    }
    if let oracle = try request.specs().first(where: \.isOffline) {
      throw SettingError.offline(oracle, because: "and the wall clock is not known beforehand")
    }
    var found: [Validation] = []
    for run in try request.runs() {
      let (prepared, before) = (run.prepared, MachineLoad())
      let replay = RealTimeReplay(
        replay: prepared.replay, library: prepared.library, refreshHz: max(1, prepared.trace.header.refreshHz ?? 60),
        decodes: prepared.request.decodes)
      let real = try (1...rounds).map { [rounds] round in
        try replay.run(run.strategy) { second, all in
          Terminal.progress(
            "round \(round) of \(rounds), \(run.title), on the wall clock: \(second) of \(all) s of the trace")
        }
      }
      let validation = Validation(
        strategy: run.strategy.shortText, trace: prepared.traceName, virtual: RunFacts(tally: run.tally()),
        rounds: real, othersShare: MachineLoad().othersShare(since: before))
      if format == .table { Terminal.output((found.isEmpty ? "" : "\n\n") + validation.text) }
      found.append(validation)
    }
    if format == .json { Terminal.output(JSON.array(found.map(\.json)).prettyText) }
    if found.contains(where: { $0.verdict == .disagrees }) { throw ExitCode(1) }
    if found.contains(where: { $0.verdict == .unfit }) { throw ExitCode(3) }
  }
}
