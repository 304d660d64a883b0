import CacheLab
import PhotosCatalog
import PhotosModel
import Testing

@Suite struct PredicateFormatTests {
  private static let good: [(String, AssetPredicate)] = [
    ("mediaType == 1", .mediaType(.image)),
    ("favorite = YES", .isFavorite),
    ("isHidden != NO", .compare(.isHidden, .notEqual, 0)),
    (
      "mediaType==1 AND (isFavorite == YES || pixelWidth>=3000)",
      .and([.mediaType(.image), .or([.isFavorite, .compare(.pixelWidth, .greaterOrEqual, 3_000)])])
    ),
    ("NOT duration > 10000", .not(.compare(.duration, .greater, 10_000))),
    ("!(duration <> -1)", .not(.compare(.duration, .notEqual, -1))),
    ("(mediaSubtypes & 8) != 0", .mediaSubtypes(.photoLive)),
    ("(mediaSubtypes & 8) == 0", .not(.mediaSubtypes(.photoLive))),
    ("mediaType IN {1, 2}", .among(.mediaType, [1, 2])),
    ("mediaType in {}", .among(.mediaType, [])),
    ("burstIdentifier == nil", .isNil(.burstIdentifier)),
    ("burstIdentifier == 'burst-12'", .compare(.burstIdentifier, .equal, 12)),
  ]

  @Test(arguments: good.indices) func whatIsWrittenForPhotosIsRead(_ index: Int) throws {
    let (text, predicate) = PredicateFormatTests.good[index]
    #expect(try AssetPredicate(format: text) == predicate, "\(text)")
  }

  @Test(arguments: [
    ("", "expected one of localIdentifier"), ("mediaType", "expected a comparison, found the end"),
    ("mediaType == ", "expected a whole number"), ("colour == 3", "found 'colour' at character 1"),
    ("mediaType == 1 isFavorite", "found 'isFavorite' at character 16"), ("(mediaType == 1", "a closing parenthesis"),
    ("mediaType == 'photo'", "expected a whole number"), ("mediaType == 1; DROP TABLE asset", "found ';'"),
    ("localIdentifier == 'x", "has no end"), ("mediaType IN {1 2}", "a comma"),
    ("mediaType == 99999999999999999999", "expected a whole number"),
  ])
  func aTextThatIsNoneIsRefusedWithThePlace(_ text: String, _ words: String) throws {
    let error = #expect(throws: CatalogError.self) { try AssetPredicate(format: text) }
    #expect("\(try #require(error))".contains(words), "\(String(describing: error))")
  }

  @Test func depthAndLengthHaveLimits() {
    for text in [
      String(repeating: "(", count: 10_000), String(repeating: "NOT ", count: 1_000) + "isFavorite == 1",
      String(repeating: "isFavorite == 1 AND ", count: 1_000) + "isFavorite == 1",
    ] {
      #expect(throws: CatalogError.self) { try AssetPredicate(format: text) }
    }
  }

  @Test func itFindsAssetsByName() throws {
    let photos = try PhotosFixture.reading()
    let asset = try photos.fetchAssets().object(at: 11)
    let predicate = try AssetPredicate(format: "localIdentifier == '\(asset.localIdentifier)'")
    #expect(try PhotosFixture.objects(photos.fetchAssets(FetchOptions(predicate: predicate))) == [asset])
  }

  @Test func aLongPredicateReachesTheDatabase() throws {
    let photos = try PhotosFixture.reading()
    let text = (0..<300).map { "pixelWidth != \($0 + 10_000)" }.joined(separator: " AND ")
    #expect(try photos.fetchAssets(FetchOptions(predicate: AssetPredicate(format: text))).count > 1_000)
  }
}
