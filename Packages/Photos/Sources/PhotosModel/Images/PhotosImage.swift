import CacheLab
public import Foundation
public import StrategyKit
import Synchronization

/// A decoded image: what UIImage is in an app.
public final class PhotosImage: Sendable {
  public let pixelSize: PixelSize
  /// Rows of width x 4 bytes: blue, green, red, 255.
  public let pixels: [UInt8]
  /// The library's file that it was made from; nil for an image of another origin.
  package let file: ItemID?
  private let ledger: ImageLedger?

  /// - Precondition: `pixels` has width x height x 4 bytes, or none in a model without pixels.
  public init(pixelSize: PixelSize, pixels: [UInt8], file: ItemID? = nil, ledger: ImageLedger?) {
    precondition(
      pixels.isEmpty || pixels.count == Int(pixelSize.pixelCount) * 4, "as many pixels as the size says")
    self.pixelSize = pixelSize
    self.pixels = pixels
    self.file = file
    self.ledger = ledger
    ledger?.add(byteCount)
  }

  deinit { ledger?.add(-byteCount) }

  /// In pixels, as that of a `UIImage` of scale 1.
  public var size: CGSize { CGSize(pixelSize) }

  /// Width x height x 4, also in a model without pixels.
  public var byteCount: Int { Int(pixelSize.pixelCount) * 4 }

  /// An image made from this one.
  func derived(_ size: PixelSize, _ body: (UnsafeBufferPointer<UInt32>, UnsafeMutableBufferPointer<UInt32>) -> Void)
    -> PhotosImage
  {
    guard !pixels.isEmpty else { return PhotosImage(pixelSize: size, pixels: [], file: file, ledger: ledger) }
    let count = Int(size.pixelCount) * 4
    let made = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, used in
      unsafe pixels.withUnsafeBytes { source in
        unsafe body(
          source.bindMemory(to: UInt32.self), UnsafeMutableRawBufferPointer(target).bindMemory(to: UInt32.self))
      }
      used = count
    }
    return PhotosImage(pixelSize: size, pixels: made, file: file, ledger: ledger)
  }
}

extension PhotosImage {
  /// The image as it stands upright.
  ///
  /// - Parameter orientation: EXIF's 1 (it does already) to 8.
  func turned(_ orientation: Int32) -> PhotosImage {
    guard (2...8).contains(orientation) else { return self }
    let (width, height) = (Int(pixelSize.width), Int(pixelSize.height))
    let swaps = orientation >= 5
    let size = swaps ? pixelSize.turned : pixelSize
    return unsafe derived(size) { source, target in
      for y in 0..<Int(size.height) {
        for x in 0..<Int(size.width) {
          // Where the pixel lies in the file, by TIFF 6.0.
          let (column, row): (Int, Int) =
            switch orientation {
            case 2: (width - 1 - x, y)
            case 3: (width - 1 - x, height - 1 - y)
            case 4: (x, height - 1 - y)
            case 5: (y, x)
            case 6: (y, height - 1 - x)
            case 7: (width - 1 - y, height - 1 - x)
            default: (width - 1 - y, x)
            }
          unsafe target[y * Int(size.width) + x] = unsafe source[row * width + column]
        }
      }
    }
  }

  /// Colours as grey, weighed as in JPEG.
  func grey() -> PhotosImage {
    unsafe derived(pixelSize) { source, target in
      for index in 0..<source.count {
        let pixel = unsafe source[index]
        let (blue, green, red) = (pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255)
        let level = (red * 77 + green * 150 + blue * 29) >> 8
        unsafe target[index] = level | level << 8 | level << 16 | 0xFF00_0000
      }
    }
  }
}

/// The exact account of the bytes of live images, whoever holds them.
public final class ImageLedger: Sendable {
  private let bytes = Mutex<(live: Int64, peak: Int64)>((0, 0))

  public init() {}

  public var liveBytes: Int64 { bytes.withLock { $0.live } }
  public var peakBytes: Int64 { bytes.withLock { $0.peak } }

  func add(_ count: Int) {
    bytes.withLock { bytes in
      bytes.live += Int64(count)
      bytes.peak = max(bytes.peak, bytes.live)
      precondition(bytes.live >= 0, "a ledger is never negative")
    }
  }
}
