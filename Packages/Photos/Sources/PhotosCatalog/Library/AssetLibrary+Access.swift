import GRDB
public import PhotosModel
import Synchronization

/// What the user allows an app (`PHAuthorizationStatus`, with its numbers).
public enum AuthorizationStatus: Int, CaseIterable, Sendable {
  case notDetermined = 0
  /// The device's owner forbids it; the user cannot allow it.
  case restricted = 1
  case denied = 2
  case authorized = 3
  /// The user has chosen the assets that the app may see.
  case limited = 4

  /// True when a fetch may find something.
  public var canRead: Bool { self == .authorized || self == .limited }
}

/// What an app asks for (`PHAccessLevel`, with its numbers).
public enum AccessLevel: Int, CaseIterable, Sendable {
  case addOnly = 1
  case readWrite = 2
}

/// How the model's user answers when an app asks, since nobody is there to tap.
public struct AccessAnswers: Hashable, Sendable {
  /// What the user says to an app that wants to add.
  public var addOnly: AuthorizationStatus
  /// What the user says to an app that wants to read and write.
  public var readWrite: AuthorizationStatus
  /// What the user says to an app that wants to delete: Photos asks each time.
  public var allowsDeletion: Bool

  /// Says yes to everything.
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

  /// Who may read and write may add; the reverse does not follow.
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

  /// Asks the user, who is asked once and never again. The call returns at once; the handler hears the status on the
  /// library's queue.
  public func requestAuthorization(
    for level: AccessLevel, handler: @escaping @Sendable (AuthorizationStatus) -> Void = { _ in }
  ) {
    scheduler.deliver { handler(self.ask(for: level)) }
  }

  /// What the user says in the system's settings. Observers are told, since what they show may have changed.
  public func setAuthorizationStatus(_ status: AuthorizationStatus, for level: AccessLevel = .readWrite) {
    precondition(level == .readWrite || status != .limited, "adding cannot be limited")
    access.withLock { $0[level] = status }
    generation.add(1, ordering: .relaxed)
    tellObservers(Change(library: self))
  }

  /// What the user has chosen, under limited access, in the system's picker (`presentLimitedLibraryPicker`). Observers
  /// are told.
  public func chooseAssets(_ assets: [Asset]) throws {
    let rows = assets.map { $0.row }
    try catalog.write { db in
      generation.add(1, ordering: .relaxed)
      try db.execute(sql: "DELETE FROM chosen")
      try db.execute(literal: "INSERT INTO chosen SELECT id FROM asset WHERE id IN \(literal: .rows(rows))")
    }
    tellObservers(Change(library: self))
  }

  /// The status to fetch with. The first fetch of an app that has not asked yet asks, and finds nothing: observers are
  /// told when the user has answered.
  func statusToFetch() -> AuthorizationStatus {
    let status = authorizationStatus(for: .readWrite)
    if status == .notDetermined { requestAuthorization(for: .readWrite) }
    return status
  }

  /// The user's answer, which opens the library to fetches that found nothing before.
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
