import CLabSystem
import FoundationEssentials
import LabSystem
import Testing

@testable import LabRunKit

/// Children, however they end: none is left running, and no number of an ended one is kept for an interrupt.
@Suite struct CommandTests {
  private let scratch = Scratch()

  /// Runs a shell line that notes the number of its process first.
  private func run(_ line: String, outputMax: Int = 1000) throws -> ChildProcess {
    try ChildProcess.run(
      "/bin/sh", ["-c", "echo $$ >'\(scratch.path)/pid'; \(line)"], outputMax: outputMax)
  }

  /// The number of the process that `run` has started.
  private func child() throws -> Int32 { try #require(Int32(try scratch.text(of: "pid").filter { !$0.isWhitespace })) }

  @Test(arguments: [1, 2]) func oneThatWritesTooMuchIsEndedAndForgotten(descriptor: Int) throws {
    // By itself it would go on for ever.
    let error = #expect(throws: ChildProcessError.self) {
      try run("head -c 100000 /dev/zero >&\(descriptor); exec tail -f /dev/null")
    }
    #expect("\(try #require(error))".hasPrefix("/bin/sh wrote more than 1000 bytes and was ended"))
    let child = try child()
    #expect(SystemError(-lab_send_signal(child, 0)).description == "No such process", "it has ended and was waited for")
    #expect(!ChildProcess.isRunning(child))
  }

  @Test(arguments: ["exit 3", "kill -9 $$", "cat >/dev/null", "echo a; echo b >&2", "exec /nowhere"])
  func itIsForgottenOnEveryWayOut(line: String) throws {
    let ran = try run(line)
    let child = try child()
    #expect(!ChildProcess.isRunning(child) && !lab_is_child(child), "\(ran)")
  }

  @Test func bothOutputsAreReadToTheirEnds() throws {
    let ran = try run("i=0; while [ $i -lt 2000 ]; do echo a$i; echo b$i >&2; i=$((i+1)); done", outputMax: 100_000)
    #expect(ran.code == 0 && ran.output == (0..<2000).map { "a\($0)\n" }.joined())
    #expect(ran.error == (0..<2000).map { "b\($0)\n" }.joined())
  }

  @Test func itsEnvironmentAndFolderAreThoseThatAreAskedFor() throws {
    let ran = try ChildProcess.run(
      "sh", ["-c", "echo \"$A|$HOME|$0|$PATH\"; pwd"], called: "name", changes: ["A": "1=2", "HOME": nil], in: "/")
    #expect(ran.output == "1=2||name|\(ProcessInfo.processInfo.environment["PATH"] ?? "")\n/\n", "\(ran)")
    #expect(throws: ChildProcessError.self) { _ = try ChildProcess.run("no-such-program-here") }
    let error = #expect(throws: MissingProgram.self) { _ = try Command.run("/no/such/program", [], missing: "make it") }
    #expect("\(try #require(error))" == "there is no program /no/such/program; make it")
  }

  /// What this process ignores for itself its children do not.
  @Test func signalsAreAsUsual() throws { #expect(try run("kill -PIPE $$").signal == 13) }

  @Test func signalsGoToChildrenAlone() throws {
    #expect(!lab_is_child(lab_parent()) && !lab_is_child(1) && !lab_is_child(lab_process()))
    var ends: [Int32] = [-1, -1]
    unsafe lab_pipe(&ends)
    let (input, output) = (ends[0], ends[1])
    let child = unsafe lab_spawn("cat", "cat\0", 1, "", 0, nil, [input, 1, 2])
    #expect(child > 0 && lab_is_child(child), "it waits for its input")
    lab_close(input)
    lab_close(output)
    #expect(lab_wait_for(child) == 0)
    #expect(!lab_is_child(child), "its end was waited for")
  }
}
