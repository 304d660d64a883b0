public import ArgumentParser
import CacheLab
public import LabRecords
import LabSystem
import StrategyKit

/// `lab-run trace convert --touches` and `--sessions`: options for making traces from a log.
struct LogOptions: ParsableArguments {
  @Flag(help: "Read a log of touches: user, session, time, action, y.")
  var touches = false

  @Flag(help: "Read a log of offsets: user, session, time, offset.")
  var sessions = false

  @Option(
    help: ArgumentHelp(
      "Columns of a log by their headings or numbers; - for one that it has not.",
      valueName: "user=uid,time=3,session=-"))
  var names: String?

  @Flag(help: "Leave out rows, strokes and sessions that are wrong, and count them by cause.")
  var skipBad = false

  @Option(help: ArgumentHelp("A log counts pixels, and so many are a point, 0.1 to 20.", valueName: "density"))
  var inPixels: Double?

  @Option(
    help: ArgumentHelp(
      "What times of a log count: s, ms, us or ns; otherwise the heading's unit, or what makes a scroll.",
      valueName: "unit"))
  var timeUnit: TimeUnit?

  @Option(
    help: ArgumentHelp(
      "A time without a row, such as 2min, after which a session begins; otherwise the log's sessions stay whole.",
      valueName: "time"))
  var gap: GapArgument?

  @Option(help: "Physics of a log of touches: ios (the default), ios-fast, android, chromium or flutter.")
  var model: ScrollModel?

  @Option(help: ArgumentHelp("Frames a second of a log of touches, 10 to 1000; 60 otherwise.", valueName: "rate"))
  var hz: Int?

  @Option(
    help: ArgumentHelp(
      "Points that a finger goes before the content follows; otherwise what the physics wait for.", valueName: "points")
  )
  var slop: Double?

  @Option(help: ArgumentHelp("Offset at which each session of touches begins.", valueName: "offset"))
  var start: Double?

  var isGiven: Bool { touches || sessions }

  func validate() throws {
    guard !(touches && sessions) else { throw ValidationError("--touches and --sessions: a log is one of the two") }
    let words = [
      names.map { _ in "--names" }, skipBad ? "--skip-bad" : nil, inPixels.map { _ in "--in-pixels" },
      timeUnit.map { _ in "--time-unit" }, gap.map { _ in "--gap" }, model.map { _ in "--model" },
      hz.map { _ in "--hz" }, slop.map { _ in "--slop" }, start.map { _ in "--start" },
    ].compactMap { $0 }
    guard isGiven || words.isEmpty else {
      throw ValidationError("\(NameList.text(words)): for logs, add --touches or --sessions")
    }
    guard touches || model == nil && hz == nil && slop == nil && start == nil else {
      throw ValidationError("--model, --hz, --slop and --start are for --touches: offsets need no physics")
    }
    if let hz, !Synthesis.rates.contains(hz) { throw ValidationError("--hz \(hz): 10 to 1000 frames a second") }
    if let slop, !(0...100).contains(slop) { throw ValidationError("--slop \(slop): 0 to 100 points") }
    if let start, !(0...1e9).contains(start) { throw ValidationError("--start \(start): 0 to 1000000000 points") }
    if let inPixels, !(0.1...20).contains(inPixels) {
      throw ValidationError("--in-pixels \(inPixels): 0.1 to 20 pixels a point")
    }
    _ = try columns()
  }

  private func columns() throws -> [LogColumn: String] {
    var columns: [LogColumn: String] = [:]
    for part in names?.split(separator: ",") ?? [] {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let column = LogColumn.allCases.first(where: { $0.name == pair[0] }) else {
        let all = LogColumn.allCases.map(\.name).joined(separator: ", ")
        throw ValidationError("--names \(part): write COLUMN=HEADING, where COLUMN is one of \(all)")
      }
      guard pair[1] != "-" || column.isOptional else {
        throw ValidationError("--names \(part): a log without its \(column.name) is no scroll: name the column")
      }
      columns[column] = pair[1]
    }
    return columns
  }

