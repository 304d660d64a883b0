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
      "Columns of a log by their headings; - for one that it has not.", valueName: "user=uid,session=-"))
  var names: String?

  @Flag(help: "Leave out rows and sessions of a log that are wrong, and count them.")
  var skipDamaged = false

  @Option(
    help: ArgumentHelp(
      "What times of a log count: s, ms, us or ns; otherwise their heading says it.", valueName: "unit"))
  var timeUnit: ScrollLog.TimeUnit?

  @Option(help: "Physics of a log of touches: ios (the default), ios-fast, android, chromium or flutter.")
  var model: ScrollModel?

  var isGiven: Bool { touches || sessions }

  func validate() throws {
    guard !(touches && sessions) else { throw ValidationError("--touches and --sessions: a log is one of the two") }
    let words = [
      names.map { _ in "--names" }, skipDamaged ? "--skip-damaged" : nil, timeUnit.map { _ in "--time-unit" },
      model.map { _ in "--model" },
    ].compactMap { $0 }
    guard isGiven || words.isEmpty else {
      throw ValidationError("\(NameList.text(words)): for logs, add --touches or --sessions")
    }
    guard touches || model == nil else { throw ValidationError("--model: offsets need no physics") }
    _ = try columns()
  }

  private func columns() throws -> [ScrollLog.Column: String] {
    var columns: [ScrollLog.Column: String] = [:]
    for part in names?.split(separator: ",") ?? [] {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let column = ScrollLog.Column(rawValue: pair[0]), columns[column] == nil else {
        let all = NameList.text(ScrollLog.Column.allCases.map(\.rawValue))
        throw ValidationError("--names \(part): write columns once each, such as user=uid; columns are \(all)")
      }
      columns[column] = pair[1]
    }
    return columns
  }

  /// The number of sessions that are converted at once, which bounds the memory.
  private static let sessionsAtOnce = 512

  /// Converts a log into a pack.
  func run(_ input: String, to out: String?, layout: GridLayout) throws {
    guard let out else { throw UsageError("a log becomes many traces: name a pack, -o people.pack") }
    try PackOutput.check(out)
    let log = try ScrollLog(
      input, touches ? .touches : .offsets, names: try columns(), unit: timeUnit, skipsDamage: skipDamaged)
    let synthesis = Synthesis(model: model ?? .ios, refreshHz: 60, layout: layout, title: "")
    let writer = try PackOutput.writer(out)
    var (losses, still, count) = (log.losses, 0, 0)
    for begin in stride(from: 0, to: log.sessions.count, by: LogOptions.sessionsAtOnce) {
      let sessions = log.sessions[begin..<min(begin + LogOptions.sessionsAtOnce, log.sessions.count)]
      let made = ParallelLoop.map(sessions.count) { [touches] number in
        Result { () throws(InputError) in
          let session = sessions[begin + number]
          return touches
            ? try session.touches(synthesis, file: input) : try session.offsets(layout: layout, file: input)
        }
      }
      for (session, result) in zip(sessions, made) {
        do throws(InputError) {
          guard let document = try result.get() else {
            still += 1
            continue
          }
          try writer.add(document, name: session.name)
          count += 1
        } catch {
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
        + (touches ? " by the physics of \(synthesis.model.rawValue)" : "")
        + "; \(ToolName.current) trace info \(ShellWords.line([out])) "
        + (touches ? "--fingers compares their fingers with those of people" : "describes them") + "\n")
  }
}

extension ScrollLog.TimeUnit: ExpressibleByArgument {}
