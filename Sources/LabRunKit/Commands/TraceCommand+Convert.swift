extension TraceCommand {
  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Convert logs to traces, and traces to requests.",
      discussion: """
        A log, whose name ends in .csv or .tsv, becomes a pack with a trace a session.
        One of touches has rows of user, session, time, action, y and, where there is
        one, the pointer's number; one of offsets rows of user, session, time, offset.
        Columns stand in any order, between commas or tabs, under a head line with
        these names, or those that --names has; all others are left out. The unit of
        times ends their heading (time_ms), or --names has it: unit=us. Actions are
        down, move, up and cancel; lengths are points. The content follows a finger
        once it has gone farther than the slop, and runs out by the physics of --model
        at the speed of the parabola through its last 100 ms. The newest finger pulls.
        A time that goes back begins another session. Each begins with a second of
        rest. Its grid has 4 columns on 390x844 at 3 and 4000 photos, or what --screen
        and --assets say.

        A trace becomes the requests of its cells: rows of key,size, or libCacheSim's
        oracleGeneral, 24 bytes each, for a name that ends in .oracleGeneral or .bin.
        lab-run requests runs policies over both. Sizes are those of --library.

        EXAMPLES
          lab-run trace convert touches.csv -o people.pack --model android
          lab-run trace convert raw.csv -o people.pack --names user=uid,unit=us
          lab-run trace convert offsets.csv -o a.pack --names user=-,session=-
          lab-run trace convert hunt -o hunt.bin --library small
        """
    )

    @Argument(help: "What to read: a log, or a trace's name or file.", completion: .file())
    private var input: String

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("Where to write; requests otherwise go to standard output.", valueName: "FILE"),
      completion: .file())
    private var out: String?

    @Option(
      help: ArgumentHelp(
        "Columns of a log by their headings, - for one that it has not; and the unit of times: s, ms, us or ns.",
        valueName: "user=uid,session=-"))
    private var names: String?

    @Flag(help: "Leave out rows and sessions of a log that are wrong, and count them.")
    private var skipDamaged = false

    @Option(help: "Physics of a log of touches: ios (the default), ios-fast, android, chromium or flutter.")
    private var model: ScrollModel?

    @OptionGroup private var screen: ScreenOptions
    @OptionGroup private var library: LibraryOptions

    func validate() throws {
      let words = [
        names.map { _ in "--names" }, skipDamaged ? "--skip-damaged" : nil, model.map { _ in "--model" },
      ].compactMap { $0 }
      guard isLog || words.isEmpty else {
        throw ValidationError("\(NameList.text(words)): for logs, whose names end in .csv or .tsv")
      }
      _ = try headings()
    }

    func run() throws {
      if isLog { return try convertLog() }
      let path = try TracePaths.findOne(input)
      let trace: Trace
      do throws(InputError) { trace = try Trace.load(path: path) } catch {
        guard error.line == 1 else { throw error }
        throw InputError(
          path, line: 1, value: error.value, error.problem,
          cure: "\(error.cure); a log must end in .csv or .tsv, rename one that does not")
      }
      let request = RunRequest(settings: library.applied(to: screen.settings))
      let prepared = try PreparedRun(
        request, device: DeviceProfile.all[0], path: input, name: TracePaths.name(path), trace: trace,
        library: request.settings.openLibrary())
      let file = out.flatMap { $0 == "-" ? nil : $0 } ?? "/dev/stdout"
      try RequestExport(prepared.replay).write(to: file, format: RequestFormat(path: file))
      OutputText.say(out) { "\(ToolName.current) requests \($0) --eviction lru runs a policy over it" }
    }

    private var isLog: Bool { [".csv", ".tsv"].contains { input.lowercased().hasSuffix($0) } }

    private func headings() throws -> (names: [ScrollLog.Column: String], unit: ScrollLog.TimeUnit?) {
      var (names, unit): ([ScrollLog.Column: String], ScrollLog.TimeUnit?) = ([:], nil)
      for part in self.names?.split(separator: ",") ?? [] {
        let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
        if pair.count == 2, let column = ScrollLog.Column(rawValue: pair[0]), names[column] == nil {
          names[column] = pair[1]
        } else if pair.count == 2, pair[0] == "unit", unit == nil, let given = ScrollLog.TimeUnit(rawValue: pair[1]) {
          unit = given
        } else {
          let all = NameList.text(ScrollLog.Column.allCases.map(\.rawValue))
          throw ValidationError(
            "--names \(part): write columns once each, such as user=uid, and unit=s, ms, us or ns; columns are \(all)")
        }
      }
      return (names, unit)
    }

    private func convertLog() throws {
      guard let out else { throw UsageError("a log becomes many traces; name a pack, -o people.pack") }
      try PackOutput.check(out)
      let layout = try Synthesis.layout(screen.settings.screen.override(), count: Int32(screen.settings.assets ?? 4000))
      let (names, unit) = try headings()
      let log = try ScrollLog(input, names: names, unit: unit, skipsDamage: skipDamaged)
      guard log.hasTouches || model == nil else { throw UsageError("--model: offsets need no physics") }
      let synthesis = Synthesis(model: model ?? .ios, refreshHz: 60, layout: layout, title: "")
      let writer = try PackOutput.writer(out)
      var (losses, still, count) = (log.losses, 0, 0)
      // The number of sessions that are converted at once bounds the memory.
      for begin in stride(from: 0, to: log.sessions.count, by: 512) {
        let sessions = log.sessions[begin..<min(begin + 512, log.sessions.count)]
        let made = ParallelLoop.map(sessions.count) { [input, hasTouches = log.hasTouches] number in
          Result { () throws(InputError) in
            let session = sessions[begin + number]
            return hasTouches
              ? try session.touches(synthesis, file: input) : try session.offsets(layout: layout, file: input)
          }
        }
        for (session, result) in zip(sessions, made) {
          do {
            guard let document = try result.get() else {
              still += 1
              continue
            }
            try writer.add(document, name: session.name)
            count += 1
          } catch let error as InputError {
            try losses.leaveOut(error)
          }
        }
      }
      guard count > 0 else {
        throw InputError(
          input, "no session is left that scrolls", cure: losses.first.map { "look at \($0)" } ?? "log more")
      }
      try writer.finish()
      try PackOutput.say(out)
      let left = [
        still == 0 ? nil : "\(NumberText.count(still, "session")) without a scroll",
        losses.first.map { "\(NumberText.count(losses.count, "damaged part")), the first: \($0)" },
      ].compactMap { $0 }
      if !left.isEmpty { Terminal.output("left out: \(left.joined(separator: "; "))\n") }
      Terminal.output(
        "\(NumberText.count(log.rowCount, "row")) became \(NumberText.count(count, "trace"))"
          + (log.hasTouches ? " by the physics of \(synthesis.model.rawValue)" : "")
          + "; \(ToolName.current) trace info \(ShellWords.line([out])) "
          + (log.hasTouches ? "--fingers compares their fingers with those of people" : "describes them") + "\n")
    }
  }
}
