import GRDB
import LabSystem
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
    let now = Clocks.wallSeconds() * 1_000
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

/// One wish of a change: what it does in the database, and what the app must be allowed to do for it.
struct ChangeWish: Sendable {
  enum Kind: Sendable {
    case addsAsset
    case editsAsset
    case deletesAssets
    case changesAlbum
    case deletesAlbums

    var deletes: Bool { self == .deletesAssets || self == .deletesAlbums }
    /// True when it needs the user's albums, which limited access does not show.
    var needsAlbums: Bool { self == .changesAlbum || self == .deletesAlbums }
  }

  var kind: Kind
  /// Rows of the assets that it makes, edits or deletes: the albums that the library fills itself may gain or lose them.
  var assets: [Int64]
  var make: @Sendable (inout ChangeWriter) throws -> Void
}

/// What a change block wishes for. Nothing happens while the block runs. When it has returned all of it happens, or none.
final class ChangeRecorder: Sendable {
  private struct State: Sendable {
    var wishes: [ChangeWish] = []
    /// The first wish that cannot be one; the block goes on and the change fails.
    var failure: PhotosError?
    var isOpen = true
  }

  @TaskLocal static var current: ChangeRecorder?

  let library: AssetLibrary
  private let state = Mutex(State())

  init(_ library: AssetLibrary) { self.library = library }

  /// Of the block that runs now.
  ///
  /// - Precondition: a change block runs. Photos raises an exception otherwise.
  static var open: ChangeRecorder {
    guard let current, current.isOpen else {
      preconditionFailure("change requests are made in a block of performChanges")
    }
    return current
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func append(
    _ kind: ChangeWish.Kind, assets: [Int64] = [], _ make: @escaping @Sendable (inout ChangeWriter) throws -> Void
  ) {
    state.withLock { $0.wishes.append(ChangeWish(kind: kind, assets: assets, make: make)) }
  }

  func fail(_ error: PhotosError) { state.withLock { $0.failure = $0.failure ?? error } }

  func close() throws(PhotosError) -> [ChangeWish] {
    let (wishes, failure) = state.withLock { state in
      state.isOpen = false
      return (state.wishes, state.failure)
    }
    if let failure { throw failure }
    return wishes
  }

  /// Rows of objects of a kind, or of placeholders of such objects; what is none fails the change.
  func rows(of objects: any Sequence, _ kinds: LocalIdentifier.Kind...) -> [Int64] {
    ChangeRecorder.elements(objects).compactMap { object in
      if let placeholder = object as? ObjectPlaceholder, kinds.contains(placeholder.kind) { return placeholder.row }
      if let object = object as? any FetchedObject {
        if let collection = object as? PhotoCollection, !collection.canPerform(.rename) {
          fail(PhotosError(.changeNotSupported, "the library itself fills this album: change one of the user's"))
          return nil
        }
        if let row = library.rowOf(object.localIdentifier, kinds) { return row }
      }
      fail(PhotosError(.identifierNotFound, "'\(object)' is no object of this library that can be changed so"))
      return nil
    }
  }

  private static func elements(_ objects: some Sequence) -> [Any] { objects.map { $0 } }

  func placeholder(_ kind: LocalIdentifier.Kind) -> ObjectPlaceholder {
    let row = library.nextRows.withLock { rows in
      defer { if kind == .asset { rows.asset += 1 } else { rows.collection += 1 } }
      return kind == .asset ? rows.asset : rows.collection
    }
    return ObjectPlaceholder(kind: kind, library: library.catalog.library, row: row)
  }
}

/// Something that a change is about to make (`PHObjectPlaceholder`): it has its name already.
public struct ObjectPlaceholder: Hashable, Sendable {
  let kind: LocalIdentifier.Kind
  let library: UInt64
  let row: Int64

  /// What the object will be called once the change is made.
  public var localIdentifier: String { LocalIdentifier(kind: kind, library: library, row: row).description }
}
