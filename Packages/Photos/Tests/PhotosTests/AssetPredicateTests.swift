import CacheLab
import PhotosModel
import Strategies
import Testing

@testable import LabLibrary
@testable import LabBase
@testable import PhotosCatalog

/// The database and a plain evaluation in Swift give the same assets, for random conditions.
@Suite struct AssetPredicateTests {
  static func value(_ key: AssetKey, of asset: Asset) -> Int64? {
    switch key {
    case .localIdentifier: asset.id.rawValue
    case .creationDate: asset.creationMs
    case .modificationDate: asset.modificationMs
    case .mediaType: Int64(asset.mediaType.rawValue)
    case .mediaSubtypes: asset.mediaSubtypes.rawValue
    case .duration: asset.durationMs
    case .pixelWidth: Int64(asset.pixelWidth)
    case .pixelHeight: Int64(asset.pixelHeight)
    case .isFavorite: asset.isFavorite ? 1 : 0
    case .isHidden: asset.isHidden ? 1 : 0
    case .burstIdentifier: asset.burst.map { Int64($0) }
    case .representsBurst: asset.representsBurst ? 1 : 0
    }
  }

  static func holds(_ predicate: AssetPredicate, for asset: Asset) -> Bool {
    switch predicate {
    case .compare(let key, let comparison, let operand):
      let value = value(key, of: asset)
      return switch comparison {
      case .equal: value == operand
      case .notEqual: value != operand
      case .less: value.map { $0 < operand } ?? false
      case .lessOrEqual: value.map { $0 <= operand } ?? false
      case .greater: value.map { $0 > operand } ?? false
      case .greaterOrEqual: value.map { $0 >= operand } ?? false
      }
    case .anyBit(let key, let bits): return value(key, of: asset).map { $0 & bits != 0 } ?? false
    case .among(let key, let values): return value(key, of: asset).map { values.contains($0) } ?? false
    case .isNil(let key): return value(key, of: asset) == nil
    case .and(let parts): return parts.allSatisfy { holds($0, for: asset) }
    case .or(let parts): return parts.contains { holds($0, for: asset) }
    case .not(let part): return !holds(part, for: asset)
    }
  }

  static func random(_ random: inout SplitMix64, _ assets: [Asset], depth: Int) -> AssetPredicate {
    let key = AssetKey.allCases[random.next(below: AssetKey.allCases.count)]
    let sample = value(key, of: assets[random.next(below: assets.count)]) ?? 3
    switch random.next(below: depth > 0 ? 7 : 4) {
    case 0:
      let comparisons = AssetPredicate.Comparison.allCases
      return .compare(key, comparisons[random.next(below: comparisons.count)], sample)
    case 1: return .anyBit(key, sample | 1)
    case 2: return .among(key, (0..<random.next(below: 4)).map { sample + Int64($0) })
    case 3: return .isNil(key)
    case 4: return .and((0..<random.next(below: 3)).map { _ in self.random(&random, assets, depth: depth - 1) })
    case 5: return .or((0..<random.next(below: 3)).map { _ in self.random(&random, assets, depth: depth - 1) })
    default: return .not(self.random(&random, assets, depth: depth - 1))
    }
  }

  @Test func theDatabaseFindsWhatSwiftFinds() throws {
    let photos = try PhotosFixture.reading()
    let assets = try PhotosFixture.everything(photos)
    #expect(assets.count == PhotosFixture.library.index.count)
    var generator = SplitMix64(seed: 8)
    var foundCount = 0
    for number in 0..<200 {
      let predicate = AssetPredicateTests.random(&generator, assets, depth: 3)
      var options = FetchOptions(predicate: predicate)
      options.includeHiddenAssets = true
      options.includeAllBurstAssets = true
      options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
      let found = try photos.fetchAssets(options)
      let expected = assets.filter { AssetPredicateTests.holds(predicate, for: $0) }.map { $0.id.rawValue }
      #expect(Array(found.rows.all) == expected, "seed 8, number \(number): \(predicate)")
      foundCount += expected.isEmpty ? 0 : 1
    }
    #expect(foundCount > 50, "most predicates are not empty")
  }
}
