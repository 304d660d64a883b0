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
