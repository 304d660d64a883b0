/// What the user has said so far.
struct AccessState: Sendable {
  private var addOnly = AuthorizationStatus.notDetermined
  private var readWrite = AuthorizationStatus.notDetermined

  /// Who may read and write may add; the reverse does not follow.
  func status(for level: AccessLevel) -> AuthorizationStatus {
    switch level {
    case .readWrite: return readWrite
    case .addOnly:
      if addOnly == .notDetermined, readWrite.canRead { return .authorized }
      return addOnly
    }
  }

  mutating func set(_ status: AuthorizationStatus, for level: AccessLevel) {
    switch level {
    case .addOnly: addOnly = status
    case .readWrite: readWrite = status
    }
  }
}
