public import Foundation

/// How an image is asked for (`PHImageRequestOptions`). A request takes the values at the moment of the call.
@dynamicMemberLookup
@safe public final class ImageRequestOptions {
  /// All but the handler: what must match for a cached image to be used.
  public struct Values: Hashable, Sendable {
    public var version: ImageRequestOptionsVersion = .current
    public var deliveryMode: ImageRequestOptionsDeliveryMode = .opportunistic
    public var resizeMode: ImageRequestOptionsResizeMode = .fast
    /// Whether to download an asset that is not on the device.
    public var isNetworkAccessAllowed = false
    /// One result, before the call returns; it cannot be cancelled.
    public var isSynchronous = false
    /// A second, better degraded image before the final one.
    public var allowSecondaryDegradedImage = false
    /// What of the crop lies inside the image, in shares of its upright width and height; nil when that is nothing.
    package var crop: ImagePart?
  }

  package var values: Values
  public var progressHandler: AssetImageProgressHandler?

  /// A part of the upright image, in shares from the top left; what is outside is cut off. It works with `resizeMode`
  /// exact alone; with the others, at the maximum size, or where nothing of it lies inside the image, it has no effect.
  public var normalizedCropRect: CGRect {
    didSet { values.crop = ImagePart(inside: normalizedCropRect) }
  }

  public convenience init() { self.init(Values()) }

  package init(_ values: Values) {
    self.values = values
    normalizedCropRect = values.crop.map { CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) } ?? .zero
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<Values, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }

  /// The progress handler as it is now, called with a share, an error and what goes into the info dictionary; it gives
  /// true when the app says stop.
  var progressCall: ProgressCall? {
    guard let handler = unsafe progressHandler else { return nil }
    return { share, error, info in
      var stop: ObjCBool = false
      unsafe handler(share, error, &stop, info.dictionary)
      return stop.boolValue
    }
  }
}

/// Hears how far a download is, from 0 to 1, or why it failed (`PHAssetImageProgressHandler`); only of assets in the
/// cloud. Set the Boolean to cancel the request. An asynchronous request calls it on the queue of result handlers, a
/// synchronous one on the calling thread.
public typealias AssetImageProgressHandler = (
  _ progress: Double, _ error: (any Error)?, _ stop: UnsafeMutablePointer<ObjCBool>, _ info: [AnyHashable: Any]?
) -> Void

typealias ProgressCall = (Double, PhotosError?, ImageResultInfo) -> Bool

package struct ImagePart: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  static let whole = ImagePart(x: 0, y: 0, width: 1, height: 1)
}

extension ImagePart {
  /// What of a rectangle, in shares, lies inside the image; nil when that is nothing.
  init?(inside rect: CGRect) {
    let (x, y) = (max(0, Double(rect.minX)), max(0, Double(rect.minY)))
    let (width, height) = (min(1, Double(rect.maxX)) - x, min(1, Double(rect.maxY)) - y)
    guard width > 0, height > 0, width <= 1, height <= 1 else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}

/// Quality against speed (`PHImageRequestOptionsDeliveryMode`, with its numbers).
public enum ImageRequestOptionsDeliveryMode: Int, CaseIterable, Sendable {
  /// A degraded image first, if there is one sooner, then the final one.
  case opportunistic = 0
  /// One result, as asked for or better.
  case highQualityFormat = 1
  /// One result, the quickest; it may be degraded.
  case fastFormat = 2
}

/// How near a result comes to its target size (`PHImageRequestOptionsResizeMode`, with its numbers).
public enum ImageRequestOptionsResizeMode: Int, CaseIterable, Sendable {
  /// As large as the file.
  case none = 0
  /// Decoded near the target; may be larger.
  case fast = 1
  /// Exactly the target: aspect fill cuts what is beyond it. Degraded results are as they come.
  case exact = 2
}

/// Which version of an asset (`PHImageRequestOptionsVersion`, with its numbers). The model's files have no original of
/// another format, so `original` gives what `unadjusted` does.
public enum ImageRequestOptionsVersion: Int, CaseIterable, Sendable {
  /// With all edits.
  case current = 0
  /// Without edits.
  case unadjusted = 1
  /// As it came from the camera.
  case original = 2
}

/// How an image fits its target size (`PHImageContentMode`, with its numbers).
public enum ImageContentMode: Int, CaseIterable, Sendable {
  /// All of it inside the target.
  case aspectFit = 0
  /// The target filled, the rest beyond it.
  case aspectFill = 1

  public static var `default`: ImageContentMode { .aspectFit }
}
