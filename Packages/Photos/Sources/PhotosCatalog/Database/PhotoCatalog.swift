import GRDB
public import LabLibrary
import PhotosModel

/// What the photo library knows of its assets, albums and folders, in an SQLite database of one file.
///
/// Predicates, sorting and limits run in the database; only what is looked at is read.
public final class PhotoCatalog: Sendable {
  /// The file, or a word for one that is kept in memory.
  public let path: String
  let files: PhotoLibrary
  /// A number of the library, the first half of its objects' names.
  let library: UInt64
  private let queue: DatabaseQueue

  private static let cacheKiB = 1_024

  /// Opens the catalog of a library; it is filled first when it is not there.
  ///
  /// It is filled in one transaction: killed in between, it is begun anew; two processes that open it at once fill it
  /// once.
  ///
  /// - Parameter path: The file; nil to keep the catalog in memory. Its folder must exist.
  /// - Throws: `CatalogError`; `.foreign` for a file of another library.
  public init(_ files: PhotoLibrary, at path: String?) throws(CatalogError) {
    self.path = path ?? "the catalog in memory"
    self.files = files
    library = CatalogMaker.number(of: files)
    var configuration = Configuration()
    // Another process that fills the same file takes seconds.
    configuration.busyMode = .timeout(120)
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA cache_size = -\(PhotoCatalog.cacheKiB); PRAGMA temp_store = MEMORY")
    }
    do {
      queue =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      if try read({ try Int.fetchOne($0, sql: "PRAGMA user_version") }) != CatalogSchema.version {
        try write { try CatalogMaker.fill($0, from: files) }
      }
    } catch {
      throw PhotoCatalog.failure(error, path: self.path)
    }
    let found = try read { try String.fetchOne($0, sql: "SELECT value FROM meta WHERE key = 'fingerprint'") }
    guard found == files.index.fingerprint else {
      throw .foreign(path: self.path, reason: "it belongs to library \(found ?? "none")")
    }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws(CatalogError) -> Result {
    do {
      return try queue.read(body)
    } catch {
      throw PhotoCatalog.failure(error, path: path)
    }
  }

  /// Runs `body` in a transaction: when it throws nothing of it has happened.
  ///
  /// - Throws: What `body` throws, or `CatalogError`.
  func write(_ body: (Database) throws -> Void) throws {
    do {
      try queue.write(body)
    } catch let error as PhotosError {
      throw error
    } catch {
      throw PhotoCatalog.failure(error, path: path)
    }
  }

  private static func failure(_ error: any Error, path: String) -> CatalogError {
    if let error = error as? CatalogError { return error }
    guard let error = error as? DatabaseError else { return .database(path: path, reason: "\(error)") }
    if error.resultCode == .SQLITE_NOTADB { return .foreign(path: path, reason: "it is no SQLite database") }
    return .database(path: path, reason: error.message ?? "\(error.resultCode)")
  }
}

/// Why the catalog gave no answer. Each names the file and, where there is one, the cure.
public enum CatalogError: Error, Equatable, Sendable {
  case database(path: String, reason: String)
  /// A file that is no catalog, or one of another version.
  case foreign(path: String, reason: String)
  case badPredicate(text: String, reason: String)
}

extension CatalogError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .database(let path, let reason): "\(path): SQLite: \(reason)"
    case .foreign(let path, let reason): "\(path) is not this library's catalog (\(reason)): delete it, it is made anew"
    case .badPredicate(let text, let reason): "predicate '\(text)': \(reason)"
    }
  }
}
