import Dispatch
import GRDB
public import LabLibrary
public import PhotosModel
import Synchronization

/// The photo library as an app sees it (`PHPhotoLibrary`): fetches, changes, observers, and what the user allows.
///
/// A model may have many. `shared()` is the one of Photos' static calls.
public final class AssetLibrary: Sendable {
  let catalog: PhotoCatalog
  let answers: AccessAnswers
  let access: Mutex<AccessState>
  let listeners = Mutex<Listeners>(Listeners())
  /// Rows for what changes make; those of changes that fail are not used again.
  let nextRows: Mutex<(asset: Int64, collection: Int64)>
  /// Counts changes of the library and of the access to it: an asset that was read since is as it was read.
  let generation = Atomic(0)
  /// Its queue of handlers is where observers and handlers of changes and of access are called, one after another.
  let scheduler: any ImageScheduling
  private let manager = Mutex<ImageManager?>(nil)
  private static let sharedLibrary = Mutex<AssetLibrary?>(nil)

  /// The catalog of a library's files.
  ///
  /// - Parameters:
  ///   - path: The catalog's file; nil to keep it in memory.
  ///   - status: What the user has said already to reading and writing; `.notDetermined` makes the app ask first.
  ///   - answers: What the user says when asked.
  ///   - scheduler: Where observers and handlers are called: a serial queue of the library's own, or a test's hand.
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

  /// The library of Photos' static calls: the one that `use` was told, else the lab's default library, made when it is
  /// not there.
  ///
  /// - Precondition: the cache directory can be written, unless `use` was called before.
  public static func shared() -> AssetLibrary {
    sharedLibrary.withLock { shared in
      if let shared { return shared }
      do {
        let made = try AssetLibrary(of: PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory()))
        shared = made
        return made
      } catch {
        preconditionFailure("the default library cannot be opened: call AssetLibrary.use first: \(error)")
      }
    }
  }

  /// Makes a library the shared one.
  public static func use(_ library: AssetLibrary) { sharedLibrary.withLock { $0 = library } }

  /// The row behind a name of this library's; nil for any other.
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

/// Observers and managers, who are told of changes, in the order of registration. Nobody is kept alive.
struct Listeners: Sendable {
  /// Observers are called on the library's queue alone.
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

  /// Registering twice is once. Neither this nor `remove` looks at another observer's object: where its last reference goes
  /// at that moment, it would end within the lock that its end asks for.
  mutating func add(_ object: AnyObject) {
    let id = ObjectIdentifier(object)
    guard !all.contains(where: { $0.id == id && $0.object != nil }) else { return }
    remove(object)
    all.append(Listener(id: id, isManager: object is ManagerEngine, object: object))
  }

  /// Takes out one, and all managers that are gone.
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
