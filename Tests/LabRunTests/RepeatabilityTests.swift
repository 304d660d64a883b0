import FoundationEssentials
import CacheLab
import Testing

/// The same command line gives the same deterministic block, whatever the process is like.
@Suite(.serialized) struct RepeatabilityTests {
  private let scratch = Scratch()

  private var arguments: [String] {
    ["-s", "preheat2x+lru:budget=2MB", "-t", "open-photo", "--format", "json", "--out", scratch.path + "/out"]
      + Tool.tiny
  }

  private func digest(_ outcome: Tool.Outcome) throws -> String {
    try #require(try outcome.json()["deterministic"]?["digest"]?.string, "\(outcome.error)")
  }

  @Test func hashSeedsAndCoresChangeNothing() async throws {
    let plain = try digest(await Tool.run(arguments))
    for _ in 0..<2 {
      let seeded = try await Tool.run(arguments, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"])
      #expect(try digest(seeded) == plain)
      #expect(try digest(await Tool.run(arguments)) == plain, "another random hash seed")
    }
    let allowed = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
      .first { $0.hasPrefix("Cpus_allowed_list:") }
    let core = try #require(allowed?.drop { !$0.isNumber }.prefix { $0.isNumber })
    let pinned = try await Tool.shell("exec taskset -c \(core) \"$0\" \"$@\"", arguments)
    #expect(try digest(pinned) == plain)
  }
}
