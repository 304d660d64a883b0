import ArgumentParser
import CacheLab
import LabLibrary
import LabRecords
import StrategyKit

extension TraceCommand {
  struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Convert logs to traces, and traces to requests.",
      discussion: """
        A log of touches or offsets becomes a pack with a trace a session. --touches
        reads rows of user, session, time, action, y and, where there is one, the
        pointer's number; --sessions reads rows of user, session, time, offset. Columns
        stand in any order, between commas or tabs, under a head line with these names,
        or those that --names has; all others are left out. The unit of times ends
        their heading (time_ms), or --time-unit has it. Actions are down, move, up and
        cancel; lengths are points. The content follows a finger once it has gone
        farther than the slop, and runs out by the physics of --model at the speed of
        the parabola through its last 100 ms. The newest finger pulls. A time that goes
        back begins another session. Each begins with a second of rest. Its grid has
        4 columns on 390x844 at 3 and 4000 photos, or what --screen and --assets say.

        A trace becomes the requests of its cells: rows of key,size, or libCacheSim's
        oracleGeneral, 24 bytes each, for a name that ends in .oracleGeneral or .bin.
        lab-run requests runs policies over both. Sizes are those of --library.

        EXAMPLES
          lab-run trace convert --touches log.csv -o people.pack --model android
          lab-run trace convert --touches raw.csv -o people.pack --names user=uid
          lab-run trace convert --sessions a.csv -o a.pack --names user=-,session=-
          lab-run trace convert hunt -o hunt.bin --library small
        """
    )

    @Argument(help: "What to read: a log, or a trace's name or file.", completion: .file())
    var input: String

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("Where to write; requests otherwise go to standard output.", valueName: "FILE"),
      completion: .file())
    var out: String?

    @OptionGroup var logs: LogOptions
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
      if logs.isGiven {
        let layout = try Synthesis.layout(
          screen.settings.screen.override(), count: Int32(screen.settings.assets ?? 4000))
        return try logs.run(input, to: out, layout: layout)
      }
      let path = try TracePaths.findOne(input)
      let (name, trace) = (TracePaths.name(path), try Trace.load(path: path))
      let request = RunRequest(settings: RunSettings(screen.given.merging(library.given) { $1 }))
      let prepared = try PreparedRun(
        request, device: DeviceProfile.all[0], path: input, name: name, trace: trace, library: request.openLibrary())
      let file = out.flatMap { $0 == "-" ? nil : $0 } ?? "/dev/stdout"
      try RequestExport(prepared.replay).write(to: file, format: RequestFormat(path: file))
      WrittenFile.say(out) { "\(ToolName.current) requests \($0) --eviction lru runs a policy over it" }
    }
  }
}
