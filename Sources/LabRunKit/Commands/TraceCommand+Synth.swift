extension TraceCommand {
  struct Synth: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a trace from published scroll physics.",
      discussion: """
        Fingers come from a script or from a seeded model of a person. The same
        options make the same bytes on every machine. People are reader and looker,
        with the statistics of two studies (lab-run trace info --fingers has them),
        and searcher, who uses a mouse; browse, hunt and fast are stress: shorter
        touches, and faster.

        A script has a gesture a line; # begins a comment. Lengths are points,
        times milliseconds, speeds points a second, positive towards the end:
          wait MS                time passes while the scroll goes on
          rest [MS]              until the scroll rests, and so much longer
          flick SPEED [CONTACT]  a finger that lifts at that speed
          drag WAY MS            a finger that pulls and rests: no fling
          jump OFFSET            the app leaps there
          top                    the app scrolls to the top
          scrub SHARE MS         the scroll bar is dragged to a share, 0 to 1
          wheel WAY MS           a wheel scrolls evenly, no finger on the screen
          columns N              the grid gets N columns
          rotate                 the screen turns by 90 degrees
          insert PLACE N         N photos come in, the first at that place
          remove PLACE N         N photos go, from that place on
          access N               the app may see N photos, chosen in runs
          background             the app goes to the background
          foreground             the app comes back
          memory-warning         the system asks for memory
          mark TEXT              a note

        Models: ios and ios-fast (UIScrollView at 0.998 and 0.99), android,
        chromium, flutter. iOS publishes neither its bounce nor the momentum it
        carries from fling to fling; both are open models, named in the header.
        The way to the top is Chromium's, measured, in all of them.

        A fleet is a population of modelled people, straight into a pack.
        Five traces a person in the mean, a few people many; begun at the top by half
        of the people. Stress has 0.7 to 1.4 of the published speeds, and 0.5 to 2
        times the published pauses.
        All else stands in a file; --shares names one of yours. This one comes with
        the program:

        \(Synth.sharesText)

        EXAMPLES
          lab-run trace synth --people 1000000 --seed 1 -o fleet.pack
          lab-run trace synth --human looker --seed 7 --model android -o my.scrolltrace
          lab-run trace synth --human hunt --seed 7 --seconds 30 -o my.scrolltrace
          printf 'flick 3000\\nrest 500\\ntop\\n' | lab-run trace synth --script -
          lab-run trace synth --model android --human browse --hz 90 --columns 5
        """
    )

    private static let sharesPath = "traces/fleet.shares"
    private static let sharesText = ShippedFiles.text(of: sharesPath) ?? ""

    @Option(help: ArgumentHelp("Gestures, '-' for standard input.", valueName: "FILE"), completion: .file())
    private var script: String?

    @Option(
      help: ArgumentHelp("A person: reader, looker or searcher; stress: browse, hunt or fast.", valueName: "style"))
    private var human: HumanStyle?

    @Option(help: ArgumentHelp("A pack of so many traces, of modelled people.", valueName: "n"))
    private var people: Int?

    @Option(
      help: ArgumentHelp("Who the people of --people are.", valueName: "FILE"),
      completion: .file(extensions: ["shares"]))
    private var shares: String?

    @Option(help: "ios, ios-fast, android, chromium or flutter.")
    private var model = ScrollModel.ios

    @Option(help: ArgumentHelp("Another person of the same style.", valueName: "n"))
    private var seed: UInt32 = 1

    @Option(
      help:
        "Length; otherwise a script ends at rest, a reader after 455, a looker after 638, a searcher after 85, stress after 30."
    )
    private var seconds: Int64?

    @Option(help: ArgumentHelp("Frames a second, 10 to 1000.", valueName: "rate"))
    private var hz = 60

    @OptionGroup private var screen: ScreenOptions

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Where to write; otherwise standard output.", valueName: "FILE"),
      completion: .file(extensions: ["scrolltrace"]))
    private var out: String?

    func validate() throws {
      if let people {
        guard script == nil, human == nil else {
          throw ValidationError("--people draws a style for each; leave out --script and --human")
        }
        guard (1...FleetPopulation.countMax).contains(people) else {
          throw ValidationError("--people \(people): 1 to \(FleetPopulation.countMax) traces")
        }
        guard let out else { throw ValidationError("--people makes a pack; name it with -o fleet.pack") }
        return try PackOutput.check(out)
      }
      guard shares == nil else { throw ValidationError("--shares says who --people are; add --people N") }
      guard (script == nil) != (human == nil) else {
        throw ValidationError("give --script FILE, --human STYLE or --people N, one of the three")
      }
      guard Synthesis.rates.contains(hz) else { throw ValidationError("--hz \(hz): 10 to 1000 frames a second") }
      if let seconds, !(1...Synthesis.secondsMax).contains(seconds) {
        throw ValidationError("--seconds \(seconds): 1 to \(Synthesis.secondsMax)")
      }
    }

    func run() throws {
      if let people, let out {
        let text = try shares.map { try InputText.read($0) } ?? Synth.sharesText
        let shares = try FleetShares(text, file: shares ?? Synth.sharesPath)
        return try PackOutput.write(people, seed: UInt64(seed), shares: shares, to: out)
      }
      let layout = try Synthesis.layout(screen.settings.screen.override(), count: Int32(screen.settings.assets ?? 4000))
      let synthesis = Synthesis(
        model: model, refreshHz: hz, layout: layout,
        title: "synthetic: \(human?.rawValue ?? "a script"), \(model.rawValue)",
        durationMs: (seconds ?? human?.usualSeconds).map { Double($0) * 1000 })
      let document: TraceDocument
      if let human {
        document = try synthesis.trace(of: human, seed: UInt64(seed))
      } else {
        let path = script ?? "-"
        let name = path == "-" ? "standard input" : path
        document = try synthesis.trace(of: try GestureScript(try InputText.read(path), file: name), file: name)
      }
      do {
        try document.write(to: out, name: "the trace")
      } catch let error as InputError {
        throw LabError("no command could read this trace (\(error)); shorten a mark, or name fewer photos")
      }
    }
  }
}

extension ScrollModel: ExpressibleByArgument {}
extension HumanStyle: ExpressibleByArgument {}
