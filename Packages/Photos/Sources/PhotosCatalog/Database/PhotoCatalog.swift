import GRDB
public import LabLibrary
import PhotosModel

/// The photo library's data on assets, albums and folders, in one SQLite file.
///
/// Predicates, sorting and limits run in the database, and only requested objects are read.
public final class PhotoCatalog: Sendable {
  /// The path of the file, or a name for a catalog in memory.
  public let path: String
  let files: PhotoLibrary
  /// The number of the library, the first half of its objects' identifiers.
  let library: UInt64
  private let queue: DatabaseQueue

  private static let cacheKiB = 1_024

  /// Opens the catalog of a library, and fills it first if it is missing.
  ///
  /// One transaction fills it, so an interrupted process leaves nothing and two processes at once fill it only once.
  ///
  /// - Parameter path: The path of the file, in an existing folder, or nil to keep the catalog in memory.
  /// - Throws: `CatalogError`; `.foreign` for the file of another library.
  public init(_ files: PhotoLibrary, at path: String?) throws(CatalogError) {
    self.path = path ?? "the catalog in memory"
    self.files = files
    library = CatalogMaker.number(of: files)
    var configuration = Configuration()
    // Another process may take seconds to fill the same file.
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

  /// Runs `body` in a transaction, which an error undoes.
  ///
  /// - Throws: The error of `body`, or `CatalogError`.
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

/// An error of the catalog. Each names the file and, where there is one, the cure.
public enum CatalogError: Error, Equatable, Sendable {
  case database(path: String, reason: String)
  /// The file is not a catalog, or has another version.
  case foreign(path: String, reason: String)
  case badPredicate(text: String, reason: String)
}

extension CatalogError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .database(let path, let reason): "\(path): SQLite: \(reason)"
    case .foreign(let path, let reason): "\(path) is not this library's catalog (\(reason)); delete it, it is made anew"
    case .badPredicate(let text, let reason): "predicate '\(text)': \(reason)"
    }
  }
}
