/// Why a held bitmap was let go.
public enum DropReason: String, Sendable {
  /// Neither displayed nor started any more.
  case unwanted
  /// Room was needed.
  case evicted
  /// The system asked for memory.
  case warning
}
