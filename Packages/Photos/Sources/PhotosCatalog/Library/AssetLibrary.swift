import Dispatch
import GRDB
public import LabLibrary
public import PhotosModel
import Synchronization

/// The photo library of an app (`PHPhotoLibrary`): fetches, changes, observers and permissions.
///
/// A program may have several. Photos' static calls use `shared()`.
public final class AssetLibrary: Sendable {
  let catalog: PhotoCatalog
  let answers: AccessAnswers
  let access: Mutex<AccessState>
  let listeners = Mutex<Listeners>(Listeners())
  /// The next free rows. Those of failed changes are not reused.
  let nextRows: Mutex<(asset: Int64, collection: Int64)>
  /// Counts changes of the library and its permissions; an asset read since the last one is up to date.
  let generation = Atomic(0)
  /// Its queue of handlers calls observers and the handlers of changes and permissions, one after another.
  let scheduler: any ImageScheduling
  private let manager = Mutex<ImageManager?>(nil)
  private static let sharedLibrary = Mutex<AssetLibrary?>(nil)

  /// Creates the library of a file library.
  ///
  /// - Parameters:
  ///   - path: The path of the catalog's file, or nil to keep it in memory.
  ///   - status: The user's earlier answer on reading and writing; with `.notDetermined` the app has to ask first.
  ///   - answers: The user's answers.
  ///   - scheduler: The scheduler of observers and handlers: a serial queue of the library's own, or a test's.
  public init(
    of library: PhotoLibrary, at path: String? = nil, status: AuthorizationStatus = .authorized,
    answers: AccessAnswers = AccessAnswers(), scheduler: (any ImageScheduling)? = nil
  ) throws(CatalogError) {
    catalog = try PhotoCatalog(library, at: path)
    self.answers = answers
    self.scheduler = scheduler ?? ThreadScheduler(deliveringOn: DispatchQueue(label: "cachelab.library"))
    let rows = try catalog.read { db in
      (
        asset: try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) + 1 FROM asset") ?? 1,
        collection: try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) + 1 FROM collection") ?? 1
      )
    }
    nextRows = Mutex(rows)
    access = Mutex(AccessState(readWrite: status))
  }

  /// Returns the library of Photos' static calls: the one passed to `use`, or the lab's default library, which is made
  /// if it is missing.
  ///
  /// - Precondition: The cache directory is writable, or `use` was called before.
  public static func shared() -> AssetLibrary {
    sharedLibrary.withLock { shared in
      if let shared { return shared }
      do {
        let made = try AssetLibrary(of: PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory()))
        shared = made
        return made
      } catch {
        preconditionFailure("the default library cannot be opened; call AssetLibrary.use first: \(error)")
      }
    }
  }

  /// Makes a library the shared one.
  public static func use(_ library: AssetLibrary) { sharedLibrary.withLock { $0 = library } }

  /// Returns the row of an identifier of this library, or nil for any other.
  func rowOf(_ name: String, _ kinds: [LocalIdentifier.Kind]) -> Int64? {
    guard let name = LocalIdentifier(name), kinds.contains(name.kind), name.library == catalog.library else {
      return nil
    }
    return name.row
  }

  var defaultManager: ImageManager {
    manager.withLock { manager in
      let known = manager ?? ImageManager(LibraryImageSource(catalog.files))
      manager = known
      return known
    }
  }
}

/// The observers and managers to tell of changes, in the order of registration, held weakly.
struct Listeners: Sendable {
  /// An observer, called only on the library's queue.
  private struct Listener: @unchecked Sendable {
    let id: ObjectIdentifier
    let isManager: Bool
    weak var object: AnyObject?
  }

  private var all: [Listener] = []

  var observers: [any PhotoLibraryChangeObserver] {
    all.compactMap { $0.isManager ? nil : $0.object as? any PhotoLibraryChangeObserver }
  }
  var managers: [ManagerEngine] { all.compactMap { $0.isManager ? $0.object as? ManagerEngine : nil } }

  /// Adds an object, once. Neither this nor `remove` reads another observer's reference: if that were the last, its
  /// object would be released within the lock that its own release needs.
  mutating func add(_ object: AnyObject) {
    let id = ObjectIdentifier(object)
    guard !all.contains(where: { $0.id == id && $0.object != nil }) else { return }
    remove(object)
    all.append(Listener(id: id, isManager: object is ManagerEngine, object: object))
  }

  /// Removes an object and all released managers.
  mutating func remove(_ object: AnyObject) {
    all.removeAll { $0.id == ObjectIdentifier(object) || $0.isManager && $0.object == nil }
  }
}

extension AssetLibrary: AssetHome {
  package func current(_ assets: [Asset], for engine: ManagerEngine) -> [Result<Asset, PhotosError>] {
    listeners.withLock { $0.add(engine) }
    let status = authorizationStatus(for: .readWrite)
    guard status.canRead else { return assets.map { _ in .failure(.noAccess(status)) } }
    let generation = generation.load(ordering: .relaxed)
    if status == .authorized, assets.allSatisfy({ $0.generation == generation }) { return assets.map { .success($0) } }
    do throws(CatalogError) {
      return try catalog.read { db in
        let seen = status == .limited ? "AND id IN (SELECT asset FROM chosen)" : ""
        let statement = try db.cachedStatement(
          sql: "SELECT \(Asset.columns) FROM asset WHERE id = ? AND trashed = 0 \(seen)")
        return try assets.map { asset in
          guard let row = try Row.fetchOne(statement, arguments: [asset.row]) else {
            return .failure(.identifierNotFound)
          }
          return .success(Asset(row, of: self))
        }
      }
    } catch {
      return assets.map { _ in .failure(PhotosError(.internalError, "\(error)")) }
    }
  }
}

extension PhotosError {
  static func noAccess(_ status: AuthorizationStatus) -> PhotosError {
    status == .restricted
      ? PhotosError(.accessRestricted, "the device's owner forbids access to the library")
      : PhotosError(.accessUserDenied, "the app may not use the library (\(status)): request authorization first")
  }
}
