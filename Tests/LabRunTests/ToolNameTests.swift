import FoundationEssentials
import LabSystem
import Testing

@testable import LabRunKit

/// The tool under another name, as a package outside has it: what it says names the program that can be called.
@Suite struct ToolNameTests {
  private let scratch = Scratch()
  private var tool: String { scratch.path + "/my-lab" }

  init() throws { try FileManager.default.createSymbolicLink(atPath: tool, withDestinationPath: Tool.executable) }

  private func run(_ words: [String]) async throws -> Tool.Outcome {
    let ran = try await Tool.run(tool, words)
    #expect(!(ran.output + ran.error).contains("lab-run "), "\(ran.output)\(ran.error)")
    return ran
  }

  @Test func hintsNameTheProgramThatRuns() async throws {
    let none = try await run(["gate", "--baseline", scratch.path + "/none"])
    #expect(none.code == 5)
    #expect(
      none.error == "my-lab: there is no baseline in \(scratch.path)/none: my-lab baseline record --strategy preheat2x "
        + "--trace fastscroll --baseline \(scratch.path)/none makes one\n")
    let usage = try await run(["--trace", "zoom"])
    #expect(
      usage.error == "my-lab: name a strategy: --strategy preheat2x (my-lab list shows all)\n  See 'my-lab --help' for "
        + "more information.\n")
    try await run(["--nonsense"]).failing(64, "See 'my-lab run --help'")
    // What the library says in its errors.
    try scratch.write("{}", to: "box.json")
    let device = try await run(["-s", "none", "-t", "zoom", "--device", scratch.path + "/box.json"] + Tool.tiny)
    #expect(device.error.contains("my-lab calibrate --out FILE"), "\(device.error)")
  }

  @Test func commandsToRepeatNameTheProgramThatRuns() async throws {
    let cell = ["-s", "none", "-t", "zoom"] + Tool.tiny
    let gate = try await run(["gate", "--decode", "none", "--baseline", scratch.path + "/none"] + cell)
    #expect(gate.output.contains("\n    my-lab baseline record --strategy none --trace zoom --library tiny"))
    #expect(gate.output.contains("\n    my-lab --strategy none --trace zoom --library tiny"), "\(gate.output)")
    let recommended = try await run(["recommend", "--budget", "900MB", "-s", "none", "-t", "zoom"] + Tool.tinyWhole)
    #expect(recommended.output.contains("my-lab recommend --budget 900MB --strategy none"), "\(recommended.output)")
    try await run(cell + ["--decode", "none", "--out", scratch.path + "/out"]).succeeding()
    try await Tool.shell(
      "t=\"$1\"; shift; PATH=/nowhere exec \"$t\" \"$@\"",
      [tool, "report", scratch.path + "/out", "--out", scratch.path + "/page.html"]
    ).succeeding()
    let page = try scratch.text(of: "page.md")
    #expect(page.contains("\nmy-lab --strategy none") && page.contains("\nmy-lab report /"), "\(page)")
  }

  /// A child's complaint is told without the name that stands before it again, and without the hint below it.
  @Test func whatAChildComplainsOfIsSaidOnce() throws {
    let lines = "echo 'lab-run: no such trace'; echo \"  See 'lab-run --help' for more information.\""
    let child = try ChildProcess.run("/bin/sh", ["-c", "{ \(lines); } >&2; exit 1"])
    #expect(child.ending == "exit code 1: no such trace")
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func everyShellHasAScriptThatKnowsOptionsAndStrategies(_ shell: String)
    async throws
  {
    let script = try await Tool.run(["--generate-completion-script", shell]).succeeding()
    for word in ["strategy", "preheat2x"] {
      #expect(script.output.contains(word), "\(word)")
    }
  }

  /// What bash proposes behind a command line.
  private func proposals(_ line: String) async throws -> [String] {
    let ran = try await Tool.run(
      "bash",
      [
        "-c",
        """
        source <("$0" --generate-completion-script bash)
        cd "$1" || exit
        read -ra COMP_WORDS <<<"$2"
        [[ "$2" == *" " ]] && COMP_WORDS+=("")
        COMP_WORDS[0]="$0"
        COMP_LINE="${COMP_WORDS[*]}" COMP_POINT="${#COMP_LINE}" COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_POINT="${#COMP_LINE}"
        _lab-run "$0" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """, Tool.executable, scratch.path, line,
      ])
    #expect(ran.code == 0 && ran.error.isEmpty, "\(ran.error)")
    return ran.output.split(separator: "\n").map(String.init)
  }

  static let bash: ConditionTrait = .enabled("bash is not installed") { Tool.isInstalled("bash") }

  @Test(
    bash,
    arguments: [
      ("lab-run run --strategy pre", ["preheat2x"]),
      ("lab-run run --strat", ["--strategy"]), ("lab-run run -s none -t fast", ["fastscroll"]),
      ("lab-run run -s none -t zoom --cells k", ["keep"]), ("lab-run run -s none --device host", ["host"]),
      ("lab-run trace info scrub", ["scrub"]), ("lab-run plot mem", ["memory"]),
      ("lab-run plot waits --strategy nuk", ["nuke-prefetch"]), ("lab-run plot waits -s none -t zo", ["zoom"]),
      ("lab-run plot heat --metric warm-hit", ["warm-hit-rate"]), ("lab-run plot heat --o", ["--out"]),
      ("lab-run reco", ["recommend"]), ("lab-run run --library sm", ["small"]),
      ("lab-run run -s none --screen iphone-17-pro-", ["iphone-17-pro-max"]),
      ("lab-run sweep run --screen ipad-m", ["ipad-mini"]), ("lab-run recommend --screen rec", ["recorded"]),
    ])
  func bashProposesWhatTheWordsBeginWith(_ line: String, _ expected: [String]) async throws {
    let found = try await proposals(line)
    // A figure of a metric begins as the metric does.
    #expect(found.prefix(expected.count) == expected[...], "\(line): \(found)")
  }

  @Test(bash) func aTraceOfOnesOwnIsProposedByItsFile() async throws {
    try await Tool.shell(
      "mkdir \"$1/mine\"; touch \"$1/mine/my.scrolltrace\" \"$1/mine/no.txt\"", [scratch.path]
    ).succeeding()
    #expect(try await proposals("lab-run run -s none -t mi") == ["mine"])
    #expect(try await proposals("lab-run run -s none -t mine/") == ["mine/my.scrolltrace"])
  }
}
