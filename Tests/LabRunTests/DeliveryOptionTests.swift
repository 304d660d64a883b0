import CacheLab
import Strategies
import Testing

/// `--delivery`: which images a cell gets.
@Suite struct DeliveryOptionTests {
  private func record(_ words: [String]) async throws -> JSON {
    let scratch = try Scratch()
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
    let scratch = try Scratch()
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

  @Test(arguments: [
    (["-s", "none+opportunistic", "--delivery", "fast"], ["one image", "leave out '+opportunistic'"]),
    (["-s", "none+coarse", "--delivery", "opportunistic"], ["leave out '+coarse'"]),
    (["-s", "none", "--delivery", "sharp"], ["'sharp'", "--delivery"]),
  ])
  func whatCannotBeIsRefusedWithACure(_ words: [String], _ says: [String]) async throws {
    let ran = try await Tool.run(words + ["-t", "hunt", "--decode", "none"] + Tool.tiny)
    #expect(ran.code == 64, "\(ran.error)")
    for text in says { #expect(ran.error.contains(text), "\(ran.error)") }
  }
}
