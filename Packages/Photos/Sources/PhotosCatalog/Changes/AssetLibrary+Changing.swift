import GRDB
import PhotosModel
import Synchronization

/// Hears what has changed (`PHPhotoLibraryChangeObserver`).
public protocol PhotoLibraryChangeObserver: AnyObject {
  /// Called after a change is in the library, on its serial queue.
  func photoLibraryDidChange(_ changeInstance: Change)
}

extension AssetLibrary {
  /// Makes a change, all of it or nothing. The block runs on the calling thread; when the call returns the change is in
  /// the library, and image managers know of it. Observers are told on the library's queue.
  ///
  /// - Throws: `PhotosError` when it cannot be made, or what the block throws; the library is then as before and nobody
  ///   is told. A change inside the block of another cannot be made.
  public func performChangesAndWait(_ changeBlock: () throws -> Void) throws { try make(wishes(of: changeBlock)) }

  /// What a block wishes for.
  private func wishes(of changeBlock: () throws -> Void) throws -> [ChangeWish] {
    try checkNesting()
    let recorder = ChangeRecorder(self)
    defer { _ = try? recorder.close() }
    try ChangeRecorder.$current.withValue(recorder) { try changeBlock() }
    return try recorder.close()
  }

  private func make(_ wishes: [ChangeWish]) throws {
    let status = authorizationStatus(for: .readWrite)
    try checkAccess(for: wishes, status)
    let now = nowMs()
    var change = Change(library: self)
    try catalog.write { db in
      var writer = ChangeWriter(db: db, nowMs: now, isLimited: status == .limited, change: change)
      try writer.apply(wishes)
      self.generation.add(1, ordering: .relaxed)
      let made = writer.change
      change = made
      // In the order of changes, whichever thread makes them.
      db.afterNextTransaction { _ in self.tellObservers(made) }
    }
    for manager in listeners.withLock({ $0.managers }) {
      manager.libraryChanged(
        contentOf: change.contentRows.map { AssetID(rawValue: $0) },
        removed: change.assets.removed.map { AssetID(rawValue: $0) })
    }
  }

  /// Makes a change later. Block, observers and handler run in this order on the library's queue, one change after
  /// another; the call itself returns at once.
  ///
  /// - Parameters:
  ///   - completionHandler: Hears whether the change is in the library, and if not, why.
  ///   - isolation: The caller's actor. A block that is made on one belongs to it, so it runs before the call returns.
  public func performChanges(
    _ changeBlock: @escaping () -> Void, completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil,
    isolation: (any Actor)? = #isolation
  ) {
    let known = isolation == nil ? nil : Result { try self.wishes(of: changeBlock) }
    let nesting = Result { try checkNesting() }
    let block = ChangeBlock(run: changeBlock)
    scheduler.deliver {
      let made = Result {
        try nesting.get()
        try self.make(known?.get() ?? self.wishes(of: { block.run() }))
      }
      self.scheduler.deliver {
        if case .failure(let error) = made { completionHandler?(false, error) } else { completionHandler?(true, nil) }
      }
    }
  }

  /// The same, awaited.
  nonisolated(nonsending) public func performChanges(_ changeBlock: @escaping () -> Void) async throws {
    let block = ChangeBlock(run: changeBlock)
    let isolation = #isolation
    try await withCheckedThrowingContinuation { (answer: CheckedContinuation<Void, any Error>) in
      performChanges(
        { block.run() },
        completionHandler: { _, error in
          if let error { answer.resume(throwing: error) } else { answer.resume() }
        }, isolation: isolation)
    }
  }

  public func register(_ observer: any PhotoLibraryChangeObserver) { listeners.withLock { $0.add(observer) } }

  public func unregisterChangeObserver(_ observer: any PhotoLibraryChangeObserver) {
    listeners.withLock { $0.remove(observer) }
  }

  /// On the library's queue. Who has unregistered by then is not told.
  func tellObservers(_ change: Change) {
    scheduler.deliver {
      for observer in self.listeners.withLock({ $0.observers }) { observer.photoLibraryDidChange(change) }
    }
  }

  private func checkNesting() throws {
    guard let current = ChangeRecorder.current, current.isOpen else { return }
    throw PhotosError(.changeNotSupported, "a change cannot be made inside the block of another: make it afterwards")
  }

  private func checkAccess(for wishes: [ChangeWish], _ status: AuthorizationStatus) throws {
    if !status.canRead {
      let adding = authorizationStatus(for: .addOnly)
      guard adding == .authorized, wishes.allSatisfy({ $0.kind == .addsAsset }) else {
        if status == .notDetermined { requestAuthorization(for: .readWrite) }
        throw PhotosError.noAccess(status)
      }
    }
    if status == .limited, wishes.contains(where: { $0.kind.needsAlbums }) {
      throw PhotosError(.accessUserDenied, "limited access shows no albums: ask for access to all photos")
    }
    if !answers.allowsDeletion, wishes.contains(where: { $0.kind.deletes }) {
      throw PhotosError(.userCancelled, "the user does not want to delete")
    }
  }
}

/// What an app wishes for, which need not be `Sendable`, as in Photos. It is called once, on the library's queue.
private struct ChangeBlock: @unchecked Sendable {
  let run: () -> Void
}
