import ArgumentParser
import FoundationEssentials
import CacheLab
import Testing

@testable import LabRunKit

/// One dreadful name, of a trace, a folder, a file, in every command and every format: it ends no line, no cell and no comment,
/// and nothing takes it for a mark, a formula or a command.
@Suite(.serialized) struct DreadfulNameTests {
  /// A formula, a command of a build service, HTML, a cell's end, marks, quotes with accents, escapes, a shell's command.
  private static let name = "=1+1\n::error::x\n<script>|`\"'\u{301}*_[a](b)\u{1B}[31m\u{202E}%0A{;$(touch pwned)\\"

  private let scratch = Scratch()
  private let trace: String

  init() throws {
    trace = "\(scratch.path)/\(DreadfulNameTests.name).scrolltrace"
    try copy("traces/ios-overscroll.scrolltrace", to: trace)
  }

  private func copy(_ file: String, to path: String) throws {
    try FileManager.default.copyItem(atPath: "\(Tool.home)/\(file)", toPath: path)
  }

  /// Runs a command and checks all that it prints.
  @discardableResult
  private func run(_ words: [String], _ format: String = "table", code: Int32 = 0) async throws -> String {
    let said = try await Tool.run(words, in: scratch.path)
    #expect(said.code == code, "\(words): \(said.error)")
    check(said.output, format, words)
    check(said.error, "table", words)
    return said.output
  }

  private func file(_ path: String, _ format: String) throws {
    check(try String(contentsOfFile: "\(scratch.path)/\(path)", encoding: .utf8), format, [path])
  }

  private func check(_ text: String, _ format: String, _ words: [String]) {
    #expect(!text.unicodeScalars.contains { $0.isUnseen && $0 != "\n" && $0 != "\t" }, "\(words): \(text)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let forged = lines.filter { $0.drop { $0 == " " }.hasPrefix("::error::x") || $0.hasPrefix("<script>|") }
    #expect(forged.isEmpty, "\(words): \(forged)")
    switch format {
    case "json": #expect((try? JSON.parse(text)) != nil, "\(words)")
    case "html", "xml": #expect(!text.contains("<script>|"), "\(words)")
    case "csv": checkCells(text, words)
    case "markdown": checkMarkdown(lines, words)
    default: break
    }
  }

  /// Every line has as many cells as the first, and none is a formula.
  private func checkCells(_ text: String, _ words: [String]) {
    let rows = text.split(separator: "\n").map { line -> [String] in
      var (cells, isQuoted) = ([""], false)
      for scalar in line.unicodeScalars {
        if scalar == "\"" { isQuoted.toggle() }
        if scalar == "," && !isQuoted { cells.append("") } else { cells[cells.count - 1].unicodeScalars.append(scalar) }
      }
      #expect(!isQuoted, "\(words): \(line)")
      return cells
    }
    #expect(Set(rows.map(\.count)).count == 1, "\(words): \(rows.map(\.count))")
    let formulas = rows.joined().map { $0.drop { $0 == "\"" } }
      .filter { cell in "=+-@".contains { cell.hasPrefix("\($0)") } && Double(cell) == nil }
    #expect(formulas.isEmpty, "\(words): \(formulas)")
  }

