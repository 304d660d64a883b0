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
          lab-run trace cut fastscroll --seconds 4..12.5 -o part.scrolltrace
          lab-run trace cut fastscroll --seconds ..30
        """
    )

    @Argument(help: "Name or path of a trace.", completion: NameCompletion.traces)
    var trace: String

    @Option(
      name: .shortAndLong, help: ArgumentHelp("Where to write; otherwise standard output.", valueName: "FILE"),
      completion: .file(extensions: ["scrolltrace"]))
    var out: String?

    @Option(help: ArgumentHelp("The part, 4..12.5; or 4.. to the end.", valueName: "seconds"))
    var seconds: SecondsRange?

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

extension TraceDocument {
  func write(to path: String?, name: String) throws {
    let text = text
    _ = try Trace.parse(Array(text.utf8), name: name)
    try OutputText.write(text, to: path)
    WrittenFile.say(path) {
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
    guard zip(words, bounds).allSatisfy({ $0.isEmpty || $0 == "0" || $1 != nil }) else { return nil }
    (self.text, begin, end) = (text, bounds[0], bounds[1])
  }
}
