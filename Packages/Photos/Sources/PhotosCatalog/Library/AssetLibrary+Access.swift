import GRDB
public import PhotosModel
import Synchronization

/// The user's permission for an app (`PHAuthorizationStatus`, with its numbers).
public enum AuthorizationStatus: Int, CaseIterable, Sendable {
  case notDetermined = 0
  /// The device's owner denies access, and the user cannot allow it.
  case restricted = 1
  case denied = 2
  case authorized = 3
  /// The app sees only the assets that the user has chosen.
  case limited = 4

  /// True when fetches may return objects.
  public var canRead: Bool { self == .authorized || self == .limited }
}

/// The kind of access that an app asks for (`PHAccessLevel`, with its numbers).
public enum AccessLevel: Int, CaseIterable, Sendable {
  case addOnly = 1
  case readWrite = 2
}

/// The prepared answers of the model's user to an app's questions.
public struct AccessAnswers: Hashable, Sendable {
  /// The answer to an app that wants to add.
  public var addOnly: AuthorizationStatus
  /// The answer to an app that wants to read and write.
  public var readWrite: AuthorizationStatus
  /// True to allow deletions; Photos asks each time.
  public var allowsDeletion: Bool

  /// Creates answers that allow everything by default.
  public init(
    addOnly: AuthorizationStatus = .authorized, readWrite: AuthorizationStatus = .authorized,
    allowsDeletion: Bool = true
  ) {
    precondition(addOnly != .limited, "adding cannot be limited")
    self.addOnly = addOnly
    self.readWrite = readWrite
    self.allowsDeletion = allowsDeletion
  }
}

struct AccessState: Sendable {
  private var said: [AccessLevel: AuthorizationStatus]

  init(readWrite: AuthorizationStatus) { said = [.readWrite: readWrite] }

  /// Access to read and write includes access to add, but not the reverse.
  subscript(level: AccessLevel) -> AuthorizationStatus {
    get {
      if let status = said[level], status != .notDetermined { return status }
      return level == .addOnly && said[.readWrite]?.canRead == true ? .authorized : .notDetermined
    }
    set { said[level] = newValue }
  }
}

extension AssetLibrary {
  public func authorizationStatus(for level: AccessLevel) -> AuthorizationStatus {
    access.withLock { $0[level] }
  }

  /// Asks the user, who answers only once. The call returns at once; the handler gets the status on the library's
  /// queue.
  public func requestAuthorization(
    for level: AccessLevel, handler: @escaping @Sendable (AuthorizationStatus) -> Void = { _ in }
  ) {
    scheduler.deliver { handler(self.ask(for: level)) }
  }

  /// Changes the status as the user can in the system's settings. Observers are told, since their contents may change.
  public func setAuthorizationStatus(_ status: AuthorizationStatus, for level: AccessLevel = .readWrite) {
    precondition(level == .readWrite || status != .limited, "adding cannot be limited")
    access.withLock { $0[level] = status }
    generation.add(1, ordering: .relaxed)
    tellObservers(Change(library: self))
  }

  /// Sets the assets that an app with limited access sees, as the user does in the system's picker
  /// (`presentLimitedLibraryPicker`). Observers are told.
  public func chooseAssets(_ assets: [Asset]) throws {
    let rows = assets.map { $0.row }
    try catalog.write { db in
      generation.add(1, ordering: .relaxed)
      try db.execute(sql: "DELETE FROM chosen")
      try db.execute(literal: "INSERT INTO chosen SELECT id FROM asset WHERE id IN \(literal: .rows(rows))")
    }
    tellObservers(Change(library: self))
  }

  /// The status for a fetch. An app's first fetch asks the user if the app has not, and finds nothing; observers are
  /// told of the answer.
  func statusToFetch() -> AuthorizationStatus {
    let status = authorizationStatus(for: .readWrite)
    if status == .notDetermined { requestAuthorization(for: .readWrite) }
    return status
  }

  /// Returns the user's answer. A positive answer lets earlier empty fetches find objects.
  private func ask(for level: AccessLevel) -> AuthorizationStatus {
    let (status, isNew) = access.withLock { access in
      let isNew = access[level] == .notDetermined
      if isNew { access[level] = level == .addOnly ? answers.addOnly : answers.readWrite }
      return (access[level], isNew)
    }
    if isNew, level == .readWrite { tellObservers(Change(library: self)) }
    return status
  }
}
