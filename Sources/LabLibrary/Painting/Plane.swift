/// A rectangle of samples, rows one after another.
@safe struct Plane<Sample: BitwiseCopyable & FixedWidthInteger>: ~Copyable {
  let width: Int
  let height: Int
  private let samples: UnsafeMutablePointer<Sample>

  init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a plane with an area")
    self.width = width
    self.height = height
    unsafe samples = .allocate(capacity: width * height)
    unsafe samples.initialize(repeating: 0, count: width * height)
  }

  deinit { unsafe samples.deallocate() }

  /// Returns the first sample of a row, valid while the plane lives.
  func row(_ y: Int) -> UnsafeMutablePointer<Sample> {
    precondition(y >= 0 && y < height, "a row of the plane")
    return unsafe samples + y * width
  }
}

/// A plane is written by one thread, then only read.
extension Plane: @unchecked Sendable where Sample: Sendable {}
