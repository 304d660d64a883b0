import ArgumentParser
import CacheLab
import LabRecords
import StrategyKit

extension TraceCommand {
  struct Cut: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take a part of a trace.",
      discussion: """
        The clock of the part begins at 0, with the offset and the layout in force
        there. Of a session, only the scroll is left.

        EXAMPLES
          lab-run trace cut fastscroll --from 4 --to 12.5 -o part.scrolltrace
        """
    )

    @Argument(help: "Name or path of a trace.", completion: NameCompletion.traces)
    var trace: String

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Where to write; otherwise standard output.", valueName: "FILE"),
      completion: .file(extensions: ["scrolltrace"]))
    var out: String?

    @Option(help: ArgumentHelp("Begin, in seconds.", valueName: "seconds"))
    var from: SecondsArgument?

    @Option(help: ArgumentHelp("End, in seconds.", valueName: "seconds"))
    var to: SecondsArgument?

    func run() throws {
      let path = try TracePaths.findOne(trace)
      var document = try TraceDocument.load(path: path)
      document.leaveSession()
      let begin = (from?.thousandths ?? 0) * 1_000_000
      let end = to.map { $0.thousandths * 1_000_000 } ?? .max
      document = try document.cut(from: begin, to: end, name: path)
      let words = [("--from", from), ("--to", to)].compactMap { name, seconds in
        seconds.map { " \(name) \(NumberText.thousandths($0.thousandths))" }
      }
      document.note("made from \(TracePaths.name(path)) by: lab-run trace cut\(words.joined())")
      try document.write(to: out, name: out ?? "the result")
    }
  }
}

extension TraceDocument {
  /// Checks and writes the trace, and prints the command to try next.
  func write(to path: String?, name: String) throws {
    let text = text
    _ = try Trace.parse(Array(text.utf8), name: name)
    try OutputText.write(text, to: path)
    WrittenFile.say(path) {
      "\(ToolName.current) --strategy preheat2x --trace \($0) replays it, \(ToolName.current) trace info \($0) describes it"
    }
  }
}

/// A positive number of seconds with at most three decimals.
struct SecondsArgument: ExpressibleByArgument {
  let thousandths: Int64

  init?(argument: String) {
    guard let thousandths = Rational.positiveThousandths(argument) else { return nil }
    self.thousandths = thousandths
  }
}
