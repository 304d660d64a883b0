/// Why a held bitmap was let go.
public enum DropReason: String, CaseIterable, Sendable {
  /// Neither displayed nor started any more.
  case unwanted
  /// Room was needed.
  case evicted
  /// Its photo is not in the grid any more.
  case removed
  /// The system asked for memory.
  case warning
}