  /// Outside of code no tag begins, and rows of a table have one number of cells.
  private func checkMarkdown(_ lines: [Substring], _ words: [String]) {
    var (fence, cells) = ("", 0)
    for line in lines {
      if fence.isEmpty && line.hasPrefix("```") {
        fence = String(line.prefix { $0 == "`" })
      } else if !fence.isEmpty {
        if line == fence { fence = "" }
        continue
      }
      // In a tag, and behind one that begins a line, Markdown has no marks.
      let isHTML = line.hasPrefix("<")
      var plain = String(line)
      if !isHTML {
        plain.replace(#/\\[\\`*_\[\]|~#]/#, with: "")
        plain.replace(#/(`+)[^`].*?[^`]?\1(?!`)/#, with: "")
        #expect(!plain.contains("[a](b)"), "\(words): \(line)")
      }
      #expect(!plain.contains("<script>"), "\(words): \(line)")
      let count = plain.hasPrefix("|") ? plain.unicodeScalars.count { $0 == "|" } : 0
      #expect(count == 0 || cells == 0 || count == cells, "\(words): \(line)")
      cells = count
    }
    #expect(fence.isEmpty, "\(words): a fence does not end")
  }

  @Test func runsAndWhatIsMadeOfThem() async throws {
    let words = ["-s", "none", "-s", "preheat2x", "-t", trace] + Tool.tiny
    for format in OutputFormat.allCases.map(\.rawValue) {
      let options = ["--decode", "none", "--out", "out", "--format", format]
      try await run(["run"] + words + options, format)
      try await run(["compare", "out", "--format", format], format)
    }
    for format in WhyCommand.Form.allCases.map(\.rawValue) {
      try await run(["why", "-s", "preheat2x", "-t", trace, "--worst", "2", "--format", format] + Tool.tiny, format)
    }
    for format in SweepOutput.Format.allCases.map(\.rawValue) {
      try await run(
        ["sweep"] + words + ["--format", format, "--out", "\(DreadfulNameTests.name)-\(format).tsv"], format)
    }
    try await run(["sweep"] + words + ["--format", "markdown", "--against", "none", "--out", "b.tsv"], "markdown")
    try await run(["report"] + words + ["--out", "r.html"])
    try file("r.html", "html")
    try file("r.md", "markdown")
    for picture in PlotCommand.Picture.allCases.map(\.rawValue) {
      _ = try await Tool.run(["plot", picture, "--out", "plots"] + words, in: scratch.path)
    }
    for name in scratch.names(in: "plots") where name.hasSuffix(".gp") { try file("plots/\(name)", "table") }
    #expect(!scratch.names().contains("pwned") && !scratch.names(in: "plots").contains("pwned"))
  }

  @Test func theSwiftLinesAreThoseOfTheProgram() async throws {
    for format in RecommendCommand.Format.allCases.map(\.rawValue) {
      for target in ["uikit", "swiftui", "photos", "driver"] {
        let words = ["-s", "none", "-s", "fixed-window", "-t", trace, "--for", target, "--format", format]
        let said = try await run(["recommend", "--budget", "90MB"] + words + Tool.tiny, format)
        let text = format == "json" ? try JSON.parse(said)["swift"]?.string ?? "" : said
        let line = text.split(separator: "\n").filter { $0.contains("--trace") && $0.contains("recommend") }
        #expect(line.count == 1 && line[0].hasPrefix("///     lab-run recommend") && line[0].contains("300"), "\(line)")
      }
    }
  }

  @Test func gates() async throws {
    let folder = "\(DreadfulNameTests.name)-b"
    let words = ["--baseline", folder, "--decode", "none", "-t", trace] + Tool.tiny
    try await run(["baseline", "record", "-s", "preheat2x"] + words)
    let outputs = ["markdown", "junit", "json", "benchmark"].flatMap { ["--write", "\($0)=verdicts.\($0)"] }
    let gate = try await Tool.run(
      ["gate", "--write", "github"] + words + ["-s", "preheat2x:height=9/4"] + outputs,
      environment: ["GITHUB_STEP_SUMMARY": "summary.md"],
      in: scratch.path)
    #expect(gate.code == 2, "\(gate.error)")
    let (told, annotations) = (gate.output.split(separator: "\n"), ["::error title=", "::notice title="])
    check(
      told.filter { line in !annotations.contains { line.hasPrefix($0) } }.joined(separator: "\n"), "table", ["gate"])
    for (name, format) in [
      ("verdicts.markdown", "markdown"), ("verdicts.junit", "xml"), ("verdicts.json", "json"),
      ("verdicts.benchmark", "json"), ("summary.md", "markdown"),
    ] {
      try file(name, format)
    }
    // The command that it gives runs the case again.
    let command = try #require(told.drop { !$0.contains("to reproduce:") }.dropFirst().first)
    try await Tool.run(
      "bash", ["-c", "set -- \(command.drop { $0 == " " }); shift; exec \"$0\" \"$@\"", Tool.executable],
      in: scratch.path
    ).succeeding()
    try await Tool.run(["gate", "--baseline", "a b"], in: scratch.path).failing(5, " --baseline 'a b' makes one")
    try await run(["baseline", "accept", "--reason", "as it was", "-s", "preheat2x"] + words)
  }

  @Test func tracesAndFolders() async throws {
    let name = DreadfulNameTests.name
    try await run(["trace", "info", trace])
    try await run(["trace", "convert", trace, "-o", "\(name).csv"] + Tool.tiny)
    let session = "\(scratch.path)/\(name)-session.scrolltrace"
    try copy("Tests/Corpus/session.scrolltrace", to: session)
    for format in ["table", "json", "csv"] {
      try await run(["session", session, "--device", "decode-12ms", "--format", format], format)
    }
    try scratch.makeFolder("\(name)-d")
    try copy("Tests/Corpus/full.jpg", to: "\(scratch.path)/\(name)-d/\(name).jpg")
    for format in ["table", "csv"] {
      try await run(["library", "list", "--library", "\(name)-d", "--format", format], format)
    }
    try await run(["library", "extract", "--library", "\(name)-d", "-o", "\(name)-e"])
    try await run(["validate", "-s", "none", "-t", trace, "--rounds", "1"] + Tool.tiny)
  }

  /// A command that is not walked above says here why.
  @Test func everyCommandIsWalked() {
    let walked = [
      "run", "compare", "why", "sweep", "report", "plot", "recommend", "gate", "baseline", "trace", "session",
      "library", "validate",
    ]
    // `list` and `new` refuse such names, `requests` and `calibrate` name nothing but in JSON.
    let others = ["list", "new", "requests", "calibrate"]
    let commands = LabRun.configuration.subcommands.map { $0._commandName }
    #expect(Set(commands).subtracting(walked + others) == [], "walk it, or say why not")
  }
}
