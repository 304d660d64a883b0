import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabRecords
import StrategyKit

extension TraceCommand {
  /// `lab-run trace convert`
  struct Convert: ParsableCommand {
    enum Form: String, ExpressibleByArgument, CaseIterable {
      case scrolltrace, csv, chrome, requests, oracle
    }

    static let configuration = CommandConfiguration(
      abstract: "Convert traces from and to other formats.",
      discussion: """
        Formats follow the files' endings, or --from and --to:
          scrolltrace  .scrolltrace, or the name of a trace
          csv          .csv, rows of time_ms,offset_y below a head line
          chrome       .json, Chrome trace events: a counter 'offset' with args.y
          requests     the photos that cells ask for: rows of key,size
          oracle       the same as libCacheSim's oracleGeneral, 24 bytes each
                       (both as lab-run requests --export writes them)
        What becomes a trace needs a grid: --viewport, --scale, --columns, --assets,
        4 columns on 390x844 at 3 and 4000 photos otherwise. Requests need sizes:
        --library, and the strategy 'none' asks for them.

        EXAMPLES
          lab-run trace convert recorded.csv recorded.scrolltrace --columns 3
          lab-run trace convert fastscroll fastscroll.json
          lab-run trace convert hunt hunt.bin --to oracle --library small
        """
    )

    @Argument(help: "What to read: a trace's name or a file.", completion: .file())
    var input: String

    @Argument(help: "What to write; '-' is standard output.", completion: .file())
    var output: String

    @Option(help: "scrolltrace, csv or chrome.")
    var from: Form?

    @Option(help: "scrolltrace, csv, chrome, requests or oracle.")
    var to: Form?

    @OptionGroup var screen: ScreenOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
      let (document, name) = try read()
      switch to ?? Convert.form(of: output) ?? .scrolltrace {
      case .scrolltrace:
        let text = document.text
        _ = try Trace.parse(Array(text.utf8), name: input)
        try OutputText.write(text, to: output)
        WrittenFile.sayTrace(output)
      case .csv:
        try OutputText.write(TraceCSV.text(document), to: output)
        WrittenFile.say(output) {
          "\(ToolName.current) trace convert \($0) NAME.scrolltrace --from csv makes a trace of it"
        }
      case .chrome:
        try OutputText.write(ChromeTrace.text(document, name: name), to: output)
        WrittenFile.say(output) { _ in "ui.perfetto.dev and chrome://tracing open it" }
      case .requests: try write(document, name: name, as: .csv)
      case .oracle: try write(document, name: name, as: .oracleGeneral)
      }
    }

    private func read() throws -> (TraceDocument, name: String) {
      let layout = try Synthesis.layout(screen.values.screen, count: Int32(screen.values.assets ?? 4000))
      switch from ?? Convert.form(of: input) ?? .scrolltrace {
      case .scrolltrace:
        guard let path = try TracePaths.find([input]).first, input != "all" else {
          throw LabError("'\(input)': name one trace")
        }
        return (try TraceDocument.load(path: path), PreparedRun.name(ofTrace: path))
      case .csv:
        return (try TraceCSV.document(try InputText.read(input), name: input, layout: layout), input)
      case .chrome:
        return (try ChromeTrace.document(try InputText.read(input), name: input, layout: layout), input)
      case .requests, .oracle:
        throw LabError("a stream of requests says nothing of the scroll: convert from scrolltrace, csv or chrome")
      }
    }

    private func write(_ document: TraceDocument, name: String, as format: RequestFormat) throws {
      let export = try RequestExport(
        try document.trace(name: name), name: name, settings: RunSettings(screen.given.merging(library.given) { $1 }))
      try export.write(to: output == "-" ? "/dev/stdout" : output, format: format)
      let input = format == .oracleGeneral ? " --input oracle-general" : ""
      WrittenFile.say(output) { "\(ToolName.current) requests \($0)\(input) --retention lru runs a policy over it" }
    }

    private static func form(of path: String) -> Form? {
      if path.hasSuffix(".csv") { return .csv }
      if path.hasSuffix(".json") { return .chrome }
      return path.hasSuffix(".scrolltrace") ? .scrolltrace : nil
    }
  }
}
