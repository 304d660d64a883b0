import Strategies
import Testing

@Suite struct StrategySpecTests {
  @Test func defaultsWrittenOutAreTheDefaults() throws {
    #expect(try StrategySpec("preheat2x").canonicalText == "preheat2x:height=2,delta=1/3")
    #expect(
      try StrategySpec("preheat2x:delta=1/3,height=2").canonicalText == StrategySpec("preheat2x").canonicalText)
    #expect(try StrategySpec("lru").canonicalText == "lru:budget=7/2screens,match=exact")
  }

  @Test func shortTextLeavesDefaultsOut() throws {
    #expect(try StrategySpec("preheat2x:height=2,delta=1/3").shortText == "preheat2x")
    #expect(try StrategySpec("lru:budget=16000000B").shortText == "lru:budget=16MB")
  }

  @Test func twoPartsComeInOneOrder() throws {
    #expect(
      try StrategySpec("lru+preheat2x").canonicalText == StrategySpec("preheat2x+lru").canonicalText)
  }

  @Test func onlyStrategiesWithoutRetentionDrivePhotos() throws {
    #expect(try StrategySpec("preheat2x").drivesPhotos)
    #expect(try !StrategySpec("preheat2x+lru").drivesPhotos)
  }

  @Test func thumbnailsStandInBesideAnyStrategy() throws {
    let spec = try StrategySpec("coarse:lead=1/5+lru+preheat2x")
    #expect(spec.shortText == "preheat2x+lru+coarse:lead=1/5")
    #expect(spec.coarse.hasTier && !spec.drivesPhotos)
    #expect(try StrategySpec("coarse").shortText == "none+coarse")
    #expect(try StrategySpec("budget-priority+coarse").ranks)
    #expect(try !StrategySpec("preheat2x+coarse").drivesPhotos, "Photos cannot be told when to degrade")
    #expect(try !StrategySpec("preheat2x").coarse.hasTier)
    #expect(try StrategySpec("preheat2x+opportunistic").drivesPhotos, "it is what Photos does by itself")
    #expect(try !StrategySpec("preheat2x+lru+opportunistic").drivesPhotos)
  }

  private static func keys(of policy: PolicyDescriptor) -> [String] { policy.parameters.map(\.key) }

  @Test(arguments: [
    ("preheat3x", SpecError.unknownPolicy("preheat3x", nearest: "preheat2x")),
    ("preheat2x:heigth=2", .unknownKey("heigth", policy: "preheat2x", keys: keys(of: Preheat2x.descriptor))),
    ("none:a=1", .unknownKey("a", policy: "none", keys: [])),
    ("lru:budget", .missingValue("budget", policy: "lru")),
    ("lru:budget=1MB,budget=2MB", .repeatedKey("budget", policy: "lru")),
    (
      "lru:budget=lots",
      .badValue("lots", key: "budget", policy: "lru", range: "1B to 1000GB, or 1/100screens to 1000screens")
    ),
    ("lru:match=near", .badValue("near", key: "match", policy: "lru", range: "exact or at-least")),
    ("preheat2x+none", .sameRole("preheat2x", "none", role: "prefetch")),
    ("none+lru+lru", .tooManyParts("none+lru+lru")),
    ("none+coarse+coarse", .sameRole("coarse", "coarse", role: "let thumbnails stand in")),
    ("xyzzy", .unknownPolicy("xyzzy", nearest: nil)),
    ("preheat2x+coarser", .unknownPolicy("coarser", nearest: "coarse")),
    ("preheat2x+coarse:led=1", .unknownKey("led", policy: "coarse", keys: keys(of: CoarseFirst.descriptor))),
    ("", .empty),
    ("lru+", .empty),
  ])
  func errorsNameWhatIsWrong(_ text: String, _ expected: SpecError) {
    #expect(throws: expected) { try StrategySpec(text) }
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
    #expect(try StrategySpec("preheat2x:delta=1/4+lru:budget=1.5MB").slug == "preheat2x-delta-1-4-lru-budget-1500kB")
  }
}