  /// Converts a log into a pack, or a folder of traces.
  func run(_ input: String, to out: String?, layout: GridLayout) throws {
    guard let out, out != "-" else {
      throw UsageError("a log becomes many traces: name a pack or a new folder, -o people.pack or -o people")
    }
    let writer = try LogOutput(out)
    var rules = LogReader.Rules()
    (rules.names, rules.unit, rules.skipsBad) = (try columns(), timeUnit, skipBad)
    (rules.scale, rules.gap) = (inPixels.map { Int64(($0 * 1000).rounded()) }, gap?.nanoseconds)
    do {
      try convert(try LogReader(input, touches ? .touches : .offsets, rules: rules), layout, to: writer)
    } catch let error as InputError where error.part != nil {
      throw LabError("\(error); --skip-bad leaves it out")
    }
  }

  private func convert(_ log: LogReader, _ layout: GridLayout, to writer: LogOutput) throws {
    var reader = log
    let synthesis = Synthesis(
      model: model ?? .ios, refreshHz: hz ?? 60, layout: layout, title: "", startOffset: start ?? 0)
    var losses = LogLosses()
    while let sessions = try reader.next() {
      var rest = sessions[...]
      while !rest.isEmpty {
        let batch = LogOptions.batch(&rest)
        for made in convert(batch, synthesis, file: reader.path, packs: writer.isPack) {
          losses.add(made.losses)
          for error in made.failures {
            guard skipBad else { throw error }
            losses.leaveOut(error)
          }
          try writer.add(made)
        }
        say(reader.progress, rows: reader.rowCount, traces: writer.count)
      }
    }
    Terminal.clearProgress()
    losses.add(reader.losses)
    guard writer.count > 0 else {
      let first = losses.causes.first.map { "look at \($0.first)" } ?? "the log has no rows"
      throw InputError(reader.path, "no session is left that scrolls", cure: first)
    }
    try writer.finish()
    say(losses)
    let parts = reader.partCount
    Terminal.output(
      "\(NumberText.count(reader.rowCount, "row")), times in \(reader.timeWords), became "
        + NumberText.count(writer.count, "trace") + (touches ? " by the physics of \(synthesis.model.rawValue)" : "")
        + (parts > 0 ? " (\(NumberText.count(parts, "session")) parted where time goes back or leaves a gap)" : "")
        + "; \(ToolName.current) trace info \(ShellWords.line([writer.path])) "
        + (touches ? "--fingers compares their fingers with those of people" : "describes them") + "\n")
  }

  /// The most sessions and rows that are converted at once, which bounds the memory.
  private static let (sessionsAtOnce, rowsAtOnce) = (512, 200_000)

  private static func batch(_ sessions: inout ArraySlice<LogSession>) -> [LogSession] {
    var (batch, rows): ([LogSession], Int) = ([], 0)
    while batch.count < sessionsAtOnce, rows < rowsAtOnce, let session = sessions.popFirst() {
      rows += session.rows.count
      batch.append(session)
    }
    return batch
  }

  /// The results of some sessions.
  fileprivate struct Made: Sendable {
    /// The blocks for a pack; a folder has names and texts of files instead.
    var blocks: [PackedTraces] = []
    var texts: [(name: String, text: String)] = []
    var failures: [InputError] = []
    var losses = LogLosses()
  }

