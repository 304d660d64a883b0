import CacheLab
import Strategies
import Testing

/// `--delivery`: which images a cell gets.
@Suite struct DeliveryOptionTests {
  private func record(_ words: [String]) async throws -> JSON {
    let scratch = Scratch()
    let options = ["-t", "hunt", "--decode", "none", "--format", "json", "--out", scratch.path + "/out"]
    return try await Tool.run(words + options + Tool.tiny).json()
  }

  @Test func opportunisticIsAPartOfEveryStrategyThatHasNone() async throws {
    let named = try await record(["-s", "preheat2x+opportunistic"])
    let asked = try await record(["-s", "preheat2x", "--delivery", "opportunistic"])
    #expect(asked["configuration"]?["strategy-short"] == .string("preheat2x+opportunistic"))
    #expect(asked["configuration-digest"] == named["configuration-digest"])
    #expect(asked["deterministic"] == named["deterministic"])
    #expect(asked["configuration"]?["drives-photos"] == .bool(true))
    let usual = try await record(["-s", "preheat2x", "--delivery", "highquality"])
    let plain = try await record(["-s", "preheat2x"])
    #expect(usual["configuration-digest"] == plain["configuration-digest"])
    #expect(usual["deterministic"]?["digest"] == plain["deterministic"]?["digest"])
  }

  @Test func fastIsSaidInTheRecordAndDecodesThumbnails() async throws {
    let scratch = Scratch()
    let words = ["-s", "preheat2x", "-t", "hunt", "--format", "json", "--out", scratch.path + "/out"] + Tool.tiny
    let fast = try await Tool.run(words + ["--delivery", "fast"]).json()
    #expect(fast["configuration"]?["delivery"] == .string("fast"))
    #expect(fast["notes"]?.array?.contains { $0.string?.contains("--delivery fast") == true } == true)
    // Really decoded, and counted as the images that were asked for.
    #expect(fast["measured"]?["decode-cpu"]?["count"] == fast["deterministic"]?["metrics"]?["decodes"])
    let plain = try await record(["-s", "preheat2x"])
    #expect(plain["configuration"]?["delivery"] == nil)
    #expect(fast["deterministic"]?["digest"] != plain["deterministic"]?["digest"])
  }

  @Test func anEventFileOfACloudIsExplainedAndReplayed() async throws {
    let scratch = Scratch()
    let words = ["-s", "preheat2x", "-t", "hunt", "--decode", "none", "--cloud", "100", "--delivery", "fast"]
    try await Tool.run(
      words + ["--events", scratch.path + "/e.jsonl", "--out", scratch.path + "/out"] + Tool.tiny
    ).succeeding()
    let usual = ["why", "-s", "none", "-t", "zoom", "--cloud", "100", "--worst", "1"] + Tool.tiny
    let why = try await Tool.run(usual)
    #expect(why.output.contains("its download"), "\(why.output)\(why.error)")
    let file = try await Tool.run(["why", scratch.path + "/e.jsonl", "--worst", "1"])
    #expect(file.code == 0 && file.error.isEmpty, "\(file.output)\(file.error)")
  }

  @Test func theCloudIsSaidInTheRecordAndCostsNothingWithoutAShare() async throws {
    let plain = try await record(["-s", "preheat2x"])
    let none = try await record(["-s", "preheat2x", "--cloud", "0:latency=1s"])
    #expect(none["configuration"] == plain["configuration"])
    #expect(none["deterministic"]?["digest"] == plain["deterministic"]?["digest"])
    let cloud = try await record(["-s", "preheat2x", "--cloud", "30:bandwidth=1MB"])
    #expect(cloud["configuration"]?["cloud"]?["percent"] == .integer(30))
    #expect(cloud["configuration"]?["cloud"]?["bytes-per-second"] == .integer(1_000_000))
    #expect(
      cloud["notes"]?.array?.contains { $0.string?.contains("30 of 100 photos are in the cloud") == true } == true)
    let metrics = cloud["deterministic"]?["metrics"]
    #expect((metrics?["downloads"]?.integer ?? 0) > 0 && (metrics?["downloaded-bytes"]?.integer ?? 0) > 0)
    #expect(plain["deterministic"]?["metrics"]?["downloads"]?["absent"] != nil)
  }

  @Test(arguments: [
    (["-s", "none", "--cloud", "30:latancy=1s"], ["'latancy'", "'latency'"]),
    (["-s", "none+opportunistic", "--delivery", "fast"], ["one image", "leave out '+opportunistic'"]),
    (["-s", "none", "--delivery", "sharp"], ["'sharp'", "--delivery"]),
  ])
  func whatCannotBeIsRefusedWithACure(_ words: [String], _ says: [String]) async throws {
    let ran = try await Tool.run(words + ["-t", "hunt", "--decode", "none"] + Tool.tiny)
    #expect(ran.code == 64, "\(ran.error)")
    for text in says { #expect(ran.error.contains(text), "\(ran.error)") }
  }
}
