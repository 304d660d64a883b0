public import UIKit

// Linux has no Core Foundation that Swift bridges to: there a URL is one already.

// https://developer.apple.com/documentation/corefoundation/cfurl
public typealias CFURL = URL
// https://developer.apple.com/documentation/corefoundation/cfdictionary
public typealias CFDictionary = [String: Bool]

// https://developer.apple.com/documentation/imageio/kcgimagesourcecreatethumbnailwithtransform
public let kCGImageSourceCreateThumbnailWithTransform = "kCGImageSourceCreateThumbnailWithTransform"

// https://developer.apple.com/documentation/imageio/cgimagesource
public final class CGImageSource {
  let path: String
  init(path: String) { self.path = path }
}

// https://developer.apple.com/documentation/imageio/cgimagesourcecreatewithurl(_:_:)
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(path: url.path)
}

// https://developer.apple.com/documentation/imageio/cgimagesourcecreatethumbnailatindex(_:_:_:)
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  UIImage(rehearsed: isrc.path, width: 160, height: 120).cgImage
}
