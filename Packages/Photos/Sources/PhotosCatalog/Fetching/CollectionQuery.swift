import GRDB

/// A fetch of albums and folders, as the database is asked. Kept by its result, so that it can be run again after a
/// change.
struct CollectionQuery: Hashable, Sendable {
  /// Conditions and order, of the table of collections.
  var condition: String
  /// Its values; nil is the parent of what stands in no folder.
  var values: [Int64?] = []
}

extension AssetLibrary {
  /// Asks the database, within what the user allows: none under limited access, as in Photos.
  func run<Object: LoadableObject>(_ query: CollectionQuery) throws(CatalogError) -> FetchResult<Object> {
    let again: FetchResult<Object>.Query = { library throws(CatalogError) in try library.run(query) }
    let status = authorizationStatus(for: .readWrite)
    guard status.canRead else {
      return FetchResult(rows: RowList(), query: again, catalog: catalog, emptiness: .noAccess(status))
    }
    guard status != .limited else { return FetchResult(rows: RowList(), query: again, catalog: catalog) }
    let rows = try catalog.read { db in
      RowList(
        try Int64.fetchAll(
          db, sql: "SELECT id FROM collection WHERE \(query.condition)",
          arguments: StatementArguments(query.values)))
    }
    return FetchResult(rows: rows, query: again, catalog: catalog)
  }
}
