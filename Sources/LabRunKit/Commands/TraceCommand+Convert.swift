public import ArgumentParser
public import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import StrategyKit

extension TraceCommand {
  /// `lab-run trace convert`
  struct Convert: ParsableCommand {
    enum Form: String, ExpressibleByArgument, CaseIterable {
      case scrolltrace, csv, chrome, requests
      case oracleGeneral = "oracle-general"
    }

    enum Source: String, ExpressibleByArgument, CaseIterable { case scrolltrace, csv, chrome }

    static let configuration = CommandConfiguration(
      abstract: "Convert traces from and to other formats.",
      discussion: """
        Formats follow the files' endings, or --from and --to:
          scrolltrace  .scrolltrace, or the name of a trace
          csv          .csv, rows of time_ms,offset_y below a head line; a
                       heading such as time_s names another unit of time
          chrome       .json, Chrome trace events: a counter 'offset' with args.y
          requests     the photos that cells ask for: rows of key,size
          oracle-general  the same in libCacheSim's form, 24 bytes each
                       (lab-run requests runs policies over both)
        What becomes a trace needs a grid: --viewport, --scale, --columns, --assets,
        4 columns on 390x844 at 3 and 4000 photos otherwise. Requests need sizes:
        --library, and the strategy 'none' asks for them. A csv or chrome file whose
        times make a scroll that no finger makes is refused.

        A log of many people becomes a trace a session: a pack with -o people.pack, a
        folder of users otherwise. --touches reads rows of user, session, time, action,
        x, y and, where there is one, the finger's number. The content follows a finger
        once it has gone farther than the slop, and runs out by the physics of --model
        at the speed of the parabola through its last 100 ms. The newest finger pulls.
        --sessions reads rows of user, session, time, offset. Columns are found by
        their headings, or --names has them; all others are left out. Rows of sessions
        may be mixed; within one, times must not go back. Times of touches have the
        unit of their heading, or that which makes rows lie 1 to 300 ms apart.

        EXAMPLES
          lab-run trace convert recorded.csv -o recorded.scrolltrace --columns 3
          lab-run trace convert displaylink.csv --time-unit s -o my.scrolltrace
          lab-run trace convert fastscroll -o fastscroll.json
          lab-run trace convert --touches log.csv -o people.pack --model android
          lab-run trace convert --touches raw.csv -o people --names user=uid
          lab-run trace convert hunt -o hunt.bin --to oracle-general --library small
        """
    )

    @Argument(help: "What to read: a trace's name or a file.", completion: .file())
    var input: String

    @Option(help: ArgumentHelp("What is read: scrolltrace, csv or chrome.", valueName: "format"))
    var from: Source?

    @Option(
      help: ArgumentHelp("What is written: scrolltrace, csv, chrome, requests or oracle-general.", valueName: "format"))
    var to: Form?

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Where to write; otherwise standard output.", valueName: "FILE"),
      completion: .file())
    var out: String?

    @Option(
      help: ArgumentHelp(
        "What times of a log, csv or chrome file count: s, ms, us or ns. Otherwise csv has its heading's unit or ms, chrome us.",
        valueName: "unit"))
    var timeUnit: TimeUnit?

    @OptionGroup var logs: LogOptions
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
      if logs.isGiven {
        guard from == nil, to == nil else { throw UsageError("--from and --to: a log becomes traces: leave them out") }
        let layout = try Synthesis.layout(screen.values.screen, count: Int32(screen.values.assets ?? 4000))
        return try logs.run(input, to: out, layout: layout, unit: timeUnit)
      }
      let (document, name) = try read()
      switch to ?? out.flatMap(Convert.form(of:)).flatMap({ Form(rawValue: $0.rawValue) }) ?? .scrolltrace {
      case .scrolltrace:
        try document.write(to: out, name: input)
      case .csv:
        try OutputText.write(TraceCSV.text(document), to: out)
        WrittenFile.say(out) {
          "\(ToolName.current) trace convert \($0) --from csv -o NAME.scrolltrace makes a trace of it"
        }
      case .chrome:
        try OutputText.write(ChromeTrace.text(document, name: name), to: out)
        WrittenFile.say(out) { _ in "ui.perfetto.dev and chrome://tracing open it" }
      case .requests: try write(document, name: name, as: .csv)
      case .oracleGeneral: try write(document, name: name, as: .oracleGeneral)
      }
    }

    private func read() throws -> (TraceDocument, name: String) {
      let layout = try Synthesis.layout(screen.values.screen, count: Int32(screen.values.assets ?? 4000))
      switch from ?? Convert.form(of: input) ?? .scrolltrace {
      case .scrolltrace:
        guard timeUnit == nil else { throw LabError("--time-unit is for csv and chrome: a scrolltrace counts ms") }
        let path = try TracePaths.findOne(input)
        return (try TraceDocument.load(path: path), TracePaths.name(path))
      case .csv:
        return (try TraceCSV.document(try InputText.read(input), name: input, layout: layout, unit: timeUnit), input)
      case .chrome:
        let unit = timeUnit ?? .microseconds
        return (try ChromeTrace.document(try InputText.read(input), name: input, layout: layout, unit: unit), input)
      }
    }

    private func write(_ document: TraceDocument, name: String, as format: RequestFormat) throws {
      let request = RunRequest(settings: RunSettings(screen.given.merging(library.given) { $1 }))
      let prepared = try PreparedRun(
        request, device: DeviceProfile.all[0], path: input, name: name, trace: document.trace(name: name),
        library: request.openLibrary())
      try RequestExport(prepared.replay).write(
        to: out.flatMap { $0 == "-" ? nil : $0 } ?? "/dev/stdout", format: format)
      let input = format == .oracleGeneral ? " --input oracle-general" : ""
      WrittenFile.say(out) { "\(ToolName.current) requests \($0)\(input) --eviction lru runs a policy over it" }
    }

    private static func form(of path: String) -> Source? {
      if path.hasSuffix(".csv") { return .csv }
      if path.hasSuffix(".json") { return .chrome }
      return path.hasSuffix(".scrolltrace") ? .scrolltrace : nil
    }
  }
}

extension TimeUnit: ExpressibleByArgument {}
