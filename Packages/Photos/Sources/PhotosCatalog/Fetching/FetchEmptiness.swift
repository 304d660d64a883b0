/// Why a fetch result is empty.
public enum FetchEmptiness: Hashable, Sendable {
  /// Nothing in the library is what was asked for.
  case nothingMatches
  /// The app may not read the library.
  case noAccess(AuthorizationStatus)
}
