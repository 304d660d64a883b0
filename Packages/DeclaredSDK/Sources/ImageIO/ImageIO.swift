public import Foundation
// ImageIO re-exports CoreGraphics, which is in UIKit here.
@_exported public import UIKit

// Linux has no Core Foundation bridged to Swift: there URL, Data and NSDictionary stand for its types.

// https://developer.apple.com/documentation/corefoundation/cfurl
public typealias CFURL = URL
// https://developer.apple.com/documentation/corefoundation/cfdata
public typealias CFData = Data
// https://developer.apple.com/documentation/corefoundation/cfdictionary
public typealias CFDictionary = NSDictionary
// https://developer.apple.com/documentation/corefoundation/cfstring
public typealias CFString = String

// https://developer.apple.com/documentation/imageio/kcgimagesourcecreatethumbnailwithtransform
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
// https://developer.apple.com/documentation/imageio/kcgimagesourcecreatethumbnailfromimagealways
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
// https://developer.apple.com/documentation/imageio/kcgimagesourcecreatethumbnailfromimageifabsent
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
// https://developer.apple.com/documentation/imageio/kcgimagesourcethumbnailmaxpixelsize
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
// https://developer.apple.com/documentation/imageio/kcgimagesourceshouldcacheimmediately
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
// https://developer.apple.com/documentation/imageio/kcgimagepropertypixelwidth
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
// https://developer.apple.com/documentation/imageio/kcgimagepropertypixelheight
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
// https://developer.apple.com/documentation/imageio/kcgimagepropertyorientation
public let kCGImagePropertyOrientation: CFString = "Orientation"

// https://developer.apple.com/documentation/imageio/cgimagesource
public final class CGImageSource {
  let path: String
  let rehearsal: RehearsedPicture?

  init(path: String, rehearsal: RehearsedPicture? = nil) { (self.path, self.rehearsal) = (path, rehearsal) }
}

// https://developer.apple.com/documentation/imageio/cgimagesourcecreatewithurl(_:_:)
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(path: url.path)
}

// https://developer.apple.com/documentation/imageio/cgimagesourcecreatewithdata(_:_:)
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  RehearsedPicture(data).map { CGImageSource(path: "data", rehearsal: $0) }
}

// https://developer.apple.com/documentation/imageio/cgimagesourcecopypropertiesatindex(_:_:_:)
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  isrc.rehearsal?.properties
}

// https://developer.apple.com/documentation/imageio/cgimagesourcecreatethumbnailatindex(_:_:_:)
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard let picture = isrc.rehearsal else {
    return UIImage(rehearsed: isrc.path, width: 160, height: 120).cgImage
  }
  return picture.thumbnail(options ?? [:])
}

// https://developer.apple.com/documentation/coregraphics/cgcolorspace
public final class CGColorSpace: Sendable {
  public static let sRGB: CFString = "kCGColorSpaceSRGB"

  public init?(name: CFString) {}
}

// https://developer.apple.com/documentation/coregraphics/cgbitmapinfo
public struct CGBitmapInfo: OptionSet, Sendable {
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)

  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

// https://developer.apple.com/documentation/coregraphics/cgimagealphainfo
public enum CGImageAlphaInfo: UInt32, Sendable {
  case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}

// https://developer.apple.com/documentation/coregraphics/cginterpolationquality
public enum CGInterpolationQuality: Int32, Sendable {
  case `default` = 0
  case none = 1
  case low = 2
  case medium = 4
  case high = 3
}

// https://developer.apple.com/documentation/coregraphics/cgcontext
@safe public final class CGContext {
  public var interpolationQuality = CGInterpolationQuality.default
  let pixels: UnsafeMutableRawPointer
  let (width, height, rowBytes): (Int, Int, Int)

  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    guard let data = unsafe data, bitsPerComponent == 8, bytesPerRow >= width * 4, bitmapInfo == 2 << 12 | 6 else {
      return nil
    }
    unsafe pixels = unsafe data
    (self.width, self.height, rowBytes) = (width, height, bytesPerRow)
  }

  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) { rehearse(rect) }
}
