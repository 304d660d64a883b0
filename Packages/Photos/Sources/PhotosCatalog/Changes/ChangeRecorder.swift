import PhotosModel
import StrategyKit
import Synchronization

/// One wish of a change, as it is carried out in the database. Objects are named by their rows.
enum ChangeOperation: Sendable {
  /// A new asset that shows a file.
  case create(row: Int64, file: ItemID)
  case edit([Int64], AssetEdit)
  case deleteAssets([Int64])
  case createCollection(row: Int64, title: String, isList: Bool)
  case rename(Int64, title: String)
  case deleteCollections([Int64])
  /// What places in an album or a folder count in from here on: these rows, or what it holds.
  case count(in: [Int64]?, of: Int64)
  /// Each at a place in the album as it is then; at the end without places.
  case insertMembers([Int64], album: Int64, at: [Int]?)
  case removeMembers([Int64], album: Int64)
  case removeMembersAt([Int], album: Int64)
  case replaceMembers(at: [Int], with: [Int64], album: Int64)
  case moveMembers(from: [Int], to: Int, album: Int64)
  /// Into a folder; nil is the top level. At the end without places.
  case moveCollections([Int64], into: Int64?, at: [Int]?)
  case removeChildrenAt([Int], folder: Int64)
  case moveChildren(from: [Int], to: Int, folder: Int64)

  /// True when adding to the library is all that it does.
  var onlyAdds: Bool { if case .create = self { true } else { false } }

  var deletes: Bool {
    switch self {
    case .deleteAssets, .deleteCollections: true
    default: false
    }
  }

  /// True when it needs the user's albums, which limited access does not show.
  var needsAlbums: Bool {
    switch self {
    case .create, .edit, .deleteAssets: false
    default: true
    }
  }
}

/// What can be changed of an asset.
enum AssetEdit: Hashable, Sendable {
  case favorite(Bool)
  case hidden(Bool)
  case creationMs(Int64)
  case location(AssetLocation?)
  case adjustment(AssetAdjustment)
}

/// What a change block wishes for. Nothing happens while the block runs. When it has returned all of it happens, or none.
final class ChangeRecorder: Sendable {
  private struct State: Sendable {
    var operations: [ChangeOperation] = []
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

  func append(_ operation: ChangeOperation) { state.withLock { $0.operations.append(operation) } }

  func fail(_ error: PhotosError) { state.withLock { $0.failure = $0.failure ?? error } }

  /// The block has returned: what it wished for.
  func close() throws(PhotosError) -> [ChangeOperation] {
    let (operations, failure) = state.withLock { state in
      state.isOpen = false
      return (state.operations, state.failure)
    }
    if let failure { throw failure }
    return operations
  }

  /// Rows of assets, or of placeholders of assets.
  func rows(ofAssets objects: any Sequence) -> [Int64] { rows(of: objects, .asset) }

  /// Rows of objects of a kind; what is none fails the change.
  func rows(of objects: any Sequence, _ kinds: LocalIdentifier.Kind...) -> [Int64] {
    ChangeRecorder.elements(objects).compactMap { object in
      if let placeholder = object as? ObjectPlaceholder, kinds.contains(placeholder.kind) { return placeholder.row }
      if let object = object as? any FetchedObject, let name = LocalIdentifier(object.localIdentifier) {
        if let collection = object as? PhotoCollection, !collection.canPerform(.rename) {
          fail(PhotosError(.changeNotSupported, "the library itself fills this album: change one of the user's"))
          return nil
        }
        if kinds.contains(name.kind), name.library == library.catalog.library { return name.row }
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
