import GRDB
import LabSystem
import PhotosModel
import Synchronization

/// An object that observes changes of the library (`PHPhotoLibraryChangeObserver`).
public protocol PhotoLibraryChangeObserver: AnyObject {
  /// Tells the observer, on the library's serial queue, that a change has been saved.
  func photoLibraryDidChange(_ changeInstance: Change)
}

extension AssetLibrary {
  /// Makes a change, completely or not at all. The block runs on the calling thread. When the call returns, the change
  /// is saved and image managers know of it; observers are told on the library's queue.
  ///
  /// - Throws: `PhotosError` when the change cannot be made, or the block's own error; the library is then unchanged
  ///   and no observer is called. A change cannot be made inside the block of another.
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
      // Keeps the order of changes when several threads make them.
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
  ///   - completionHandler: Called with the success of the change and its error.
  ///   - isolation: The caller's actor. A block that is isolated to it runs before the call returns.
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

  /// Makes a change and waits for it.
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

  /// Tells the observers that are registered now, on the library's queue.
  func tellObservers(_ change: Change) {
    scheduler.deliver {
      for observer in self.listeners.withLock({ $0.observers }) { observer.photoLibraryDidChange(change) }
    }
  }

  private func checkNesting() throws {
    guard let current = ChangeRecorder.current, current.isOpen else { return }
    throw PhotosError(.changeNotSupported, "a change cannot be made inside the block of another; make it afterwards")
  }

  private func checkAccess(for wishes: [ChangeWish], _ status: AuthorizationStatus) throws {
    if !status.canRead {
      let adding = authorizationStatus(for: .addOnly)
      guard adding == .authorized, wishes.allSatisfy({ $0.kind == .addsAsset }) else {
        if status == .notDetermined { requestAuthorization(for: .readWrite) }
        throw PhotosError.noAccess(status)
      }
    }
    if status == .limited, wishes.contains(where: { $0.kind.isOfAlbums }) {
      throw PhotosError(.accessUserDenied, "limited access shows no albums; ask for access to all photos")
    }
    if !answers.allowsDeletion, wishes.contains(where: { $0.kind.isDeletion }) {
      throw PhotosError(.userCancelled, "the user does not want to delete")
    }
  }
}

/// An app's change block. Like Photos' it need not be `Sendable`: it is called once, on the library's queue.
private struct ChangeBlock: @unchecked Sendable {
  let run: () -> Void
}

/// One wish of a change: its work in the database and the access that it needs.
struct ChangeWish: Sendable {
  enum Kind: Sendable {
    case addsAsset
    case editsAsset
    case deletesAssets
    case changesAlbum
    case deletesAlbums

    var isDeletion: Bool { self == .deletesAssets || self == .deletesAlbums }
    /// True when the wish needs the user's albums, which limited access hides.
    var isOfAlbums: Bool { self == .changesAlbum || self == .deletesAlbums }
  }

  var kind: Kind
  /// The rows of the assets that the wish makes, edits or deletes. Smart albums may gain or lose them.
  var assets: [Int64]
  var make: @Sendable (inout ChangeWriter) throws -> Void
}

/// The wishes of a change block. They are carried out after the block has returned, all or none.
final class ChangeRecorder: Sendable {
  private struct State: Sendable {
    var wishes: [ChangeWish] = []
    /// The first impossible wish. The block goes on, and the change fails.
    var failure: PhotosError?
    var isOpen = true
  }

  @TaskLocal static var current: ChangeRecorder?

  let library: AssetLibrary
  private let state = Mutex(State())

  init(_ library: AssetLibrary) { self.library = library }

  /// The recorder of the running block.
  ///
  /// - Precondition: A change block is running. Otherwise Photos raises an exception.
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

  /// Returns the rows of objects, or placeholders, of the given kinds. Any other element fails the change.
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

/// The identifier of an object that a change is about to make (`PHObjectPlaceholder`).
public struct ObjectPlaceholder: Hashable, Sendable {
  let kind: LocalIdentifier.Kind
  let library: UInt64
  let row: Int64

  /// The identifier that the object will have.
  public var localIdentifier: String { LocalIdentifier(kind: kind, library: library, row: row).description }
}
