// https://developer.apple.com/documentation/coregraphics/cgimage
public final class CGImage: Sendable {
  public let width, height, bytesPerRow: Int

  init(width: Int, height: Int) { (self.width, self.height, bytesPerRow) = (width, height, width * 4) }
}

// https://developer.apple.com/documentation/uikit/uiimage
open class UIImage: NSObject, @unchecked Sendable {
  public let cgImage: CGImage?
  /// The name of the picture: no part of the SDK.
  public let name: String

  public init(cgImage: CGImage) {
    self.cgImage = cgImage
    name = ""
  }

  public init?(contentsOfFile path: String) {
    cgImage = CGImage(width: 4000, height: 3000)
    name = path
  }

  public init?(data: Data) {
    cgImage = CGImage(width: 4000, height: 3000)
    name = "data"
  }

  open func preparingForDisplay() -> UIImage? { self }

  open func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
    UIImage(rehearsed: name, width: Int(size.width), height: Int(size.height))
  }

  /// Creates an image of a size: no part of the SDK.
  public init(rehearsed name: String, width: Int, height: Int) {
    cgImage = CGImage(width: width, height: height)
    self.name = name
  }
}

// https://developer.apple.com/documentation/uikit/uiimageview
@MainActor
open class UIImageView: UIView {
  open var image: UIImage?
}

// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor
open class UIApplication: NSObject {
  nonisolated public static let didReceiveMemoryWarningNotification = NSNotification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
  nonisolated public static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  nonisolated public static let willEnterForegroundNotification = NSNotification.Name(
    "UIApplicationWillEnterForegroundNotification")
}
