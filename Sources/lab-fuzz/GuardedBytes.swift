import LabSystem

/// Memory that ends where a page begins that nobody may touch: reading one byte too far stops the program.
@safe struct GuardedBytes: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private let capacity: Int
  private let mapped: Int

  /// - Parameter capacity: Bytes it holds at most; rounded up to whole pages.
  init(capacity: Int) {
    let page = Machine.pageSize
    self.capacity = (capacity + page - 1) / page * page
    mapped = self.capacity + page
    guard let map = unsafe try? Pages.map(byteCount: mapped) else { fatalError("no memory for \(capacity) bytes") }
    unsafe start = map
    guard unsafe (try? Pages.close(map + self.capacity, byteCount: page)) != nil else {
      fatalError("no page can be closed")
    }
  }

  deinit { unsafe Pages.unmap(start, byteCount: mapped) }

  /// A copy of `bytes` that ends at the closed page; valid until the next call. Nil when they do not fit.
  mutating func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer? {
    guard bytes.count <= capacity else { return nil }
    let target = unsafe UnsafeMutableRawBufferPointer(start: start + (capacity - bytes.count), count: bytes.count)
    unsafe target.copyBytes(from: bytes)
    return UnsafeRawBufferPointer(target)
  }
}
