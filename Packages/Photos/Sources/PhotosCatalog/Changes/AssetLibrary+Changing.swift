import GRDB
import PhotosModel
import Synchronization

extension AssetLibrary {
  /// Makes a change, all of it or nothing (`performChangesAndWait`). Block and observers run on the calling thread; they
  /// are told once the change is in the library and before the call returns.
  ///
  /// - Throws: `CatalogError` when it cannot be made, or what the block throws; the library is then as before and
  ///   nobody is told.
  public func performChangesAndWait(_ block: (inout LibraryChanges) throws -> Void) throws {
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
    tellObservers(touched.change(of: self))
  }

  /// Makes a change later (`performChanges(_:completionHandler:)`). Block, observers and handler run in this order on the
  /// library's own queue, one change after another; the call itself returns at once.
  ///
  /// - Parameter completionHandler: Hears whether the change is in the library, and if not, why.
  public func performChanges(
    _ block: @escaping @Sendable (inout LibraryChanges) throws -> Void,
    completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    scheduler.deliver {
      do {
        try self.performChangesAndWait(block)
      } catch {
        completionHandler?(false, error)
        return
      }
      completionHandler?(true, nil)
    }
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
