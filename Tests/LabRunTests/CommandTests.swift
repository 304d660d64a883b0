import CLabSystem
import FoundationEssentials
import Subprocess
import SystemPackage
import Testing

@testable import LabRunKit

/// Children, however they end: none is left running, and no number of an ended one is kept for an interrupt.
@Suite struct CommandTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Runs a shell line that notes the number of its process first.
  private func run(_ line: String, input: String = "", outputMax: Int = 1000) async throws -> Command.Outcome {
    try await Command.run(
      "/bin/sh", ["-c", "echo $$ >'\(scratch.path)/pid'; \(line)"], input: input, outputMax: outputMax)
  }

  /// The number of the process that `run` has started.
  private func child() throws -> Int32 {
    try #require(Int32(try scratch.text(of: "pid").filter { !$0.isWhitespace }))
  }

  @Test(arguments: [1, 2]) func oneThatWritesTooMuchIsEndedAndForgotten(descriptor: Int) async throws {
    // By itself it would go on for ever.
    let error = await #expect(throws: LabError.self) {
      try await run("head -c 100000 /dev/zero >&\(descriptor); exec tail -f /dev/null")
    }
    #expect("\(try #require(error))".hasPrefix("/bin/sh wrote more than 1000 bytes and was ended"))
    let child = try child()
    #expect(lab_send_signal(child, 0) == -Errno.noSuchProcess.rawValue, "it has ended and was waited for")
    #expect(!Interruption.remembers(child: child))
  }

  @Test(arguments: ["exit 3", "kill -9 $$", "cat >/dev/null", "echo a; echo b >&2", "exec /nowhere"])
  func itIsForgottenOnEveryWayOut(line: String) async throws {
    let ran = try await run(line, input: line.hasPrefix("cat") ? "input" : "")
    let child = try child()
    #expect(!Interruption.remembers(child: child) && !lab_is_child(child), "\(ran)")
  }

  @Test func bothOutputsAreReadToTheirEnds() async throws {
    let ran = try await run(
      "i=0; while [ $i -lt 2000 ]; do echo a$i; echo b$i >&2; i=$((i+1)); done", outputMax: 100_000)
    #expect(ran.code == 0)
    #expect(ran.output == (0..<2000).map { "a\($0)\n" }.joined())
    #expect(ran.error + "\n" == (0..<2000).map { "b\($0)\n" }.joined())
  }

  @Test func signalsGoToChildrenAlone() async throws {
    #expect(!lab_is_child(lab_parent()) && !lab_is_child(1) && !lab_is_child(lab_process()))
    let ran = try await Subprocess.run(
      .name("cat"), input: .inputWriter, output: .discarded, error: .discarded
    ) { child in
      let isChild = lab_is_child(child.processIdentifier.value)
      try await child.standardInputWriter.finish()
      return isChild
    }
    #expect(ran.closureResult)
    #expect(!lab_is_child(ran.processIdentifier.value), "its end was waited for")
  }
}
