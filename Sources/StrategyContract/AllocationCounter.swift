import CAllocationCount

/// Counts heap allocations of the calling thread.
///
/// On Linux with glibc, a program that links this module has its `malloc` counted. In debug builds, where the
/// compiler's own temporary memory would be counted too, objects and storage of the Swift runtime are counted instead.
/// Elsewhere nothing is.
public enum AllocationCounter {
  /// The allocations of this thread so far; only differences are meaningful.
  public static var now: UInt64 {
    #if DEBUG
      object_allocation_count()
    #else
      allocation_count()
    #endif
  }

  /// True if allocations can be counted; if not, 0 means nothing.
  public static let isCounting: Bool = {
    let before = now
    let probe = ContiguousArray(repeating: before, count: 100)
    return now > before && probe[99] == before
  }()
}
