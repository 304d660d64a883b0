import FoundationEssentials
import Testing

/// Ctrl-C. A shell waits for the right moment and sends the signal: its loops do not depend on how busy the tests are,
/// and end when the process does.
@Suite(.serialized) struct InterruptionTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Interrupts a run as soon as `moment`, which may use `$p`, the process, and `$d`, the test's folder, has passed.
  /// The code that the run ended with is the last line of the output.
  private func interrupt(_ arguments: [String], after moment: String) async throws -> Tool.Outcome {
    try await Tool.shell(
      "d=\"$1\"; shift; \"$0\" \"$@\" & p=$!; \(moment); kill -INT $p; kill -CONT $p; wait $p; echo \"code $?\"",
      [scratch.path] + arguments + ["--out", scratch.path + "/out"])
  }

  @Test func aHalfWrittenFileGoesAndTheExitCodeIs130() async throws {
    // On a busy machine a run may be over before the shell has seen its half-written file: then another is started.
    let ran = try await interrupt(
      ["-s", "preheat2x", "-t", "ios-hunt", "--library", "tiny", "--events", scratch.path + "/e.jsonl"],
      after: """
        n=0; while :; do \
        while [ -e /proc/$p/exe ] && ! [ -e $d/.e.jsonl.$p.partial ]; do :; done; kill -STOP $p 2>/dev/null; \
        if [ -e $d/.e.jsonl.$p.partial ]; then break; fi; \
        n=$((n+1)); if [ $n -ge 20 ]; then break; fi; \
        kill -CONT $p 2>/dev/null; wait $p; rm -rf $d/out $d/e.jsonl; "$0" "$@" & p=$!; done; ls -A $d
        """)
    #expect(ran.output.contains(".e.jsonl."), "the signal came while the file was half written: \(ran.output)")
    #expect(ran.output.hasSuffix("code 130\n"), "\(ran.output)")
    #expect(ran.error == "lab-run: interrupted: nothing half-written was left\n")
    #expect(scratch.names() == ["out"] && scratch.names(in: "out").isEmpty)
  }

  /// SIGINT and SIGTERM, at the moment when the first file is written and about to appear.
  @Test(arguments: [2, 15], [["timeline", "--out", "run.json"], ["plot", "memory", "--out", "p"]])
  func filesOnTheWayGoAndTheExitCodeIs130(signal: Int, command: [String]) async throws {
    let words = command.map { ["run.json", "p"].contains($0) ? "\(scratch.path)/\($0)" : $0 }
    try FileManager.default.createDirectory(atPath: scratch.path + "/tmp", withIntermediateDirectories: false)
    let ran = try await Killer.run(
      words + ["--strategy", "none", "--trace", "zoom"] + Tool.tiny, at: 1, call: "fsync", signal: signal, stays: true,
      environment: ["TMPDIR": scratch.path + "/tmp"])
    #expect(ran.code == 130 && ran.error == "lab-run: interrupted: nothing half-written was left\n", "\(ran.error)")
    #expect(scratch.names(in: "tmp").isEmpty, "\(scratch.names(in: "tmp"))")
    #expect(!scratch.names().contains("run.json") && scratch.names(in: "p").isEmpty)
  }

  @Test func aRunThatWaitsForItsReaderEndsToo() async throws {
    let pipe = scratch.path + "/pipe"
    let made = try await Tool.run("mkfifo", [pipe])
    #expect(made.code == 0)
    // After its first line nobody reads on: the run stands still as soon as the pipe is full.
    let ran = try await interrupt(
      ["-s", "preheat2x", "-t", "zoom", "--events", pipe] + Tool.tiny, after: "exec 3<$d/pipe; read -r line <&3")
    #expect(ran.output == "code 130\n", "\(ran.error)")
    #expect(scratch.names() == ["out", "pipe"] && scratch.names(in: "out").isEmpty)
  }

  @Test func childrenOfAMatrixEndWithIt() async throws {
    // The child is stopped once it has opened its library, and goes on after its parent has ended: not for long, and
    // not to its record.
    let ran = try await interrupt(
      ["-s", "none", "-s", "lru", "-t", "ios-hunt", "--library", "tiny"],
      after: """
        c=; while [ -e /proc/$p/exe ] && [ -z "$c" ]; do \
        for f in $(grep -ls "^PPid:[[:space:]]*$p\\$" /proc/[0-9]*/status); do f=${f%/status}; \
        if ls -l $f/fd 2>/dev/null | grep -q pool; then c=$f; kill -STOP ${c#/proc/}; fi; done; done; \
        echo "child ${c#/proc/}"; \
        trap 'kill -CONT ${c#/proc/} 2>/dev/null; while [ -e $c/exe ]; do :; done; ls $d/out' EXIT
        """)
    #expect(ran.output.hasPrefix("child "), "\(ran.output)")
    let left = ran.output.split(separator: "\n").drop { $0 != "code 130" }
    #expect(!left.isEmpty && left.dropFirst().allSatisfy { $0.hasSuffix(".journal") }, "no record: \(ran.output)")
    #expect(
      ran.error == "lab-run: interrupted: nothing half-written was left; the same command with --resume goes on "
        + "from here\n")
  }
}
