public import Foundation
import GRDB
import PhotosModel

/// An album or a folder (`PHCollection`). Collections with equal `localIdentifier`s are equal.
public class PhotoCollection: FetchedObject, @unchecked Sendable {
  public let localizedTitle: String?
  let row: Int64
  let photos: AssetLibrary
  private let kind: LocalIdentifier.Kind

  fileprivate init(row: Int64, title: String, kind: LocalIdentifier.Kind, of photos: AssetLibrary) {
    localizedTitle = title
    self.row = row
    self.kind = kind
    self.photos = photos
  }

  public final var localIdentifier: String {
    LocalIdentifier(kind: kind, library: photos.catalog.library, row: row).description
  }

  public final var canContainAssets: Bool { kind == .collection }
  public final var canContainCollections: Bool { kind == .list }

  /// Returns true for the collections that the user made, which an app may change, unlike smart albums.
  public final func canPerform(_ operation: CollectionEditOperation) -> Bool { row < AssetCollection.smartRow }

  public static func == (left: PhotoCollection, right: PhotoCollection) -> Bool {
    left.row == right.row && left.photos.catalog.library == right.photos.catalog.library
  }

  public final func hash(into hasher: inout Hasher) {
    hasher.combine(row)
    hasher.combine(photos.catalog.library)
  }

  fileprivate static let columns =
    "SELECT c.isList, c.title, c.startDate, c.endDate, c.assetCount FROM \(FetchQuery.collectionTable) c"
}

/// An album of the user or a smart album (`PHAssetCollection`).
public final class AssetCollection: PhotoCollection, @unchecked Sendable {
  public let assetCollectionSubtype: AssetCollectionSubtype
  /// The number of assets, or `NSNotFound` for a smart album, which has no fast count.
  public let estimatedAssetCount: Int
  /// The creation date of the oldest asset, or nil for an empty or a smart album.
  public let startDate: Date?
  /// The creation date of the newest asset, or nil for an empty or a smart album.
  public let endDate: Date?

  /// The first of the rows of smart albums, which the database does not contain.
  static let smartRow: Int64 = 2_000_000_000

  public var assetCollectionType: AssetCollectionType { row < AssetCollection.smartRow ? .album : .smartAlbum }

  static func row(of smart: AssetCollectionSubtype) -> Int64 { smartRow + Int64(smart.rawValue) }

  fileprivate init(smart: AssetCollectionSubtype, of photos: AssetLibrary) {
    assetCollectionSubtype = smart
    estimatedAssetCount = NSNotFound
    (startDate, endDate) = (nil, nil)
    super.init(row: AssetCollection.row(of: smart), title: smart.title, kind: .collection, of: photos)
  }

  fileprivate init(row: Int64, _ found: Row, of photos: AssetLibrary) {
    func date(_ ms: Int64?) -> Date? { ms.map { Date(timeIntervalSince1970: Double($0) / 1_000) } }
    assetCollectionSubtype = .albumRegular
    estimatedAssetCount = found[4]
    (startDate, endDate) = (date(found[2]), date(found[3]))
    super.init(row: row, title: found[1], kind: .collection, of: photos)
  }
}

/// A folder of albums and folders (`PHCollectionList`).
public final class CollectionList: PhotoCollection, @unchecked Sendable {
  public var collectionListType: CollectionListType { .folder }
  public var collectionListSubtype: CollectionListSubtype { .regularFolder }
}

extension PhotoCollection: LoadableObject {
  /// Loads deleted folders too, for older fetch results.
  static func load(
    _ rows: [Int64], of photos: AssetLibrary, in db: Database, _ take: (PhotoCollection) -> Void
  ) throws {
    let sql = columns.replacing("FROM collection WHERE trashed = 0", with: "FROM collection")
    let statement = try db.cachedStatement(sql: sql + " WHERE c.id = ?")
    for row in rows {
      if row >= AssetCollection.smartRow {
        AssetCollectionSubtype(rawValue: Int(row - AssetCollection.smartRow))
          .map { take(AssetCollection(smart: $0, of: photos)) }
      } else if let found = try Row.fetchOne(statement, arguments: [row]) {
        let isList: Bool = found[0]
        take(
          isList
            ? CollectionList(row: row, title: found[1], kind: .list, of: photos)
            : AssetCollection(row: row, found, of: photos))
      }
    }
  }
}