  /// Converts sessions on all processors, and returns the results in order.
  private func convert(
    _ sessions: [LogSession], _ synthesis: Synthesis, file: String, packs: Bool
  ) -> [Made] {
    let (touches, slop, skipBad) = (touches, slop, skipBad)
    typealias Document = (result: Result<TraceDocument, InputError>, losses: LogLosses)
    let documents = ParallelLoop.map(sessions.count) { number -> Document in
      var losses = LogLosses()
      let session = sessions[number]
      let result = Result { () throws(InputError) -> TraceDocument in
        let document =
          touches
          ? try session.touches(synthesis, slop: slop, file: file, skipsBad: skipBad, losses: &losses)
          : try session.offsets(layout: synthesis.layout, file: file)
        try session.check(document, file: file)
        return document
      }
      return (result, losses)
    }
    let size = TracePackBlock.tracesMax
    return ParallelLoop.map((sessions.count + size - 1) / size) { number in
      var (some, packer) = (Made(), TracePacker())
      let numbers = number * size..<min((number + 1) * size, sessions.count)
      for (session, (result, losses)) in zip(sessions[numbers], documents[numbers]) {
        some.losses.add(losses)
        do throws(InputError) {
          let document = try result.get()
          guard packs else {
            some.texts.append((session.name, document.text))
            continue
          }
          do throws(InputError) { try packer.add(document, name: session.name) } catch {
            throw session.failure(file, "does not fit into a pack", cure: "\(error.problem): \(error.cure)")
          }
          if packer.isFull { some.blocks.append(packer.take()) }
        } catch {
          some.failures.append(error)
        }
      }
      if packer.count > 0 { some.blocks.append(packer.take()) }
      return some
    }
  }

  private func say(_ progress: (read: Int64, of: Int64?), rows: Int, traces: Int) {
    guard Terminal.showsProgress else { return }
    let share = progress.of.map { "\(progress.read * 100 / max($0, 1)) % of the log, " } ?? ""
    Terminal.progress("\(share)\(NumberText.count(rows, "row")), \(NumberText.count(traces, "trace"))")
  }

  private func say(_ losses: LogLosses) {
    guard !losses.causes.isEmpty else { return }
    let counts = InputError.Part.allCases.map { ($0, losses.count($0)) }.filter { $0.1 > 0 }
    let words = NameList.text(counts.map { NumberText.count($1, $0.rawValue) })
    Terminal.output("left out: \(words), the first of each cause:\n")
    for (first, count) in losses.causes {
      guard let part = first.part else { continue }
      Terminal.output("  \(NumberText.count(count, part.rawValue)): \(first)\n")
    }
  }
}

/// A duration such as `90s`, `2min` or `1h`, up to a day.
struct GapArgument: ExpressibleByArgument {
  let nanoseconds: Int64

  init?(argument: String) {
    let units: [(ending: String, seconds: Int64)] = [("min", 60), ("s", 1), ("h", 3600)]
    guard let unit = units.first(where: { argument.hasSuffix($0.ending) }),
      let number = Int64(argument.dropLast(unit.ending.count)), (1...86_400).contains(number)
    else { return nil }
    nanoseconds = number * unit.seconds * 1_000_000_000
  }
}

extension TimeUnit: ExpressibleByArgument {}

/// The destination of a log's traces: a pack or a folder.
private final class LogOutput {
  let path: String
  private let pack: TracePackWriter?
  private(set) var count = 0

  init(_ path: String) throws {
    self.path = path
    pack = path.hasSuffix(PackedName.ending) ? try PackOutput.writer(path) : nil
    guard try pack != nil || !Paths.isFolder(path) || Paths.names(in: path).isEmpty else {
      throw UsageError("--out \(path): it holds files already: name a new folder, or a pack such as people.pack")
    }
    if pack == nil && path.contains(".") && Paths.name(of: path).hasSuffix(".scrolltrace") {
      throw UsageError("--out \(path): a log becomes many traces: name a folder or a pack such as people.pack")
    }
  }

  var isPack: Bool { pack != nil }

  func add(_ made: LogOptions.Made) throws {
    for block in made.blocks {
      try pack?.add(block)
      count += block.count
    }
    for (name, text) in made.texts {
      count += 1
      let path = try PackOutput.path(in: path, name: name, number: count)
      try Paths.makeDirectory(Paths.directory(of: path))
      try OutputText.write(text, to: path)
    }
  }

  func finish() throws {
    guard let pack else { return Terminal.output(line: "\(path): \(NumberText.count(count, "trace"))") }
    try pack.finish()
    try PackOutput.say(path)
  }
}
