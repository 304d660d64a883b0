import FoundationEssentials
import LabRecords
import Testing

@testable import LabRunKit

/// What the tool says where its results cannot go.
@Suite(.serialized) struct StandardOutputTests {
  private let scratch = Scratch()

  static let commands = [
    ["list"], ["list", "--format", "json"], ["--help"], ["--version"], ["trace", "info", "zoom"],
    ["trace", "cut", "zoom", "--seconds", "..100"],
    ["-s", "none", "-t", "zoom", "--decode", "none", "--format", "csv"],
    ["compare", "none", "lru", "--trace", "zoom", "--library", "tiny"],
  ]

  @Test(arguments: commands) func aFullDiskIsSaid(_ words: [String]) async throws {
    let ran = try await Tool.shell("cd '\(scratch.path)'; exec \"$0\" \"$@\" >/dev/full", words)
    #expect(ran.code == 1)
    #expect(
      ran.error.hasSuffix(
        "lab-run: standard output cannot be written: No space left on device; free some space, or send it elsewhere\n"),
      "\(ran.error)")
  }

  @Test(arguments: [["list"], ["trace", "cut", "zoom", "--seconds", "..100"]])
  func aClosedOutputIsSaid(_ words: [String]) async throws {
    try await Tool.shell("exec \"$0\" \"$@\" >&-", words).failing(1, "standard output cannot be written: it is closed")
  }

  /// Without a standard output the first file that is opened would get its number.
  @Test func resultsNeverGoIntoAFileThatTookItsNumber() async throws {
    let words = ["-s", "none", "-t", "zoom", "--decode", "none", "--out", scratch.path + "/out"] + Tool.tiny
    let ran = try await Tool.shell("exec \"$0\" \"$@\" >&- 2>'\(scratch.path)/said'", words)
    #expect(ran.code == 1)
    #expect(try scratch.text(of: "said").hasSuffix("it is closed; free some space, or send it elsewhere\n"))
    let record = try #require(scratch.names(in: "out").first { $0.hasSuffix(".tsv") })
    #expect(try RunFile.records(at: "\(scratch.path)/out/\(record)").count == 1)
  }

  @Test(.enabled(if: Tool.isInstalled("script")))
  func aTerminalKeepsNoProgress() async throws {
    let line = "stty cols 30; '\(Tool.executable)' trace convert zoom --library tiny"
    let ran = try await Tool.run(
      "script", ["-qec", line, "/dev/null"], environment: ["XDG_CACHE_HOME": scratch.path]
    ).succeeding()
    let shown = ran.output.split(separator: "\r\u{1B}[K")
    let progress = shown.dropLast()
    #expect(!progress.isEmpty && progress.allSatisfy { $0.hasPrefix("making the tiny") && $0.count < 30 })
    #expect(shown.last?.hasPrefix("key,size") == true, "a row that wraps would stay, and so would one without an end")
  }

  @Test(arguments: [["list"], ["list", "--format", "json"], ["trace", "cut", "zoom", "--seconds", "..100"]])
  func aReaderThatWentAwayIsNoError(_ words: [String]) async throws {
    // A pipe whose reading end is closed again.
    let line = "mkfifo '\(scratch.path)/pipe'; exec 3<>'\(scratch.path)/pipe' 4>'\(scratch.path)/pipe' 3<&-; "
    let ran = try await Tool.shell(line + "exec \"$0\" \"$@\" >&4", words)
    #expect(ran.code == 0 && ran.error.isEmpty, "\(ran.error)")
  }

  @Test func nothingThatATerminalActsOnPasses() {
    let text = "a\u{1B}[31mb\n\tc\u{9B}\u{202E}\u{7F}\r\n"
    #expect(TerminalText.safe(text, isInGitHub: false) == "a\\u001b[31mb\n\tc\\u009b\\u202e\\u007f\\u000d\n")
  }

  @Test func noLineBeginsLikeACommandOfGitHub() {
    let text = "a\n::error::b\n  ::set-output name=c::d\ne ::f\n##[warning]g"
    #expect(
      TerminalText.safe(text, isInGitHub: true)
        == "a\n\\u003a:error::b\n  \\u003a:set-output name=c::d\ne ::f\n#\\u0023[warning]g")
    #expect(TerminalText.safe(text, isInGitHub: false) == text)
  }
}
