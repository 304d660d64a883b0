import GRDB

/// What a fetch result holds: assets, albums, folders.
public protocol FetchedObject: Hashable, Sendable {}

/// Where the catalog keeps an object; rows of one table say nothing of another's.
enum ObjectTable: Hashable, Sendable {
  case asset
  /// Albums and folders.
  case collection
}

/// How the catalog reads it.
protocol LoadableObject: FetchedObject {
  static var table: ObjectTable { get }
  /// Reads rows, in their order; one that is not there is left out.
  static func load(_ rows: [Int64], library: UInt64, in db: Database) throws -> [Self]
  /// Its row in the catalog.
  var row: Int64 { get }
}
