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
