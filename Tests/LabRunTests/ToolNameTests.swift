import FoundationEssentials
import LabSystem
import Testing

@testable import LabRunKit

/// The tool under another name, as a package outside has it: what it says names the program that can be called.
@Suite struct ToolNameTests {
  private let scratch = Scratch()
  private var tool: String { scratch.path + "/my-lab" }

  init() throws {
    try FileManager.default.createSymbolicLink(atPath: tool, withDestinationPath: Tool.executable)
  }

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
}
