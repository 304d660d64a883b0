#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory that ends where a page begins that nobody may touch: reading one byte too far stops the program.
@safe struct GuardedBytes: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private let capacity: Int
  private let mapped: Int

  /// - Parameter capacity: Bytes it holds at most; rounded up to whole pages.
  init(capacity: Int) {
    let page = Int(getpagesize())
    self.capacity = (capacity + page - 1) / page * page
    mapped = self.capacity + page
    let map = unsafe mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let map = unsafe map, unsafe map != MAP_FAILED else { fatalError("no memory for \(capacity) bytes") }
    unsafe start = map
    guard unsafe mprotect(map + self.capacity, page, PROT_NONE) == 0 else { fatalError("no page can be closed") }
  }

  deinit { unsafe _ = munmap(start, mapped) }

  /// A copy of `bytes` that ends at the closed page; valid until the next call. Nil when they do not fit.
  mutating func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer? {
    guard bytes.count <= capacity else { return nil }
    let target = unsafe UnsafeMutableRawBufferPointer(start: start + (capacity - bytes.count), count: bytes.count)
    unsafe target.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(target)
  }
}
