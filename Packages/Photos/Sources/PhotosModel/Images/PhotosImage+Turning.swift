import StrategyKit

extension PhotosImage {
  /// The image as it stands upright.
  ///
  /// - Parameter orientation: EXIF's 1 (it does already) to 8.
  func turned(_ orientation: Int32) -> PhotosImage {
    guard (2...8).contains(orientation) else { return self }
    let (width, height) = (Int(pixelSize.width), Int(pixelSize.height))
    let swaps = orientation >= 5
    let size = swaps ? PixelSize(width: pixelSize.height, height: pixelSize.width) : pixelSize
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
