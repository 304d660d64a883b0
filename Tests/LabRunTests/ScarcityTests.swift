import Testing

@testable import CacheLab
@testable import LabRunKit

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

  /// Hides what Linux says of a process. All of /proc cannot go: Swift itself has its arguments and its threads from it.
  private static let hiding =
    "for f in status clear_refs; do mount --bind /dev/null /proc/$$/$f || exit 99; done; "
    + "mount --bind /dev/null /proc/cpuinfo || exit 99; exec \"$0\" \"$@\""

  private static func run(_ arguments: [String]) async throws -> Tool.Outcome {
    try await Tool.run("unshare", ["-rm", "sh", "-c", hiding, Tool.executable] + arguments)
  }

  /// Swift has the words of a process from there.
  private static func runWithoutProc(_ arguments: [String]) async throws -> Tool.Outcome {
    let hiding = "mount -t tmpfs none /proc || exit 99; exec \"$0\" \"$@\""
    return try await Tool.run("unshare", ["-rm", "sh", "-c", hiding, Tool.executable] + arguments)
  }

  private static let permission: Comment = "unshare(1) with a mount namespace of one's own is not permitted here"

  @Test(.enabled(permission) { (try? await run(["--version"]))?.code == 0 })
  func memoryThatCannotBeReadIsAbsentWithAReason() async throws {
    let ran = try await ScarcityTests.run(
      ["-s", "none", "-t", "hunt", "--format", "json", "--out", scratch.path + "/out"] + Tool.tiny
    ).succeeding()
    let record = try ran.json()
    for id in ["peak-rss", "baseline-rss", "rss-anon"] {
      #expect(record["measured"]?[id]?["absent"]?.string?.contains("/proc/self/") == true, "\(id)")
    }
    #expect(record["measured"]?["decode-wall"]?["count"] == record["deterministic"]?["metrics"]?["decodes"])
    #expect(record["environment"]?["cpu"] == .string("unknown"))
    for arguments in [["trace", "info", "zoom"], ["list"], ["library", "info"] + Tool.tiny] {
      #expect(try await ScarcityTests.run(arguments).code == 0, "\(arguments)")
    }
  }

  @Test(.enabled(permission) { (try? await runWithoutProc([]))?.code != 99 })
  func aProgramWithoutItsWordsSaysSo() async throws {
    let ran = try await ScarcityTests.runWithoutProc(["list"])
    #expect(ran.code == 1 && ran.output.isEmpty, "\(ran.output)")
    #expect(
      ran.error == "lab-run: the words that this program was called with cannot be read: mount /proc\n", "\(ran.error)")
  }

  @Test func aProgramKnowsItsPathByItsNameToo() async throws {
    // Several measured runs need the program's own path; here it is called through a link and by PATH.
    try await Tool.shell("ln -s \"$0\" \"$1/lab-run\"", [scratch.path]).succeeding()
    try await Tool.shell(
      "p=\"$1\"; shift; PATH=\"$p:$PATH\" lab-run \"$@\"",
      [scratch.path, "-s", "none", "-s", "lru", "-t", "hunt", "--out", scratch.path + "/out"] + Tool.tiny
    ).succeeding()
    #expect(scratch.names(in: "out").count == 1)
  }
}
