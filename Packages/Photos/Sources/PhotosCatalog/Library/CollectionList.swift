import GRDB
import PhotosModel

/// A folder of albums and folders (`PHCollectionList`).
public struct CollectionList: Hashable, Sendable {
  public let localizedTitle: String
  let library: UInt64
  let row: Int64

  public var localIdentifier: String { LocalIdentifier(kind: .list, library: library, row: row).description }

  init(row: Int64, title: String, library: UInt64) {
    localizedTitle = title
    self.library = library
    self.row = row
  }
}

extension CollectionList: FetchedObject {}

extension CollectionList: LoadableObject {
  static var table: ObjectTable { .collection }

  static func load(_ rows: [Int64], library: UInt64, in db: Database) throws -> [CollectionList] {
    try rows.compactMap { row in
      try String.fetchOne(db, sql: "SELECT title FROM collection WHERE id = ? AND isList = 1", arguments: [row])
        .map { CollectionList(row: row, title: $0, library: library) }
    }
  }
}
