/// Memory that is kept from one use to the next and grows when it must.
@safe struct GrowingBuffer: ~Copyable {
  private(set) var bytes: UnsafeMutableRawBufferPointer

  init(capacity: Int) { unsafe bytes = .allocate(byteCount: max(capacity, 64), alignment: 64) }

  deinit { unsafe bytes.deallocate() }

  /// Makes room for `count` bytes; what was there is lost when it grows.
  mutating func reserve(_ count: Int) {
    guard unsafe bytes.count < count else { return }
    unsafe bytes.deallocate()
    unsafe bytes = .allocate(byteCount: count, alignment: 64)
  }
}
