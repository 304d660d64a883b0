import GRDB
public import PhotosModel
import Synchronization

extension AssetLibrary {
  public func authorizationStatus(for level: AccessLevel) -> AuthorizationStatus {
    access.withLock { $0.status(for: level) }
  }

  /// Asks the user, who is asked once and never again; the handler hears the status before the call returns.
  public func requestAuthorization(for level: AccessLevel, handler: (AuthorizationStatus) -> Void) {
    let status = access.withLock { access in
      if access.status(for: level) == .notDetermined {
        access.set(level == .addOnly ? answers.addOnly : answers.readWrite, for: level)
      }
      return access.status(for: level)
    }
    handler(status)
  }

  /// What the user says in the system's settings. Observers are told, since what they show may have changed.
  public func setAuthorizationStatus(
    _ status: AuthorizationStatus, for level: AccessLevel = .readWrite
  ) throws(CatalogError) {
    precondition(level == .readWrite || status != .limited, "adding cannot be limited")
    access.withLock { $0.set(status, for: level) }
    tellObservers(LibraryChange(library: self))
  }

  /// What the user has chosen, under limited access, in the system's picker (`presentLimitedLibraryPicker`). Observers
  /// are told.
  public func chooseAssets(_ assets: [Asset]) throws(CatalogError) {
    try catalog.write { db in
      try db.execute(sql: "DELETE FROM chosen")
      for asset in assets {
        try db.execute(sql: "INSERT OR IGNORE INTO chosen(asset) VALUES (?)", arguments: [asset.id.rawValue])
      }
    }
    tellObservers(LibraryChange(library: self))
  }

  /// Chooses the first `count` assets, by creation date: what `limited:500` means.
  public func chooseAssets(first count: Int) throws(CatalogError) {
    try catalog.write { db in
      try db.execute(sql: "DELETE FROM chosen")
      try db.execute(
        sql: "INSERT INTO chosen SELECT id FROM asset WHERE trashed = 0 ORDER BY creationDate, id LIMIT ?",
        arguments: [count])
    }
    tellObservers(LibraryChange(library: self))
  }
}
