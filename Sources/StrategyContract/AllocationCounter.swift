import CAllocationCount

/// Counts what a piece of code takes from the heap, on the calling thread.
///
/// On Linux with glibc, a program that links this module has its `malloc` counted, and in debug builds, where the
/// compiler's own temporary memory would be counted too, objects and storage of the Swift runtime. Elsewhere nothing is.
public enum AllocationCounter {
  /// Allocations of this thread so far; only differences mean something.
  public static var now: UInt64 {
    #if DEBUG
      object_allocation_count()
    #else
      allocation_count()
    #endif
  }

  /// False where allocations cannot be counted, so that 0 means nothing.
  public static let isCounting: Bool = {
    let before = now
    let probe = ContiguousArray(repeating: before, count: 100)
    return now > before && probe[99] == before
  }()
}
