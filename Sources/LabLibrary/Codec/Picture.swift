/// A picture in 4:2:0: a plane of luma, and two planes of chroma of half its sides.
struct Picture: Sendable {
  private let planes: [Plane<UInt8>]

  init(width: Int, height: Int) {
    planes = Channel.allCases.map { Plane(width: width / $0.scale, height: height / $0.scale) }
  }

  subscript(channel: Channel) -> Plane<UInt8> { planes[channel.rawValue] }
}

enum Channel: Int, CaseIterable {
  case luma, blue, red

  /// The pixels of the picture for each sample, along a side.
  var scale: Int { self == .luma ? 1 : 2 }
}

/// A rectangle of samples, rows one after another.
@safe final class Plane<Sample: BitwiseCopyable & FixedWidthInteger> {
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
