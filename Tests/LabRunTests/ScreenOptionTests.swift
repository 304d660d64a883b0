import CacheLab
import LabRecords
import Testing

/// A screen by its name stands for its points and pixels wherever one is taken.
@Suite struct ScreenOptionTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ words: [String]) async throws -> JSON {
    let ran = try await Tool.run(
      ["-s", "preheat2x", "-t", "flicks", "--decode", "none", "--format", "json", "--out", scratch.path + "/out"]
        + Tool.tiny + words)
    #expect(ran.code == 0, "\(ran.error)")
    return try ran.json()
  }

  @Test(arguments: [
    (["--screen", "iphone-17"], ["--viewport", "402x874", "--scale", "3"]),
    (["--screen", "iphone-se", "--columns", "3"], ["--viewport", "375x667", "--scale", "2", "--columns", "3"]),
    (["--screen", "ipad-11:6"], ["--viewport", "820x1180", "--scale", "2", "--columns", "6"]),
    (["--screen", "390x844@3"], ["--viewport", "390x844", "--scale", "3"]),
  ]) func aRecordSaysPointsAndPixels(_ named: [String], _ spelled: [String]) async throws {
    let (short, long) = (try await run(named), try await run(spelled))
    #expect(short["configuration"] == long["configuration"])
    #expect(short["configuration-digest"] == long["configuration-digest"])
    #expect(short["deterministic"] == long["deterministic"] && short["command"] == long["command"])
    #expect(short["command"]?["settings"]?.array?.compactMap(\.string).starts(with: ["--library", "tiny"]) == true)
    #expect(short["configuration"] != (try await run([]))["configuration"])
  }

  @Test(arguments: [
    (["--viewport", "375x667"], "--viewport"), (["--scale", "2"], "--scale"),
    (["--viewport", "375x667", "--scale", "2"], "--scale and --viewport"),
  ]) func sayingItTwiceIsAnError(_ words: [String], _ named: String) async throws {
    for command in [["-s", "none", "-t", "flicks"], ["plot", "memory", "-s", "none"]] {
      let ran = try await Tool.run(command + ["--screen", "iphone-17"] + words)
      #expect(ran.code == 64, "\(ran.output)")
      #expect(ran.error.contains("--screen and \(named) say the same twice"), "\(ran.error)")
    }
    let columns = try await Tool.run(["-s", "none", "-t", "flicks", "--screen", "ipad-11:6", "--columns", "4"])
    #expect(columns.code == 64 && columns.error.contains("--screen and --columns say"), "\(columns.error)")
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
    func trace(_ words: [String]) async throws -> String {
      let path = scratch.path + "/\(words.count).scrolltrace"
      let ran = try await Tool.run(["trace"] + words + ["-o", path])
      #expect(ran.code == 0, "\(ran.error)")
      return try scratch.text(of: "\(words.count).scrolltrace")
    }
    let screen = ["--viewport", "744x1133", "--scale", "2", "--columns", "6"]
    let make = ["synth", "--human", "browse", "--seconds", "5"]
    let (named, spelled) = (try await trace(make + ["--screen", "ipad-mini:6"]), try await trace(make + screen))
    #expect(named == spelled && named.contains("\"viewport\":[744,1133]"))
  }

  @Test func screensAreListed() async throws {
    let listed = try await Tool.run(["list", "screens", "--format", "json"]).json()["screens"]?.array
    #expect(listed == NamedScreen.all.map(\.json))
    let text = try await Tool.run(["list", "screens"]).output
    for screen in NamedScreen.all { #expect(text.contains("\n\(screen.name) "), "\(screen.name)") }
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("ipad-mini ") && $0.contains("744x1133") })
  }
}
