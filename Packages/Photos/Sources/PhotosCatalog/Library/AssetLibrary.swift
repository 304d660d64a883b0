import GRDB
public import LabLibrary
public import LabSystem
public import PhotosModel
import Synchronization

/// The photo library as an app sees it (`PHPhotoLibrary`): fetches, changes, observers, and what the user allows.
public final class AssetLibrary: Sendable {
  public let catalog: PhotoCatalog
  let answers: AccessAnswers
  let access = Mutex<AccessState>(AccessState())
  let observers = Mutex<ObserverList>(ObserverList())
  /// Rows for what changes make; those of changes that fail are not used again.
  let nextRows: Mutex<(asset: Int64, collection: Int64)>
  let nowMs: @Sendable () -> Int64
  /// Its queue of handlers is where `performChanges` runs.
  let scheduler: any ImageScheduling

  /// - Parameters:
  ///   - status: What the user has said already to reading and writing; `.notDetermined` makes the app ask first.
  ///   - answers: What the user says when asked.
  ///   - scheduler: Where `performChanges` runs: a queue of the library's own, or a test's hand.
  ///   - nowMs: The time of changes, thousandths of a second since 1970.
  public init(
    _ catalog: PhotoCatalog, status: AuthorizationStatus = .authorized, answers: AccessAnswers = AccessAnswers(),
    scheduler: any ImageScheduling = ThreadScheduler(),
    nowMs: @escaping @Sendable () -> Int64 = { Clocks.wallSeconds() * 1_000 }
  ) throws(CatalogError) {
    self.catalog = catalog
    self.answers = answers
    self.nowMs = nowMs
    self.scheduler = scheduler
    let rows = try catalog.read { db in
      (
        asset: try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) + 1 FROM asset") ?? 1,
        collection: try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) + 1 FROM collection") ?? 1
      )
    }
    nextRows = Mutex(rows)
    access.withLock { $0.set(status, for: .readWrite) }
  }

  /// The catalog of a library's files, kept in memory or in a file.
  public convenience init(
    of library: PhotoLibrary, at path: String? = nil, status: AuthorizationStatus = .authorized,
    answers: AccessAnswers = AccessAnswers(), scheduler: any ImageScheduling = ThreadScheduler()
  ) throws(CatalogError) {
    try self.init(try PhotoCatalog.open(library, at: path), status: status, answers: answers, scheduler: scheduler)
  }
}
