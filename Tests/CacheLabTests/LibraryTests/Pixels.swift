import Strategies

@testable import CacheLab
@testable import LabLibrary

/// Decoded pixels, to be compared.
enum Pixels {
  static func decode(_ jpeg: [UInt8], _ scale: DecodeScale, _ size: PixelSize) throws -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: Int(scale.scaled(size).pixelCount) * 4)
    let outcome = unsafe try jpeg.withUnsafeBytes { jpeg in
      unsafe try pixels.withUnsafeMutableBytes {
        try unsafe JPEGDecoder.decode(jpeg, scale: scale, expecting: size, into: $0)
      }
    }
    guard outcome == .complete else { throw CodecError("only part of the image") }
    return pixels
  }

  /// Mean difference of samples, in levels.
  static func meanDifference(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard left.count == right.count else { return 255 }
    return zip(left, right).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / max(1, left.count)
  }
}
