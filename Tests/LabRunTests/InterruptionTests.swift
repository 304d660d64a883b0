import Testing

/// Ctrl-C, at moments that do not depend on how busy the machine is: at a call of the process, or once it waits.
@Suite(.serialized) struct InterruptionTests {
  private let scratch = Scratch()

  @Test func aHalfWrittenFileGoesAndTheExitCodeIs130() async throws {
    #expect(try await Tool.run(["library", "info"] + Tool.tiny).code == 0)
    let run = ["-s", "preheat2x", "-t", "ios-hunt", "--events", scratch.path + "/e.jsonl"] + Tool.tiny
    let words = run + ["--out", scratch.path + "/out"]
    let killed = try await Killer.run(words, at: 1, call: "write")
    let left = scratch.names()
    #expect(killed.signal == 9 && left.contains { $0.hasPrefix(".e.jsonl.") }, "it is the first to be written: \(left)")
    let ran = try await Killer.run(words, at: 1, call: "write", signal: 2, stays: true)
    #expect(ran.code == 130 && ran.error == "lab-run: interrupted: nothing half-written was left\n", "\(ran)")
    #expect(scratch.names() == ["out"] && scratch.names(in: "out").isEmpty)
  }

  /// SIGINT and SIGTERM, at the moment when the first file is written and about to appear.
  @Test(arguments: [2, 15])
  func filesOnTheWayGoAndTheExitCodeIs130(signal: Int) async throws {
    let words = ["plot", "memory", "--out", scratch.path + "/p"]
    try scratch.makeFolder("tmp")
    let ran = try await Killer.run(
      words + ["--strategy", "none", "--trace", "zoom"] + Tool.tiny, at: 1, call: "fsync", signal: signal, stays: true,
      environment: ["TMPDIR": scratch.path + "/tmp"])
    #expect(ran.code == 130 && ran.error == "lab-run: interrupted: nothing half-written was left\n", "\(ran.error)")
    #expect(scratch.names(in: "tmp").isEmpty, "\(scratch.names(in: "tmp"))")
    #expect(scratch.names(in: "p").isEmpty)
  }

  @Test func aRunThatWaitsForItsReaderEndsToo() async throws {
    let pipe = scratch.path + "/pipe"
    try await Tool.run("mkfifo", [pipe]).succeeding()
    // After its first line nobody reads on: the run stands still as soon as the pipe is full.
    let ran = try await Tool.shell(
      "d=\"$1\"; shift; \"$0\" \"$@\" & p=$!; exec 3<$d/pipe; read -r line <&3; kill -INT $p; wait $p; echo \"code $?\"",
      [scratch.path, "-s", "preheat2x", "-t", "zoom", "--events", pipe, "--out", scratch.path + "/out"] + Tool.tiny)
    #expect(ran.output == "code 130\n", "\(ran.error)")
    #expect(scratch.names() == ["out", "pipe"] && scratch.names(in: "out").isEmpty)
  }

  @Test func childrenOfAMatrixEndWithIt() async throws {
    // The child goes on after its parent has ended: not for long, and not to its record.
    let ran = try await Killer.stopChild(
      ["-s", "none", "-s", "lru", "-t", "ios-hunt", "--library", "tiny", "--out", scratch.path + "/out"],
      in: scratch.path,
      then: """
        echo "child $c"; trap 'kill -CONT $c; while [ -e /proc/$c/exe ]; do :; done; ls $d/out' EXIT; \
        kill -INT $p; wait $p; echo "code $?"
        """)
    #expect(ran.output.hasPrefix("child ") && !ran.output.hasPrefix("child \n"), "\(ran.output)")
    let left = ran.output.split(separator: "\n").drop { $0 != "code 130" }
    #expect(!left.isEmpty && left.dropFirst().allSatisfy { $0.hasSuffix(".journal") }, "no record: \(ran.output)")
    #expect(
      ran.error == "lab-run: interrupted: nothing half-written was left; the same command with --resume goes on "
        + "from here\n")
  }
}
