struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Check, describe, draw, change and make traces.",
    subcommands: [
      Info.self, Plot.self, Synth.self, Convert.self, Cut.self, Pack.self, Unpack.self,
    ]
  )

  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check and describe traces: errors, warnings, length, speed, layouts, origin.",
      discussion: """
        Errors are printed with file, line, value and cure, and end in exit code 1; the
        other traces are described. Of a pack every trace is checked.

        Speeds and ways are in screens (viewport heights); jumps and layout changes
        are left out of speeds. --fingers counts what the fingers of all these traces
        do, beside the figures of two studies of people.

        EXAMPLES
          lab-run trace info fastscroll
          lab-run trace info my.scrolltrace fleet.pack
          lab-run trace info fleet.pack --fingers
          lab-run trace info all --format json
        """
    )

    @Argument(
      help: "Names or paths of traces; \(TracePaths.setsInWords).", completion: NameCompletion.traces)
    private var traces: [String]

    @Option(help: "table or json.")
    private var format = ListCommand.Format.table

    @Flag(help: "Contact, length, speed, pauses and turns, beside those of people.")
    private var fingers = false

    func run() throws {
      if fingers { return try sayFingers() }
      var failed = 0
      func checked<Value>(_ work: () throws -> Value) -> Value? {
        do { return try work() } catch {
          failed += 1
          Terminal.error("\(error)")
          return nil
        }
      }
      let packs = traces.filter { $0.hasSuffix(PackedName.ending) }
      for pack in packs { _ = checked { try Info.check(pack: pack) } }
      let infos = try TracePaths.find(traces.filter { !packs.contains($0) }).compactMap { path in
        checked { (name: TracePaths.name(path), trace: try Trace.load(path: path)) }
      }
      if !infos.isEmpty {
        let json = JSON.array(infos.map { TraceInfo($0.trace).json(name: $0.name) })
        Terminal.output(format == .json ? json.prettyText : TraceInfo.table(infos))
      }
      if failed > 0 { throw ExitCode(1) }
    }

    private func sayFingers() throws {
      var tally = FingerTally()
      for name in traces {
        guard name.hasSuffix(PackedName.ending) else {
          for path in try TracePaths.find([name]) { tally.add(try TraceDocument.load(path: path)) }
          continue
        }
        let pack = try TracePack(name)
        for block in 0..<pack.blockCount where !tally.isFull {
          let block = try pack.traces(ofBlock: block)
          for index in 0..<block.count { tally.add(try block.document(index)) }
        }
      }
      guard let figures = tally.figures else {
        throw LabError(
          "\(traces.joined(separator: " ")): no finger drags it by 10 points, by its lines down, drag and up")
      }
      Terminal.output(format == .json ? figures.json(tally).prettyText : figures.table(tally))
    }
  }

  struct Plot: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draw traces with gnuplot.",
      discussion: """
        Writes trace-NAME.gp and .tsv, and the .svg where gnuplot is installed. The
        same trace makes the same script and data.

        EXAMPLES
          lab-run trace plot hunt ios-hunt
          lab-run trace plot all --out pictures
        """
    )

    @Argument(
      help: "Names or paths of traces; \(TracePaths.setsInWords).", completion: NameCompletion.traces)
    private var traces: [String]

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Folder to write to.", valueName: "DIR"), completion: .directory)
    private var out = "plots"

    func run() throws {
      let plots = try TracePaths.find(traces).map { path in
        LabJudge.Plot.trace(try Trace.load(path: path), name: TracePaths.name(path))
      }
      let command = ShellWords.line([ToolName.current, "trace", "plot"] + traces)
      try PlotFiles(folder: out, command: command).show(plots)
    }
  }

  struct Cut: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take a part of a trace.",
      discussion: """
        The clock of the part begins at 0, with the offset and the layout in force
        there. Of a session, only the scroll is left.

        EXAMPLES
          lab-run trace cut fastscroll --seconds 4..12.5 -o part.scrolltrace
          lab-run trace cut fastscroll --seconds ..30
        """
    )

    @Argument(help: "Name or path of a trace.", completion: NameCompletion.traces)
    private var trace: String

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Where to write; otherwise standard output.", valueName: "FILE"),
      completion: .file(extensions: ["scrolltrace"]))
    private var out: String?

    @Option(help: "The part, 4..12.5; or 4.. to the end.")
    private var seconds: SecondsRange?

    func run() throws {
      let path = try TracePaths.findOne(trace)
      var document = try TraceDocument.load(path: path)
      document.leaveSession()
      document = try document.cut(
        from: (seconds?.begin ?? 0) * 1_000_000, to: seconds?.end.map { $0 * 1_000_000 } ?? .max, name: path)
      let words = seconds.map { " --seconds \($0.text)" } ?? ""
      document.note("made from \(TracePaths.name(path)) by: lab-run trace cut\(words)")
      try document.write(to: out, name: out ?? "the result")
    }
  }
}

