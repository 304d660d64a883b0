/// What an app asks for (`PHAccessLevel`, with its numbers).
public enum AccessLevel: Int, CaseIterable, Sendable {
  case addOnly = 1
  case readWrite = 2
}
