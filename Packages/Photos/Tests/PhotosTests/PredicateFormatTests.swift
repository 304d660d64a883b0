@testable import CacheLab
import Foundation
import PhotosModel
import StrategyKit
import Testing

@testable import PhotosCatalog

@Suite struct PredicateFormatTests {
  private static func found(_ predicate: NSPredicate) throws -> FetchResult<Asset> {
    let options = PhotosFixture.everything()
    options.predicate = predicate
    return Asset.fetchAssets(with: options, of: try PhotosFixture.reading())
  }

  @discardableResult private func expect(
    _ predicate: NSPredicate, _ place: SourceLocation = #_sourceLocation, holds: (Asset) -> Bool
  ) throws -> Int {
    let (result, expected) = (try Self.found(predicate), try Self.all.get().filter(holds))
    #expect(Array(result) == expected, "\(predicate) \(String(describing: result.emptiness))", sourceLocation: place)
    return expected.count
  }

  @discardableResult private func expect(
    _ format: String, _ arguments: Any..., place: SourceLocation = #_sourceLocation, holds: (Asset) -> Bool
  ) throws -> Int { try expect(NSPredicate(format: format, argumentArray: arguments), place, holds: holds) }

  private static let all = Result { PhotosFixture.everything(try PhotosFixture.reading()) }

  @Test func secondsAreSecondsAndDatesAreDates() throws {
    try expect("duration > 10") { $0.duration > 10 }
    try expect("duration > 10.25") { $0.duration > 10.25 }
    try expect("duration BETWEEN {5, 20.5}") { (5...20.5).contains($0.duration) }
    try expect("duration BETWEEN %@", [5, 20]) { (5...20).contains($0.duration) }
    try expect("10 < duration") { $0.duration > 10 }
    let all = try PredicateFormatTests.all.get()
    let date = try #require(all[all.count / 2].creationDate)
    try expect("creationDate > %@", date as NSDate) { $0.creationDate! > date }
    let end = date.addingTimeInterval(864_000)
    try expect("creationDate >= %@ AND creationDate < %@", date as NSDate, end as NSDate) {
      (date..<end).contains($0.creationDate!)
    }
  }

