import GRDB
import PhotosModel
import Synchronization

extension AssetLibrary {
  /// Makes a change, all of it or nothing, and tells observers afterwards (`performChangesAndWait`).
  ///
  /// - Throws: `CatalogError` when it cannot be made, or what the block throws; the library is then as before and
  ///   nobody is told.
  public func performChanges(_ block: (inout LibraryChanges) throws -> Void) throws {
    var changes = LibraryChanges(self)
    try block(&changes)
    if let failure = changes.failure { throw failure }
    try checkAccess(for: changes.operations)
    let isLimited = authorizationStatus(for: .readWrite) == .limited
    let now = nowMs()
    let operations = changes.operations
    let touched = try catalog.write { db in
      var writer = ChangeWriter(db: db, nowMs: now, choosesNew: isLimited)
      for operation in operations { try writer.apply(operation) }
      return writer
    }
    tellObservers(
      LibraryChange(
        library: self, changedRows: touched.changed.sorted(), contentRows: touched.contentChanged.sorted(),
        removedRows: touched.removed.sorted()))
  }

  /// The same with a handler that hears how it ended (`performChanges(_:completionHandler:)`). Here it is called before
  /// the call returns; Photos uses a queue of its own.
  public func performChanges(
    _ block: (inout LibraryChanges) throws -> Void, completionHandler: (Bool, (any Error)?) -> Void
  ) {
    do {
      try performChanges(block)
    } catch {
      return completionHandler(false, error)
    }
    completionHandler(true, nil)
  }

  func placeholder(_ kind: LocalIdentifier.Kind) -> ObjectPlaceholder {
    let row = nextRows.withLock { rows in
      defer { if kind == .asset { rows.asset += 1 } else { rows.collection += 1 } }
      return kind == .asset ? rows.asset : rows.collection
    }
    return ObjectPlaceholder(kind: kind, library: catalog.library, row: row)
  }

  private func checkAccess(for operations: [ChangeOperation]) throws(CatalogError) {
    let status = authorizationStatus(for: .readWrite)
    if !status.canRead {
      let adding = authorizationStatus(for: .addOnly)
      guard adding == .authorized, operations.allSatisfy({ $0.onlyAdds }) else {
        throw .refused("the app may not change the library (\(status)): request authorization first")
      }
    }
    if status == .limited, operations.contains(where: { $0.needsAlbums }) {
      throw .refused("albums cannot be changed with limited access: ask for access to all photos")
    }
    if !answers.allowsDeletion, operations.contains(where: { $0.deletes }) {
      throw .refused("the user does not want to delete")
    }
  }
}
