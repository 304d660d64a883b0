import CacheLab
import LabRecords
import Strategies
import Testing

/// A screen by its name stands for its points and pixels wherever one is taken.
@Suite struct ScreenOptionTests {
  private let scratch = Scratch()

  private func run(_ words: [String]) async throws -> JSON {
    let ran = try await Tool.run(
      ["-s", "preheat2x", "-t", "flicks", "--decode", "none", "--format", "json", "--out", scratch.path + "/out"]
        + Tool.tiny + words
    ).succeeding()
    return try ran.json()
  }

  @Test(arguments: [("iphone-17", "402x874@3"), ("iphone-se:3", "375x667@2:3"), ("ipad-11:6", "820x1180@2:6")])
  func aRecordSaysPointsAndPixels(_ named: String, _ spelled: String) async throws {
    let (short, long) = (try await run(["--screen", named]), try await run(["--screen", spelled]))
    #expect(short["configuration"] == long["configuration"])
    #expect(short["configuration-digest"] == long["configuration-digest"])
    #expect(short["deterministic"] == long["deterministic"] && short["command"] == long["command"])
    let words = ["--library", "tiny", "--screen", spelled, "--assets", "300"]
    #expect(short["command"]?["settings"]?.array?.compactMap(\.string).starts(with: words) == true, "\(short)")
    #expect(short["configuration"] != (try await run([]))["configuration"])
  }

  @Test(arguments: [
    (["--viewport", "375x667", "--scale", "2", "--columns", "3"], "375x667@2:3"),
    (["--viewport", "375x667"], "375x667"), (["--scale", "2"], "recorded@2"),
    (["--screen", "ipad-11", "--columns", "4"], "820x1180@2:4"),
  ])
  func partsAreAScreen(_ parts: [String], _ word: String) async throws {
    let (several, one) = (try await run(parts), try await run(["--screen", word]))
    #expect(several["configuration-digest"] == one["configuration-digest"])
    #expect(several["deterministic"] == one["deterministic"])
    let command = several["command"]?["settings"]?.array?.compactMap(\.string) ?? []
    #expect(command.contains(word), "\(command)")
  }

  @Test(arguments: [
    (["--screen", "iphone-17", "--viewport", "375x667", "--scale", "2"], "--screen and --viewport and --scale say"),
    (["--screen", "ipad-11:6", "--columns", "4"], "--screen and --columns say"), (["--columns", "0"], "1 to 1000"),
    (["--viewport", "wide"], "375x667"), (["--scale", "0"], "2.625"),
  ])
  func partsThatCannotBeAreRefused(_ words: [String], _ complaint: String) async throws {
    for command in [["-s", "none", "-t", "flicks"], ["plot", "memory", "-s", "none"]] {
      try await Tool.run(command + words).failing(64, complaint)
    }
  }

  @Test func aSweepAndARecommendationTakeNames() async throws {
    let words = ["-s", "preheat2x", "-t", "flicks", "--format", "csv"] + Tool.tiny
    let screens = ["--screen", "iphone-17", "--screen", "402x874@3", "--screen", "iphone-17-pro:5"]
    let swept = try await Tool.run(["sweep", "--out", scratch.path + "/a.tsv"] + words + screens)
    let rows = swept.output.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(rows.dropFirst().map { $0[3] } == ["402x874@3", "402x874@3:5"], "two names of one screen are one job")
    let single = try await run(["--screen", "iphone-17"])
    #expect(swept.output.contains(try #require(single["deterministic"]?["digest"]?.string)))
    let budget = ["recommend", "--budget", "900MB", "-s", "preheat2x", "-t", "flicks"] + Tool.tinyWhole
    let (named, spelled) = (
      try await Tool.run(budget + ["--screen", "iphone-se"]), try await Tool.run(budget + ["--screen", "375x667@2"])
    )
    #expect(named.code == 0, "\(named.error)")
    // The command of the answer is as it was written.
    #expect(named.output.replacing("--screen iphone-se", with: "--screen 375x667@2") == spelled.output)
    let wrong = try await Tool.run(["sweep"] + words + ["--screen", "iphone-71"])
    #expect(wrong.code != 0 && wrong.error.contains("did you mean 'iphone-17'?"), "\(wrong.error)")
  }

  @Test func tracesAreMadeForANamedScreen() async throws {
    let made = try await Tool.run(["trace", "synth", "--human", "browse", "--seconds", "5", "--screen", "ipad-mini:6"])
    #expect(made.output.contains("\"viewport\":[744,1133]") && made.output.contains("\"columns\":6"), "\(made.error)")
  }

  @Test func screensAreListed() async throws {
    let listed = try await Tool.run(["list", "screens", "--format", "json"]).json()["screens"]?.array
    #expect(listed == NamedScreen.all.map(\.json))
    let text = try await Tool.run(["list", "screens"]).output
    for screen in NamedScreen.all { #expect(text.contains("\n\(screen.name) "), "\(screen.name)") }
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("ipad-mini ") && $0.contains("744x1133") })
  }

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
    #expect(asked["deterministic"] == named["deterministic"] && asked["configuration"]?["drives-photos"] == .bool(true))
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
