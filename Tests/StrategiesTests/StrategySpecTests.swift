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
    #expect(try StrategySpec("preheat2x").canDrivePhotos)
    #expect(try !StrategySpec("preheat2x+lru").canDrivePhotos)
  }

  @Test func thumbnailsStandInBesideAnyStrategy() throws {
    let spec = try StrategySpec("opportunistic+lru+preheat2x")
    #expect(spec.shortText == "preheat2x+lru+opportunistic")
    #expect(spec.hasThumbnails && !spec.canDrivePhotos)
    #expect(try StrategySpec("opportunistic").shortText == "none+opportunistic")
    #expect(try StrategySpec("budget-priority+opportunistic").isRanking)
    #expect(try !StrategySpec("preheat2x").hasThumbnails)
    #expect(try StrategySpec("preheat2x+opportunistic").canDrivePhotos, "it is what Photos does by itself")
    #expect(try !StrategySpec("preheat2x+lru+opportunistic").canDrivePhotos)
  }

  @Test(arguments: [
    ("preheat3x", "unknown strategy 'preheat3x': did you mean 'preheat2x'?"),
    ("preheat2x:heigth=2", "strategy 'preheat2x' has no parameter 'heigth': did you mean 'height'?"),
    ("none:a=1", "strategy 'none' takes no parameters, so 'a' means nothing to it"),
    ("lru:budget", "parameter 'budget' of strategy 'lru' has no value: write budget=VALUE"),
    ("lru:budget=1MB,budget=2MB", "parameter 'budget' of strategy 'lru' is given twice: keep one"),
    (
      "lru:budget=lots",
      "'lots' is not a value for parameter 'budget' of strategy 'lru': it takes 1B to 1000GB, or 1/100screens to "
        + "1000screens"
    ),
    ("lru:match=near", "'near' is not a value for parameter 'match' of strategy 'lru': it takes exact or at-least"),
    ("preheat2x+none", "'preheat2x' and 'none' both prefetch: a strategy has one of each at most"),
    (
      "none+lru+lru",
      "'none+lru+lru' has more than two parts and +opportunistic: write prefetcher+policy, such as "
        + "preheat2x+lru:budget=30MB"
    ),
    (
      "none+opportunistic+opportunistic",
      "'none+opportunistic+opportunistic' has more than two parts and +opportunistic: write prefetcher+policy, such as "
        + "preheat2x+lru:budget=30MB"
    ),
    ("xyzzy", "unknown strategy 'xyzzy': no name is near it, and 'lab-run list strategies' shows all"),
    ("preheat2x+oportunistic", "unknown strategy 'oportunistic': did you mean 'opportunistic'?"),
    ("", "a strategy needs a name, such as preheat2x or lru:budget=30MB"),
    ("lru+", "a strategy needs a name, such as preheat2x or lru:budget=30MB"),
  ])
  func errorsNameWhatIsWrong(_ text: String, _ expected: String) {
    let error = #expect(throws: SpecError.self) { try StrategySpec(text) }
    #expect(error?.description == expected)
  }

  @Test(arguments: StrategyRegistry.all.descriptors.map(\.id))
  func everyPolicyIsFoundByItsId(_ id: String) throws {
    #expect(try StrategySpec(id).shortText == id)
  }

  @Test func idsAreUnique() {
    let ids = StrategyRegistry.all.descriptors.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func slugsAreFileNames() throws {
    #expect(try StrategySpec("preheat2x:delta=1/4+lru:budget=1.5MB").slug == "preheat2x-delta-1-4-lru-budget-1.5MB")
  }
}
