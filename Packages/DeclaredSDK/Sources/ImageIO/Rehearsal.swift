import Foundation
import UIKit

/// A test's file, `picture WIDTH HEIGHT ORIENTATION`, followed by the sides of its thumbnail if it has one.
struct RehearsedPicture {
  private let numbers: [Int]

  init?(_ data: Data) {
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    numbers = words.dropFirst().compactMap { Int($0) }
    guard words.first == "picture", [3, 5].contains(numbers.count), numbers.count == words.count - 1 else { return nil }
  }

  var properties: NSDictionary {
    [
      kCGImagePropertyPixelWidth: numbers[0], kCGImagePropertyPixelHeight: numbers[1],
      kCGImagePropertyOrientation: numbers[2],
    ]
  }

  func thumbnail(_ options: NSDictionary) -> CGImage? {
    guard options[kCGImageSourceCreateThumbnailFromImageAlways] as? Bool == true else {
      return numbers.count == 5 ? UIImage(rehearsed: "", width: numbers[3], height: numbers[4]).cgImage : nil
    }
    let most = options[kCGImageSourceThumbnailMaxPixelSize] as? Int ?? max(numbers[0], numbers[1])
    let share = min(1, Double(most) / Double(max(numbers[0], numbers[1])))
    func side(_ side: Int) -> Int { max(1, Int((Double(side) * share).rounded())) }
    return UIImage(rehearsed: "", width: side(numbers[0]), height: side(numbers[1])).cgImage
  }
}

extension CGContext {
  /// Draws any image as one with blue rising from left to right and green from top to bottom, in 255ths.
  func rehearse(_ rect: CGRect) {
    for y in 0..<height {
      for x in 0..<width {
        let across = (Double(x) + 0.5 - rect.minX) / rect.width
        let down = (Double(y) + 0.5 - (Double(height) - rect.maxY)) / rect.height
        guard (0...1).contains(across), (0...1).contains(down) else { continue }
        let pixel: [UInt8] = [UInt8(across * 255), UInt8(down * 255), 0, 255]
        for (place, byte) in pixel.enumerated() {
          unsafe pixels.storeBytes(of: byte, toByteOffset: y * rowBytes + x * 4 + place, as: UInt8.self)
        }
      }
    }
  }
}
