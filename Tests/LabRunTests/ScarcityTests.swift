import Testing

/// Threads, processes and files that run out, before the start or after it: a command ends, and says what was missing.
@Suite(.serialized) struct ScarcityTests {
  private let scratch = Scratch()

  /// A thread is refused, and all after it.
  @Test(arguments: [
    ["plot", "memory", "-s", "none", "-t", "zoom", "--out", "p"],
    ["report", "-s", "none", "-t", "zoom", "--out", "r.html"],
    ["-s", "none", "-s", "lru", "-t", "zoom", "--out", "out"],
    ["-s", "none", "-t", "zoom", "--decode", "real", "--out", "out"],
  ])
  func noThreadIsWaitedFor(words: [String]) async throws {
    let words = words + Tool.tiny
    for number in [1, 2, 3, 5, 10] {
      let ran = try await Killer.fail(
        words + (words[0] == "report" ? ["--force"] : []), at: number, call: "pthread_create", with: 11, onwards: true,
        in: scratch.path)
      let isSaid = ran.code == 1 && ran.error.contains("no thread") && ran.error.contains("ulimit -u")
      #expect(ran.code == 0 || isSaid, "thread \(number): \(ran)")
    }
  }

  /// Programs whose files are taken: by 60 descriptors of 64 inherited ones, and fewer.
  @Test(arguments: [["report", "-s", "none", "-t", "zoom", "--force"], ["-s", "none", "-s", "lru", "-t", "zoom"]])
  func filesThatAreTakenAreMissedInWords(words: [String]) async throws {
    let line = """
      n=$1; shift; ulimit -n 64; i=3; while [ $i -lt $((n+3)) ]; do eval "exec $i</dev/null"; i=$((i+1)); done;
      exec "$0" "$@"
      """
    var refused = 0
    for taken in [40, 44, 47, 50, 52, 54, 56, 58, 60] {
      let out = ["--out", "\(scratch.path)/\(taken)" + (words[0] == "report" ? ".html" : "")]
      let ran = try await Tool.run("bash", ["-c", line, Tool.executable, "\(taken)"] + words + out + Tool.tiny)
      if ran.code == 0 { continue }
      refused += 1
      #expect(ran.code == 1 && ran.error.contains("ulimit -n 256 lets more files be open"), "\(taken): \(ran)")
      #expect(ran.error.split(separator: "\n").count == 1, "\(taken): \(ran)")
    }
    #expect(refused >= 2)
  }

  @Test func aSweepRunsInOneThread() async throws {
    let words = ["sweep", "-s", "none", "-s", "lru", "-t", "zoom"] + Tool.tiny
    let whole = try await Tool.run(words + ["--out", scratch.path + "/whole.tsv"])
    let alone = try await Killer.fail(
      words + ["--out", scratch.path + "/alone.tsv"], call: "pthread_create", with: 11, onwards: true)
    #expect(whole.code == 0 && alone.code == 0, "\(whole.error)\(alone.error)")
    #expect(try Scratch.bytes(scratch.path + "/whole.tsv") == Scratch.bytes(scratch.path + "/alone.tsv"))
  }

  @Test func aProcessThatIsRefusedIsSaid() async throws {
    let run = ["-s", "none", "-s", "lru", "-t", "zoom", "--out", scratch.path + "/out"] + Tool.tiny
    let ran = try await Killer.fail(run, call: "posix_spawnp", with: 11)
    let said = "cannot be run (posix_spawn: Resource temporarily unavailable; raise the limit on processes, ulimit -u"
    #expect(ran.code == 1 && ran.error.contains(said), "\(ran)")
  }
}
