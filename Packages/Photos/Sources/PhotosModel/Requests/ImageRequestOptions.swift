public import Foundation

/// Options of an image request (`PHImageRequestOptions`). A request copies the values at the time of the call.
@dynamicMemberLookup
@safe public final class ImageRequestOptions {
  /// The options without the handler, which must match for the use of a cached image.
  public struct Values: Hashable, Sendable {
    public var version: ImageRequestOptionsVersion = .current
    public var deliveryMode: ImageRequestOptionsDeliveryMode = .opportunistic
    public var resizeMode: ImageRequestOptionsResizeMode = .fast
    /// True to download an asset that is not on the device.
    public var isNetworkAccessAllowed = false
    /// True to get one result before the call returns; such a request cannot be cancelled.
    public var isSynchronous = false
    /// True to get a second, better degraded image before the final one.
    public var allowSecondaryDegradedImage = false
    /// The crop inside the image, in fractions of its upright width and height, or nil if it is empty.
    package var crop: ImagePart?
  }

  package var values: Values
  public var progressHandler: AssetImageProgressHandler?

  /// A part of the upright image, in fractions from the top left; the outside is cut off. It needs the resize mode
  /// `exact`; with other modes, at the maximum size, or outside the image, it has no effect.
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

  /// The current progress handler, called with a fraction, an error and an info dictionary; it returns true to stop.
  var progressCall: ProgressCall? {
    guard let handler = unsafe progressHandler else { return nil }
    return { share, error, info in
      var stop: ObjCBool = false
      unsafe handler(share, error, &stop, info.dictionary)
      return stop.boolValue
    }
  }
}

/// A handler that is called with the progress of a download, from 0 to 1, or with its error
/// (`PHAssetImageProgressHandler`); only assets in the cloud have one. Set the Boolean to cancel the request. An
/// asynchronous request calls it on the queue of result handlers, a synchronous one on the calling thread.
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
  /// Creates the part of a rectangle, in fractions, that lies inside the image, or nil if that is empty.
  init?(inside rect: CGRect) {
    let (x, y) = (max(0, Double(rect.minX)), max(0, Double(rect.minY)))
    let (width, height) = (min(1, Double(rect.maxX)) - x, min(1, Double(rect.maxY)) - y)
    guard width > 0, height > 0, width <= 1, height <= 1 else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}

/// The balance of quality and speed (`PHImageRequestOptionsDeliveryMode`, with its numbers).
public enum ImageRequestOptionsDeliveryMode: Int, CaseIterable, Sendable {
  /// A degraded image first, if one is faster, then the final image.
  case opportunistic = 0
  /// One result, with the requested quality or better.
  case highQualityFormat = 1
  /// One result, the fastest; it may be degraded.
  case fastFormat = 2
}

/// The accuracy of a result's size (`PHImageRequestOptionsResizeMode`, with its numbers).
public enum ImageRequestOptionsResizeMode: Int, CaseIterable, Sendable {
  /// The size of the file.
  case none = 0
  /// A size near the target, or larger.
  case fast = 1
  /// Exactly the target: aspect fill cuts off the rest. Degraded results keep their size.
  case exact = 2
}

/// The version of an asset (`PHImageRequestOptionsVersion`, with its numbers). The model's files have no original in
/// another format, so `original` gives the same as `unadjusted`.
public enum ImageRequestOptionsVersion: Int, CaseIterable, Sendable {
  /// The asset with all edits.
  case current = 0
  /// The asset without edits.
  case unadjusted = 1
  /// The original from the camera.
  case original = 2
}

/// The fit of an image and its target size (`PHImageContentMode`, with its numbers).
public enum ImageContentMode: Int, CaseIterable, Sendable {
  /// The whole image inside the target.
  case aspectFit = 0
  /// The image fills the target; the rest is outside.
  case aspectFill = 1

  public static var `default`: ImageContentMode { .aspectFit }
}
