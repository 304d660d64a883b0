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
