import Testing

@testable import CacheLab
@testable import LabRunKit

/// Where the system tells less than Linux does.
@Suite struct OtherSystemTests {
  private let scratch = Scratch()

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
    let ran = try await OtherSystemTests.run(
      ["-s", "none", "-t", "hunt", "--format", "json", "--out", scratch.path + "/out"] + Tool.tiny
    ).succeeding()
    let record = try ran.json()
    for id in ["peak-rss", "baseline-rss", "rss-anon"] {
      #expect(record["measured"]?[id]?["absent"]?.string?.contains("/proc/self/") == true, "\(id)")
    }
    #expect(record["measured"]?["decode-wall"]?["count"] == record["deterministic"]?["metrics"]?["decodes"])
    #expect(record["environment"]?["cpu"] == .string("unknown"))
    for arguments in [["trace", "info", "zoom"], ["list"], ["library", "info"] + Tool.tiny] {
      #expect(try await OtherSystemTests.run(arguments).code == 0, "\(arguments)")
    }
  }

  @Test(.enabled(permission) { (try? await runWithoutProc([]))?.code != 99 })
  func aProgramWithoutItsWordsSaysSo() async throws {
    let ran = try await OtherSystemTests.runWithoutProc(["list"])
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