extension TraceCommand.Info {
  private typealias Checked = (user: Substring, info: TraceInfo, warnings: [String: Int])

  /// Reads every trace of a pack, and prints its size, the length and speed of its traces, and their warnings.
  private static func check(pack path: String) throws {
    let pack = try TracePack(path)
    let blocks = ParallelLoop.map(pack.blockCount) { number -> (traces: [Checked], damage: [String]) in
      var (traces, damage) = ([Checked](), [String]())
      do throws(InputError) {
        let block = try pack.traces(ofBlock: number)
        for index in 0..<block.count {
          do throws(InputError) {
            let trace = try block.trace(index)
            traces.append((block.name(index).prefix { $0 != "/" }, TraceInfo(trace), trace.warningCounts))
          } catch {
            damage.append(error.description)
          }
        }
      } catch {
        damage.append(error.description)
      }
      return (traces, damage)
    }
    let damage = blocks.flatMap(\.damage)
    for problem in damage { Terminal.error(problem) }
    guard damage.isEmpty else {
      throw LabError("\(path): \(NumberText.count(damage.count, "part")) damaged, named above")
    }
    let traces = blocks.flatMap(\.traces)
    let users = Set(traces.map(\.user)).count
    var text =
      "\(path.visible): \(NumberText.count(pack.traceCount, "trace")) of \(NumberText.count(users, "user")) in "
      + "\(NumberText.count(pack.blockCount, "block")), \(PackOutput.size(of: pack))\n  digest \(pack.digest)\n"
    let percents = ["p10", "p50", "p90"].map { TextTable.Column([$0]) }
    var table = TextTable(columns: [.init(["of its traces"], alignsRight: false)] + percents)
    for (title, value) in [
      ("seconds", \.seconds), ("screens/s while it moves, p50", \.medianSpeed), ("p90", \.p90Speed),
      ("samples/s while it moves", \.rate),
    ] as [(String, (TraceInfo) -> Double)] {
      let values = traces.map { value($0.info) }.ordered()
      if values.isEmpty { continue }
      table.append(
        [title] + [0.1, 0.5, 0.9].map { NumberText.fixed(values[Int($0 * Double(values.count - 1))], decimals: 1) })
    }
    text += table.text(width: 80).split(separator: "\n").map { "  \($0)\n" }.joined()
    let warnings = traces.reduce(into: [:]) { $0.merge($1.warnings, uniquingKeysWith: +) }
    text += "  \(NumberText.count(warnings.values.reduce(0, +), "warning"))\n"
    for (kind, count) in warnings.ordered(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      text += "    \(NumberText.grouped(Int64(count))): \(kind)\n"
    }
    Terminal.output(text)
  }
}

extension TraceDocument {
  func write(to path: String?, name: String) throws {
    let text = text
    _ = try Trace.parse(Array(text.utf8), name: name)
    try OutputText.write(text, to: path)
    OutputText.say(path) {
      "\(ToolName.current) --strategy preheat2x --trace \($0) replays it, \(ToolName.current) trace info \($0) describes it"
    }
  }
}

/// A part of a trace in seconds with at most three decimals: `4..12.5`, `4..` or `..12.5`.
struct SecondsRange: ExpressibleByArgument {
  let text: String
  let begin: Int64?, end: Int64?

  init?(argument text: String) {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let words = [text[..<dots.lowerBound], text[dots.upperBound...]]
    let bounds = words.map { Rational.positiveThousandths($0) }
    guard bounds[0] != nil || ["", "0"].contains(words[0]), bounds[1] != nil || words[1].isEmpty else { return nil }
    (self.text, begin, end) = (text, bounds[0], bounds[1])
  }
}
