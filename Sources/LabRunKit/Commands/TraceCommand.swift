import ArgumentParser
import CacheLab
import LabJudge
import LabRecords
import LabSystem
import StrategyKit

/// `lab-run trace`: checks and describes traces.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Check, describe, draw, change and make traces.",
    subcommands: [
      Check.self, Info.self, Plot.self, Synth.self, Convert.self, Cut.self, Pack.self, Unpack.self,
    ]
  )

  /// `lab-run trace check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read traces and say what is wrong with them.",
      discussion: """
        Errors are printed with file, line, value and cure, and end in exit code 1.
        Warnings are printed and kept.

        EXAMPLES
          lab-run trace check fastscroll
          lab-run trace check my.scrolltrace other.scrolltrace
          lab-run trace check fleet.pack
        """
    )

    @Argument(
      help: "Names or paths of traces; \(TracePaths.setsInWords).", completion: NameCompletion.traces)
    var traces: [String]

    func run() throws {
      var failed = 0
      func check(_ work: () throws -> Void) {
        do { try work() } catch {
          failed += 1
          Terminal.error("\(error)")
        }
      }
      for pack in traces where pack.hasSuffix(PackedName.ending) { check { try PackCheck.run(pack) } }
      for path in try TracePaths.find(traces.filter { !$0.hasSuffix(PackedName.ending) }) {
        check {
          let trace = try Trace.load(path: path)
          let info = TraceInfo(trace)
          let counts = [
            NumberText.count(trace.sampleCount, "sample"), NumberText.count(info.layoutChanges, "layout change"),
            info.contentChanges == 0 ? nil : NumberText.count(info.contentChanges, "change") + " of its photos",
            trace.session.map { "a session with \(NumberText.count($0.images.count, "answer"))" },
            NumberText.count(trace.warningCount, "warning"),
          ].compactMap { $0 }
          Terminal.output(line: "\(path): \(counts.joined(separator: ", "))")
          for warning in trace.warnings { Terminal.output("  \(warning)\n") }
        }
      }
      if failed > 0 { throw ExitCode(1) }
    }
  }

  /// `lab-run trace info`
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Describe traces: length, speed, distance, layouts, origin.",
      discussion: """
        Speeds and ways are in screens (viewport heights); jumps and layout changes
        are left out of speeds. --device adds the load: the cost of all requests over
        what its workers can do in the time. --fingers counts what the fingers of all
        these traces do, beside the figures of two studies of people.

        EXAMPLES
          lab-run trace info fastscroll
          lab-run trace info fleet.pack --fingers
          lab-run trace info fleet.pack
          lab-run trace info hunt --device decode-4ms --library small
          lab-run trace info all --format json
        """
    )

    @Argument(
      help: "Names or paths of traces; \(TracePaths.setsInWords).", completion: NameCompletion.traces)
    var traces: [String]

    @Option(help: "table or json.")
    var format = ListCommand.Format.table

    @Option(help: ArgumentHelp("Adds the load on a device; see \(ToolName.current) list devices.", valueName: "device"))
    var device: String?

    @Flag(help: "Contact, length, speed, pauses and turns, beside those of people.")
    var fingers = false

    @OptionGroup var library: LibraryOptions

    func run() throws {
      if fingers { return try sayFingers() }
      let packs = traces.filter { $0.hasSuffix(PackedName.ending) }
      for pack in packs { Terminal.output(try PackCheck.description(of: pack)) }
      if packs.count == traces.count { return }
      let infos = try TracePaths.find(traces.filter { !packs.contains($0) }).map { path in
        (name: TracePaths.name(path), trace: try Trace.load(path: path))
      }
      let loads = try device.map { try TraceLoad.measure(infos, device: $0, library: library.settings) } ?? []
      switch format {
      case .table:
        let lines = zip(infos, loads).map { ($0.name, $1.text) }
        Terminal.output(TraceInfo.table(infos, loads: Dictionary(lines) { first, _ in first }))
      case .json:
        let objects = infos.indices.map { index -> JSON in
          var members = TraceInfo(infos[index].trace).json(name: infos[index].name).object ?? [:]
          if device != nil { members.merge(loads[index].members) { $1 } }
          return .object(members)
        }
        Terminal.output(JSON.array(objects).prettyText)
      }
    }

    private func sayFingers() throws {
      guard device == nil else { throw UsageError("--fingers and --device: ask for one, then for the other") }
      var tally = FingerTally()
      for name in traces {
        guard name.hasSuffix(PackedName.ending) else {
          for path in try TracePaths.find([name]) { tally.add(try TraceDocument.load(path: path)) }
          continue
        }
        let pack = try TracePack(name)
        for block in 0..<pack.blockCount where !tally.isFull {
          let block = try pack.traces(ofBlock: block)
          for index in 0..<block.traces.count { tally.add(try pack.document(index, of: block)) }
        }
      }
      guard let figures = tally.figures else {
        throw LabError(
          "\(traces.joined(separator: " ")): no finger drags it by 10 points, by its lines down, drag and up")
      }
      switch format {
      case .table: Terminal.output(figures.table(tally))
      case .json: Terminal.output(figures.json(tally).prettyText)
      }
    }
  }
}

