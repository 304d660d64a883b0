import GRDB
import PhotosModel

/// An album, the user's own or one that the library fills itself (`PHAssetCollection`).
public struct AssetCollection: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case album
    case smartAlbum(SmartAlbum)
  }

  public let kind: Kind
  public let localizedTitle: String
  let library: UInt64
  let row: Int64

  /// Rows of smart albums, which the database does not hold.
  private static let smartRow: Int64 = 1 << 40

  public var localIdentifier: String {
    LocalIdentifier(kind: .collection, library: library, row: row).description
  }

  init(smart: SmartAlbum, library: UInt64) {
    kind = .smartAlbum(smart)
    localizedTitle = smart.title
    self.library = library
    row = AssetCollection.smartRow + Int64(smart.rawValue)
  }

  init(row: Int64, title: String, library: UInt64) {
    kind = .album
    localizedTitle = title
    self.library = library
    self.row = row
  }
}

extension AssetCollection: FetchedObject {}

extension AssetCollection: LoadableObject {
  static var table: ObjectTable { .collection }

  static func load(_ rows: [Int64], library: UInt64, in db: Database) throws -> [AssetCollection] {
    try rows.compactMap { row in
      try String.fetchOne(db, sql: "SELECT title FROM collection WHERE id = ? AND isList = 0", arguments: [row])
        .map { AssetCollection(row: row, title: $0, library: library) }
    }
  }
}
