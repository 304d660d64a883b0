import Strategies
import Testing

@Suite struct StrategySpecTests {
  @Test func defaultsWrittenOutAreTheDefaults() throws {
    #expect(try StrategySpec("preheat2x").canonicalText == "preheat2x:height=2,delta=1/3")
    #expect(try StrategySpec("preheat2x:delta=1/3,height=2").canonicalText == StrategySpec("preheat2x").canonicalText)
    #expect(try StrategySpec("lru").canonicalText == "lru:budget=7/2screens,match=exact")
  }

  @Test func shortTextLeavesDefaultsOut() throws {
    #expect(try StrategySpec("preheat2x:height=2,delta=1/3").shortText == "preheat2x")
    #expect(try StrategySpec("lru:budget=16000000B").shortText == "lru:budget=16MB")
  }

  @Test func twoPartsComeInOneOrder() throws {
    #expect(try StrategySpec("lru+preheat2x").canonicalText == StrategySpec("preheat2x+lru").canonicalText)
  }

  @Test func onlyStrategiesWithoutAnEvictionPolicyDrivePhotos() throws {
    #expect(try StrategySpec("preheat2x").canDrivePhotos && !StrategySpec("preheat2x+lru").canDrivePhotos)
  }

  @Test func thumbnailsStandInBesideAnyStrategy() throws {
    let spec = try StrategySpec("opportunistic+lru+preheat2x")
    #expect(spec.shortText == "preheat2x+lru+opportunistic" && spec.hasThumbnails && !spec.canDrivePhotos)
    #expect(try StrategySpec("opportunistic").shortText == "none+opportunistic")
    #expect(try StrategySpec("budget-priority+opportunistic").isRanking && !StrategySpec("preheat2x").hasThumbnails)
    #expect(try StrategySpec("preheat2x+opportunistic").canDrivePhotos, "it is what Photos does by itself")
    #expect(try !StrategySpec("preheat2x+lru+opportunistic").canDrivePhotos)
  }

  @Test(arguments: [
    ("preheat3x", "unknown strategy 'preheat3x'; did you mean 'preheat2x'?"),
    ("preheat2x:heigth=2", "strategy 'preheat2x' has no parameter 'heigth'; did you mean 'height'?"),
    ("none:a=1", "strategy 'none' takes no parameters, so 'a' means nothing to it"),
    ("lru:budget", "parameter 'budget' of strategy 'lru' has no value; write budget=VALUE"),
    ("lru:budget=1MB,budget=2MB", "parameter 'budget' of strategy 'lru' is given twice; keep one"),
    (
      "lru:budget=lots",
      "'lots' is not a value for parameter 'budget' of strategy 'lru': it takes 1B to 1000GB, or 1/100screens to "
        + "1000screens"
    ),
    ("lru:match=near", "'near' is not a value for parameter 'match' of strategy 'lru': it takes exact or at-least"),
    ("preheat2x+none", "'preheat2x' and 'none' both prefetch: a strategy has one of each at most"),
    (
      "none+lru+lru",
      "'none+lru+lru' has more than two parts and +opportunistic; write prefetcher+policy, such as "
        + "preheat2x+lru:budget=30MB"
    ),
    (
      "none+opportunistic+opportunistic",
      "'none+opportunistic+opportunistic' has more than two parts and +opportunistic; write prefetcher+policy, such as "
        + "preheat2x+lru:budget=30MB"
    ),
    ("xyzzy", "unknown strategy 'xyzzy'; no name is near it, and 'lab-run list strategies' shows all"),
    ("preheat2x+oportunistic", "unknown strategy 'oportunistic'; did you mean 'opportunistic'?"),
    ("", "a strategy needs a name, such as preheat2x or lru:budget=30MB"),
    ("lru+", "a strategy needs a name, such as preheat2x or lru:budget=30MB"),
  ])
  func errorsNameWhatIsWrong(_ text: String, _ expected: String) {
    let error = #expect(throws: SpecError.self) { try StrategySpec(text) }
    #expect(error?.description == expected)
  }

