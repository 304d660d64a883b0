import CacheLab
public import Foundation
import LabLibrary
public import StrategyKit
import Synchronization

/// A decoded image, in place of an app's UIImage.
public final class PhotosImage: Sendable {
  public let pixelSize: PixelSize
  /// Rows of width x 4 bytes: blue, green, red, 255.
  public let pixels: [UInt8]
  /// The library file of the image, or nil for another origin.
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

  /// Creates the image of a JPEG file, upright by its orientation, or returns nil for other data and for more than 100
  /// megapixels.
  public convenience init?(data: Data) {
    let image = try? unsafe data.withUnsafeBytes { jpeg in
      let markers = try unsafe JPEGMarkers(jpeg)
      guard markers.size.pixelCount <= ImagePlan.pixelsMax else { throw CodecError.notJPEG }
      let image = try unsafe LibraryImageSource.decode(nil, jpeg, .full, markers.size, nil)
      return image.turned(Int32(markers.orientation))
    }
    guard let image else { return nil }
    self.init(pixelSize: image.pixelSize, pixels: image.pixels, ledger: nil)
  }

  deinit { ledger?.add(-byteCount) }

  /// The size in pixels, as a `UIImage` of scale 1 has it.
  public var size: CGSize { CGSize(pixelSize) }

  /// Width x height x 4, even in a model without pixels.
  public var byteCount: Int { Int(pixelSize.pixelCount) * 4 }

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
  /// Returns the upright image.
  ///
  /// - Parameter orientation: The EXIF orientation, 1 (upright) to 8.
  func turned(_ orientation: Int32) -> PhotosImage {
    guard (2...8).contains(orientation) else { return self }
    let (width, height) = (Int(pixelSize.width), Int(pixelSize.height))
    let swaps = orientation >= 5
    let size = swaps ? pixelSize.turned : pixelSize
    return unsafe derived(size) { source, target in
      for y in 0..<Int(size.height) {
        for x in 0..<Int(size.width) {
          // The position of the pixel in the file, by TIFF 6.0.
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

  /// Returns the image in grey, weighted as in JPEG.
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

/// The exact number of bytes of all live images.
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

extension PhotosImage {
  /// Resizes a part of the image: each pixel is the mean of those that it covers, or of its neighbours if enlarged.
  ///
  /// - Parameters:
  ///   - part: A part inside this image, in pixels.
  ///   - size: The size of the result.
  func resized(_ part: ImagePart, to size: PixelSize) -> PhotosImage {
    let across = samples(from: part.x, length: part.width, limit: Int(pixelSize.width), count: Int(size.width))
    let down = samples(from: part.y, length: part.height, limit: Int(pixelSize.height), count: Int(size.height))
    let stride = Int(pixelSize.width)
    return unsafe derived(size) { source, target in
      for y in 0..<Int(size.height) {
        for x in 0..<Int(size.width) {
          var (blue, green, red): (Int, Int, Int) = (0, 0, 0)
          for (row, rowWeight) in down[y] {
            for (column, columnWeight) in across[x] {
              let pixel = unsafe source[row * stride + column]
              let weight = rowWeight * columnWeight
              blue += Int(pixel & 255) * weight
              green += Int(pixel >> 8 & 255) * weight
              red += Int(pixel >> 16 & 255) * weight
            }
          }
          let all = PhotosImage.weightOfAll * PhotosImage.weightOfAll
          func level(_ sum: Int) -> UInt32 { UInt32((sum + all / 2) / all) }
          unsafe target[y * Int(size.width) + x] = level(blue) | level(green) << 8 | level(red) << 16 | 0xFF00_0000
        }
      }
    }
  }

  private static let weightOfAll = 1 << 12

  /// Returns the pixels of a row that make each pixel of the resized row, with their weights.
  private func samples(
    from start: Double, length: Double, limit: Int, count: Int
  ) -> [[(pixel: Int, weight: Int)]] {
    let step = length / Double(count)
    // At least a pixel wide, so that enlarging uses the mean of two neighbours.
    let width = max(step, 1)
    return (0..<count).map { index in
      let middle = start + (Double(index) + 0.5) * step
      let (low, high) = (max(0, middle - width / 2), min(Double(limit), middle + width / 2))
      let first = min(limit - 1, Int(low))
      let last = max(first, min(limit - 1, Int(high.rounded(.up)) - 1))
      var left = PhotosImage.weightOfAll
      var samples: [(pixel: Int, weight: Int)] = []
      for pixel in first..<last {
        let share = (min(high, Double(pixel) + 1) - max(low, Double(pixel))) / (high - low)
        let weight = min(left, Int((share * Double(PhotosImage.weightOfAll)).rounded()))
        samples.append((pixel, weight))
        left -= weight
      }
      return samples + [(last, left)]
    }
  }
}
