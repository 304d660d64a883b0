import FoundationEssentials
import CacheLab
import Testing

/// `lab-run recommend` as a person runs it.
@Suite struct RecommendCommandTests {
  private let scratch = Scratch()

  private func recommend(_ words: [String]) async throws -> Tool.Outcome {
    try await Tool.run(["recommend"] + words + Tool.tinyWhole)
  }

  @Test func theAnswerStaysWithinTheBudgetOnEveryTrace() async throws {
    let ran = try await recommend(["--budget", "30MB", "-t", "flicks", "-t", "ios-flicks", "--format", "json"])
      .succeeding()
    let json = try ran.json()
    let peaks = try #require(json["traces"]?.array).compactMap { $0["answer"]?["peak-bitmap-bytes-worst"]?.number }
    #expect(peaks.count == 2 && peaks.allSatisfy { 0 < $0 && $0 <= 30_000_000 })
    let noticed = try #require(json["answer"]?["means"]?["stress"]?["noticed-waits"]?.number)
    #expect(noticed <= 0.001, "\(ran.output)")
    // A single run has the same numbers.
    let strategy = try #require(json["answer"]?["canonical"]?.string)
    let single = try await Tool.run(
      ["-s", strategy, "-t", "flicks", "--decode", "none", "--format", "json", "--out", scratch.path] + Tool.tinyWhole)
    let metrics = try single.json()["deterministic"]?["metrics"]
    #expect(
      json["traces"]?.array?.first?["answer"]?["warm-blank-ratio"]?.number
        == metrics?["warm-blank-ratio"]?["value"]?.number)
    #expect(metrics?["peak-bitmap-bytes"]?.number == peaks.first)
  }

  @Test(arguments: [
    (["--budget", "30MB", "-s", "none", "-s", "clairvoyant"], "cannot be shipped"),
    (["--budget", "30MB", "-s", "lru:budget=peak(none)"], "'lru:budget=peak(none)' measures others, or takes its"),
    ([], "--budget 30MB"), (["--budget", "30"], "did you mean 30MB?"), (["--budget", "2screens"], "such as 30MB"),
    (["--budget", "90MB", "--today", "clairvoyant"], "--today clairvoyant: it measures others, and no app can run it"),
    (["--budget", "90MB", "--today", "preheat3x"], "--today preheat3x: unknown strategy 'preheat3x'; did you mean"),
    (["--budget", "90MB", "--drives-photos", "-s", "lru"], "PHCachingImageManager can run none"),
    (["--budget", "90MB", "--without", "hunt"], "--without hunt"),
    (["--budget", "90MB", "--without", "flicks"], "leaves no trace"),
  ])
  func whatIsWrongIsSaid(_ words: [String], _ part: String) async throws {
    try await recommend(["-t", "flicks"] + words).failing(64, part)
  }

  /// Run at the budget that is named, there is an answer, and none a step below; whether candidates follow the budget or
  /// not.
  @Test(arguments: [["-s", "none", "-s", "preheat2x"], ["-s", "lru"]])
  func theBudgetThatIsNamedHasTheFirstAnswer(_ strategies: [String]) async throws {
    let words = strategies + ["-t", "flicks", "-t", "zoom"]
    let ran = try await recommend(["--budget", "100kB"] + words)
    let named = try #require(ran.output.firstMatch(of: /with\s+an\s+answer\s+is\s+([0-9]+)\.([0-9])MB/), "\(ran)")
    #expect(ran.code == 1 && !ran.output.contains("import Strategies"))
    let tenths = try #require(Int("\(named.1)\(named.2)"))
    try await recommend(["--budget", "\(tenths)00kB"] + words).succeeding()
    let below = try await recommend(["--budget", "\(tenths - 1)00kB"] + words)
    #expect(below.code == 1, "\(ran.output)\(below.output)")
  }

  @Test func whatAnAppDoesTodayStandsBesideTheAnswer() async throws {
    let words = ["--budget", "90MB", "-t", "flicks", "-s", "fixed-window", "--format", "json"]
    func strategies(_ more: String...) async throws -> [String?] {
      let json = try (try await recommend(words + more)).json()
      return ["answer", "today"].map { json[$0]?["strategy"]?.string }
    }
    #expect(try await strategies() == ["fixed-window+opportunistic", "preheat2x+opportunistic"])
    #expect(try await strategies("--today", "nothing") == ["fixed-window+opportunistic", nil])
    #expect(try await strategies("--delivery", "highquality") == ["fixed-window", "preheat2x"])
    // It says itself where thumbnails stand in: then nobody gets them unasked.
    #expect(try await strategies("--today", "none+opportunistic") == ["fixed-window", "none+opportunistic"])
  }

  @Test func markdownHasTablesAndCode() async throws {
    let ran = try await recommend([
      "--budget", "90MB", "-t", "flicks", "-s", "none", "-s", "fixed-window", "--format", "markdown",
    ])
    #expect(ran.code == 0 && ran.output.hasPrefix("Ship none+opportunistic."), "\(ran.output)")
    #expect(ran.output.contains("| answer |") && ran.output.contains("```swift\nimport GridPhotos\nimport GridViews\n"))
  }

  /// The command that stands above the Swift lines, run as it is written, gives the very same answer.
  @Test(arguments: [
    ["--budget", "40MB", "-t", "flicks", "-t", "ios-flicks", "-s", "none", "-s", "preheat2x"],
    ["--budget", "40MB", "-t", "flicks", "-t", "zoom", "--without", "zoom", "--drives-photos"],
    [
      "--budget", "90000kB", "-t", "flicks", "-s", "none", "--vary", "fixed-window:screens=1/5,1", "--cells", "keep",
      "--screen", "375x667@2", "--screen", "440x956@3:5", "--delivery", "opportunistic", "--device", "decode-4ms",
    ],
  ])
  func theCommandIsComplete(_ words: [String]) async throws {
    let ran = try await recommend(words)
    let lines = ran.output.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("///     ") }, "\(ran.error)\n\(ran.output)")
    let command = line.dropFirst("///     ".count).replacing(/^\S+/, with: "'\(Tool.executable)'")
    let again = try await Tool.shell("exec \(command)", [])
    #expect(again.code == 0 && again.output == ran.output, "\(command)\n\(again.error)")
  }

  @Test func onlyWhatDrivesPhotosIsTriedOnTheTracesThatAreLeft() async throws {
    let json = try await recommend([
      "--budget", "90MB", "-t", "flicks", "-t", "zoom", "--without", "zoom", "--drives-photos", "--format", "json",
    ]).json()
    #expect(json["answer"]?["drives-photos"] == .bool(true) && json["next-family"]?["drives-photos"] == .bool(true))
    #expect(json["judged"] == .array([.string("flicks")]))
  }

  @Test func scrollsThatStandStillAreRefused() async throws {
    let ran = try await Tool.run(
      ["recommend", "--budget", "30MB", "-t", "fastscroll", "-t", "zoom", "-s", "none", "-s", "preheat2x"]
        + ["--library", "tiny", "--assets", "40", "--quiet"])
    #expect(ran.code == 1 && ran.output.isEmpty)
    let expected = "most frames of fastscroll and zoom lie beyond the end of the grid"
    #expect(ran.error.contains(expected), "\(ran)")
    #expect(ran.error.contains("The library has 40 photos: --assets N asks for more"), "\(ran)")
    // A trace's own grid ends where no library can go on.
    let own = try await Tool.run(
      ["recommend", "--budget", "30MB", "-t", "fastscroll", "-s", "none", "-s", "preheat2x", "--screen", "recorded:40"]
        + ["--library", "tiny", "--assets", "8000", "--quiet"]
    ).failing(1, "--assets does not add to them; take fewer columns")
    #expect(!own.error.contains("8,000 photos"), "\(own)")
  }

  /// What is to be pasted compiles beside a source, for each kind of strategy.
  @Test(arguments: ["windowed-lead", "preheat2x+lru", "budget-priority"])
  func theSwiftLinesCompile(_ strategy: String) async throws {
    let ran = try await recommend([
      "--budget", "900MB", "-t", "flicks", "-s", strategy, "--format", "json", "--for", "driver",
    ])
    let code = try #require(try ran.json()["swift"]?.string, "\(ran.error)")
    #expect(code.contains("StrategySpec(\"\(strategy.split(separator: "+")[0])"))
    #expect(code.contains("  options.workers = 2\n"), "that of the device")
    let path = scratch.path + "/Grid.swift"
    let use = """

      final class Photos: ImageSource {
        func bytes(of image: String) -> Int { image.utf8.count }
        func begin(_ request: ImageRequest<String>) { request.answer(.image("\\(request.place)")) }
        func cancel(_ request: ImageRequest<String>) {}
      }

      func show(_ layout: GridLayout) throws -> String? {
        let driver = try recommendedDriver(source: Photos(), layout: layout, clock: { .zero })
        driver.scrolled(to: .points(100.5))
        return driver.image(at: 0)
      }

      """
    try (code + use).write(toFile: path, atomically: true, encoding: .utf8)
    try await Tool.shell(
      "exec swiftc -typecheck -warnings-as-errors -swift-version 6 -I '\(Tool.products)/Modules' -I '\(Tool.home)/Sources/CSlotMemory' \"$1\"",
      [path]
    ).succeeding()
  }
}