extension TraceCommand {
  /// `lab-run trace plot`
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
    var traces: [String]

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Folder to write to.", valueName: "DIR"), completion: .directory)
    var out = "plots"

    func run() throws {
      let plots = try TracePaths.find(traces).map { path in
        LabJudge.Plot.trace(try Trace.load(path: path), name: TracePaths.name(path))
      }
      let command = ShellWords.line([ToolName.current, "trace", "plot"] + traces)
      try PlotFiles(folder: out, command: command).show(plots)
    }
  }
}

/// The load that a trace puts on a device.
struct TraceLoad {
  let device: DeviceProfile
  let load: Double
  let worstSecond: Double

  /// Measures the loads of traces over one library; a cell requests its photo whenever it comes into view.
  static func measure(
    _ traces: [(name: String, trace: Trace)], device text: String, library settings: RunSettings
  ) throws -> [TraceLoad] {
    let device = try DeviceChoice.named(text).device
    let library = try settings.openLibrary(quiet: false)
    return try traces.map { name, trace in
      let prepared = try PreparedRun(
        RunRequest(settings: settings), device: device, path: name, name: name, trace: trace, library: library)
      let tally = try PlannedRun(prepared: prepared, strategy: .nothing).tally()
      let time = Double(tally.workers) * Double(tally.duration)
      return TraceLoad(
        device: device, load: time > 0 ? Double(tally.requestedCost) / time : 0,
        worstSecond: Double(tally.worstSecondCost) / (Double(tally.workers) * 1e9))
    }
  }

  var text: String {
    "load \(NumberText.fixed(load, decimals: 2)) of \(device.name), "
      + "\(NumberText.fixed(worstSecond, decimals: 2)) in the worst second"
  }

  var members: [String: JSON] {
    ["device": .string(device.name), "load": .number(load), "load-worst-second": .number(worstSecond)]
  }
}

/// Describes and checks packs.
enum PackCheck {
  /// The most blocks that a description reads.
  private static let blocksMax = 256

  /// Returns a pack's size, and the length and speed of its traces; a large pack is sampled at evenly spaced blocks.
  static func description(of path: String) throws -> String {
    let pack = try TracePack(path)
    let mean = pack.byteCount / Int64(max(pack.traceCount, 1))
    var text =
      "\(path.visible): \(NumberText.count(pack.traceCount, "trace")) in \(NumberText.count(pack.blockCount, "block")), "
      + "\(NumberText.grouped(pack.byteCount)) bytes, \(NumberText.grouped(mean)) a trace\n  digest \(pack.digest)\n"
    let read = min(pack.blockCount, blocksMax)
    let traces = try ParallelLoop.map(read) { number in
      Result { () throws -> [(user: Substring, info: TraceInfo)] in
        let block = try pack.traces(ofBlock: number * pack.blockCount / read).traces
        return try (0..<block.count).map { index in
          (block.name(index).prefix { $0 != "/" }, TraceInfo(try block.trace(index, sha256: "")))
        }
      }
    }.flatMap { try $0.get() }
    if traces.isEmpty { return text }
    let (infos, users) = (traces.map(\.info), Set(traces.map(\.user)).count)
    text += "  \(NumberText.count(users, "user"))"
    text += read < pack.blockCount ? " among \(NumberText.grouped(Int64(infos.count))) of its traces\n" : "\n"
    let percents = ["p10", "p50", "p90"].map { TextTable.Column([$0]) }
    var table = TextTable(columns: [.init(["of its traces"], alignsRight: false)] + percents)
    for (title, value) in [
      ("seconds", \.seconds), ("screens/s while it moves, p50", \.medianSpeed), ("p90", \.p90Speed),
      ("samples/s while it moves", \.rate),
    ] as [(String, (TraceInfo) -> Double)] {
      let values = infos.map(value).sorted()
      table.append(
        [title] + [0.1, 0.5, 0.9].map { NumberText.fixed(values[Int($0 * Double(values.count - 1))], decimals: 1) })
    }
    return text + table.text(width: 80).split(separator: "\n").map { "  \($0)\n" }.joined()
  }

  /// Reads every trace of a pack, and prints errors and warnings.
  ///
  /// - Throws: `LabError` with the number of damaged blocks and traces, each of which is printed before.
  static func run(_ path: String) throws {
    let pack = try TracePack(path)
    var (damaged, warnings): (Int, [String: Int]) = (0, [:])
    for number in 0..<pack.blockCount {
      do {
        let (first, traces) = try pack.traces(ofBlock: number)
        for index in 0..<traces.count {
          do { warnings.merge(try traces.trace(index, sha256: "").warningCounts, uniquingKeysWith: +) } catch {
            damaged += 1
            Terminal.error("\(path)#\(first + index + 1): \(error)")
          }
        }
      } catch {
        damaged += 1
        Terminal.error(error.description)
      }
    }
    guard damaged == 0 else { throw LabError("\(path): \(NumberText.count(damaged, "part")) damaged, named above") }
    let counts = [
      NumberText.count(pack.traceCount, "trace"), NumberText.count(warnings.values.reduce(0, +), "warning"),
    ]
    Terminal.output(line: "\(path): \(counts.joined(separator: ", "))")
    for (kind, count) in warnings.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      Terminal.output("  \(NumberText.grouped(Int64(count))): \(kind)\n")
    }
  }
}
