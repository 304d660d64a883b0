import PhotosModel
import Synchronization

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

  /// Of the block that runs now on this thread.
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

  /// The block has returned: what it wished for.
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