  @Test func theUsualPredicatesFindWhatTheySay() throws {
    let image = AssetMediaType.image.rawValue
    try expect("mediaType == %d", image) { $0.mediaType == .image }
    try expect("mediaType = %i || mediaType = %ld", image, 2) { _ in true }
    try expect("%K == %@", "mediaType", NSNumber(value: 2)) { $0.mediaType == .video }
    try expect("mediaType IN %@", [1, 2]) { _ in true }
    try expect("mediaType in {}") { _ in false }
    let live = AssetMediaSubtype.photoLive.rawValue
    for format in ["(mediaSubtypes & %d) == 8", "(mediaSubtypes & %d) != 0", "(mediaSubtype & %d) = 8"] {
      try expect(format, live) { $0.mediaSubtypes.contains(.photoLive) }
    }
    try expect("NOT ((mediaSubtypes & %d) != 0)", 4) { !$0.mediaSubtypes.contains(.photoScreenshot) }
    try expect("favorite == YES") { $0.isFavorite }
    try expect("isFavorite == %@", NSNumber(value: true)) { $0.isFavorite }
    try expect("isHidden != %@", false) { $0.isHidden }
    try expect("pixelWidth > pixelHeight") { $0.pixelWidth > $0.pixelHeight }
    try expect("burstIdentifier == nil") { $0.burstIdentifier == nil }
    try expect("burstIdentifier != NULL") { $0.burstIdentifier != nil }
    try expect("TRUEPREDICATE") { _ in true }
    try expect(
      NSCompoundPredicate(andPredicateWithSubpredicates: [
        NSPredicate(format: "mediaType == 1"),
        NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "favorite == 1")),
      ])
    ) { $0.mediaType == .image && !$0.isFavorite }
  }

  @Test func aValueIsAPredicateToo() throws {
    try expect(NSPredicate(value: true)) { _ in true }
    try expect(NSPredicate(value: false)) { _ in false }
  }

  @Test func objectsAndNamesAreFound() throws {
    let photos = try PhotosFixture.reading()
    let all = PhotosFixture.everything(photos)
    let names = all.prefix(1_001).map { $0.localIdentifier }
    let one = Set(all.prefix(1_001))
    try expect("localIdentifier IN %@", names) { one.contains($0) }
    try expect("localIdentifier IN %@", names as NSArray) { one.contains($0) }
    try expect("NOT (SELF IN %@)", Array(one)) { !one.contains($0) }
    try expect("SELF == %@", all[7]) { $0 == all[7] }
    try expect("localIdentifier == '\(names[11])'") { $0 == all[11] }
    let burst = try #require(all.compactMap { $0.burstIdentifier }.first)
    try expect("burstIdentifier == %@", burst) { $0.burstIdentifier == burst }
    let other = LocalIdentifier(kind: .asset, library: 99, row: 1).description
    try expect("localIdentifier == %@", other) { _ in false }
    try expect("localIdentifier IN %@", [other, "x"]) { _ in false }
  }

  @Test func longAndDeepPredicatesReachTheDatabase() throws {
    let wide = (0..<1_500).map { "pixelWidth == \($0)" }.joined(separator: " OR ")
    try expect(wide) { $0.pixelWidth < 1_500 }
    let narrow = (0..<1_500).map { "pixelWidth != \($0 + 100)" }.joined(separator: " AND ")
    try expect(narrow) { !(100..<1_600).contains($0.pixelWidth) }
    let nots = String(repeating: "NOT ", count: 49) + "favorite == 1"
    try expect(nots) { !$0.isFavorite }
    try expect(String(repeating: "NOT ", count: 99_990) + "favorite == 1") { $0.isFavorite }
    let deep =
      String(repeating: "(favorite == 0 OR (hidden == 0 AND ", count: 24) + "mediaType == 2"
      + String(repeating: "))", count: 24)
    try expect(deep) { !$0.isFavorite || !$0.isHidden && $0.mediaType == .video }
    let notted =
      String(repeating: "NOT (favorite == 1 AND ", count: 40) + "hidden == 1" + String(repeating: ")", count: 40)
    #expect(try PredicateFormatTests.found(NSPredicate(format: notted)).count > 0)
    var compound = NSPredicate(format: "favorite == 1")
    for _ in 0..<100 { compound = NSCompoundPredicate(notPredicateWithSubpredicate: compound) }
    try expect(compound) { $0.isFavorite }
  }

  @Test(arguments: [
    ("", "expected one of"), ("mediaType", "expected a comparison, found the end"),
    ("mediaType == ", "expected a number"), ("colour == 3", "found 'colour' at character 1"),
    ("mediaType == 1 isFavorite", "found 'isFavorite' at character 16"), ("(mediaType == 1", "a closing parenthesis"),
    ("mediaType == 'photo'", "expected a number"), ("mediaType == 1; DROP TABLE asset", "found ';'"),
    ("localIdentifier == 'x", "has no end"), ("mediaType IN {1 2}", "a comma"),
    ("creationDate > 100", "a date; write %@"), ("mediaType == %d", "no argument"), ("title == 'x'", "one of"),
    ("duration BETWEEN {1}", "two bounds"), ("favorite == 7", "YES or NO"),
    ("mediaType == %z", "no place for an argument"),
  ])
  func aTextThatIsNoneFindsNothingAndSaysWhere(_ text: String, _ words: String) throws {
    guard case .failed(let reason) = try PredicateFormatTests.found(NSPredicate(format: text)).emptiness else {
      Issue.record("'\(text)' is no predicate")
      return
    }
    #expect(reason.contains(words), "\(reason)")
  }

  @Test func whatIsTooLargeOrNoFormatFindsNothingAndSaysSo() throws {
    var compound = NSPredicate(format: "favorite == 1")
    for _ in 0..<300 { compound = NSCompoundPredicate(notPredicateWithSubpredicate: compound) }
    for predicate in [
      NSPredicate(format: String(repeating: "(", count: 10_000)), compound, NSPredicate(block: { _, _ in true }),
      NSPredicate(format: String(repeating: "isFavorite == 1 AND ", count: 60_000) + "isFavorite == 1"),
      NSPredicate(format: "mediaType == %@", Double.nan), NSPredicate(format: "mediaType == %@", Date()),
    ] {
      guard case .failed = try PredicateFormatTests.found(predicate).emptiness else {
        Issue.record("taken: \(String("\(predicate)".prefix(80)))")
        continue
      }
    }
  }

  @Test func albumsAreFoundByTheirTitle() throws {
    let photos = try PhotosFixture.reading()
    func titles(_ format: String, _ argument: String) -> [String] {
      let options = PhotosFixture.options { $0.predicate = NSPredicate(format: format, argument) }
      return AssetCollection.fetchAssetCollections(with: .album, options: options, of: photos).compactMap {
        $0.localizedTitle
      }
    }
    for key in ["title", "localizedTitle"] {
      #expect(titles("\(key) = %@", "Trip 3") == ["Trip 3"])
      #expect(titles("\(key) ==[c] %@", "trip 3") == ["Trip 3"])
      #expect(titles("\(key) = %@", "trip 3") == [])
      #expect(titles("\(key) BEGINSWITH %@", "Trip").count == 12)
      #expect(titles("\(key) ENDSWITH %@", "12") == ["Trip 12"])
      #expect(titles("\(key) CONTAINS[cd] %@", "BUM").count == 8)
      #expect(titles("\(key) LIKE %@", "Trip ?").count == 9)
      #expect(titles("\(key) CONTAINS %@", "%") == [])
    }
    let options = PhotosFixture.options {
      $0.predicate = NSPredicate(format: "estimatedAssetCount > 100 AND endDate > %@", Date(timeIntervalSince1970: 0))
      $0.sortDescriptors = [NSSortDescriptor(key: "estimatedAssetCount", ascending: false)]
      $0.fetchLimit = 3
    }
    let found = Array(AssetCollection.fetchAssetCollections(with: .album, options: options, of: photos))
    #expect(found.count == 3 && found[0].estimatedAssetCount >= found[2].estimatedAssetCount)
    let smart = PhotosFixture.options { $0.predicate = NSPredicate(format: "title == 'Favorites'") }
    #expect(
      AssetCollection.fetchAssetCollections(with: .smartAlbum, options: smart, of: photos).map {
        $0.assetCollectionSubtype
      } == [
        .smartAlbumFavorites
      ])
  }

  /// The database and a plain evaluation in Swift give the same assets, for random conditions.
  @Test func theDatabaseFindsWhatSwiftFinds() throws {
    let all = try PredicateFormatTests.all.get()
    var random = SplitMix64(seed: 8)
    func condition(_ depth: Int) -> (text: String, holds: (Asset) -> Bool) {
      let sample = all[random.next(below: all.count)]
      switch random.next(below: depth > 0 ? 8 : 5) {
      case 0: return ("pixelWidth <= \(sample.pixelWidth)", { $0.pixelWidth <= sample.pixelWidth })
      case 1: return ("duration < \(sample.duration)", { $0.duration < sample.duration })
      case 2:
        return (
          "(mediaSubtypes & 12) != 0", { !$0.mediaSubtypes.intersection([.photoLive, .photoScreenshot]).isEmpty }
        )
      case 3:
        guard let burst = sample.burstIdentifier else { return ("burstIdentifier == nil", { $0.burst == nil }) }
        return ("burstIdentifier != '\(burst)'", { $0.burstIdentifier != burst })
      case 4: return ("isFavorite = 1", { $0.isFavorite })
      case 5:
        let part = condition(depth - 1)
        return ("NOT (\(part.text))", { !part.holds($0) })
      case 6:
        let (left, right) = (condition(depth - 1), condition(depth - 1))
        return ("(\(left.text) AND \(right.text))", { left.holds($0) && right.holds($0) })
      default:
        let (left, right) = (condition(depth - 1), condition(depth - 1))
        return ("(\(left.text) OR \(right.text))", { left.holds($0) || right.holds($0) })
      }
    }
    var count = 0
    for _ in 0..<100 {
      let (text, holds) = condition(4)
      if try expect(text, holds: holds) > 0 { count += 1 }
    }
    #expect(count > 30, "most predicates find something")
  }
}