  @Test(arguments: StrategyRegistry.all.descriptors.map(\.id))
  func everyPolicyIsFoundByItsId(_ id: String) throws { #expect(try StrategySpec(id).shortText == id) }

  @Test func idsAreUnique() {
    let ids = StrategyRegistry.all.descriptors.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func slugsAreFileNames() throws {
    #expect(try StrategySpec("preheat2x:delta=1/4+lru:budget=1.5MB").slug == "preheat2x-delta-1-4-lru-budget-1.5MB")
  }

  private static let traces = ["browse", "fastscroll", "hunt", "ios-browse", "ios-fastscroll", "ios-hunt", "zoom"]
  private static let devices = ["decode-12ms", "decode-4ms", "decode-30ms", "instant", "host"]
  private static let commands = ["run", "list", "trace", "recommend", "report", "requests", "compare"]

  @Test(arguments: [
    ("fast", traces, "fastscroll"), ("ios", traces, "ios-browse"), ("Zoom", traces, "zoom"), ("hnut", traces, "hunt"),
    ("fastscrol", traces, "fastscroll"), ("fastscroll2", traces, "fastscroll"), ("scroll", traces, "fastscroll"),
    ("12ms", devices, "decode-12ms"), ("decode-5ms", devices, "decode-4ms"), ("recomend", commands, "recommend"),
    ("reprot", commands, "report"), ("kept", ["cancel", "keep"], "keep"),
    ("nuke", StrategyRegistry.all.descriptors.map(\.id), "nuke-prefetch"),
    ("lead", StrategyRegistry.all.descriptors.map(\.id), "windowed-lead"),
    ("fixedwindow", StrategyRegistry.all.descriptors.map(\.id), "fixed-window"),
  ])
  func beginningsErrorsAndPartsOfNamesAreKnown(_ text: String, _ names: [String], _ expected: String) {
    #expect(nearest(to: text, among: names) == expected)
    #expect(hint(for: text, among: names) == "did you mean '\(expected)'?")
  }

  @Test(arguments: [("iphone", devices), ("x", traces), ("", traces), ("compress", ["hunt", "zoom"])])
  func whatIsNearToNothingProposesNothing(_ text: String, _ names: [String]) {
    #expect(nearest(to: text, among: names) == nil)
  }

  @Test func whatIsNearToNothingIsToldAllNames() {
    #expect(
      hint(for: "iphone", among: StrategySpecTests.devices)
        == "choose one of decode-12ms, decode-4ms, decode-30ms, instant and host")
    #expect(hint(for: "iphone", among: ["host"]) == "it can only be host")
    #expect(hint(for: "siz", among: ["size"], quotedBy: "\"") == "did you mean \"size\"?")
  }

  @Test func everyNameIsNearestToItself() {
    let ids = StrategyRegistry.all.descriptors.map(\.id)
    for id in ids { #expect(nearest(to: id, among: ids) == id) }
  }

  @Test func readsWholeDecimalAndFraction() {
    #expect(Rational("2") == Rational(2) && Rational("0.4") == Rational(2, 5) && Rational("1/3") == Rational(1, 3))
  }

  @Test(arguments: ["", "1/0", "-1", "1e3", "1.", ".5", "1/2/3", "0.1234567890", "1/1234567", "12345.67"])
  func refuses(_ text: String) { #expect(Rational(text) == nil) }

  @Test(arguments: [
    ("30MB", 30_000_000), ("16MiB", 16 << 20), ("1.5GB", 1_500_000_000), ("7", 7), ("2000000000", 2_000_000_000),
    ("2kB", 2000), ("1KiB", 1024),
  ])
  func readsBytes(_ text: String, _ bytes: Int64) { #expect(ByteCount(text)?.rawValue == bytes) }

  @Test(arguments: ["", "MB", "1/2MB", "0.5B", "-1", "30 MB", "1TB", "999999999GiBGiB"])
  func refusesBytes(_ text: String) { #expect(ByteCount(text) == nil) }

  @Test(arguments: ["30MB", "16.777216MB", "40.0752MB", "63.888MB", "1500.000001MB", "1GB", "12.03kB", "123B", "0B"])
  func descriptionReadsBack(_ text: String) { #expect(ByteCount(text).map(\.description) == text) }
}
