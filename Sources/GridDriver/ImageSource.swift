public import StrategyKit

/// A source of a grid's images: the system's image manager, your own decoder, a network. A `GridDriver` asks it for as
/// many images at once as it has workers, in the strategy's order, and for thumbnails besides.
public protocol ImageSource<Image>: AnyObject {
  associatedtype Image

  /// The usual size of its thumbnails in pixels, for photos whose `PhotoSize` has none. Read once, when the driver is
  /// created.
  ///
  /// If it is set, the driver requests the thumbnail of each cell that waits, at once and besides the images, by
  /// requests of tier `thumbnail`. By default it is nil: there are no thumbnails.
  var thumbnailSize: PixelSize? { get }

  /// Returns a number that identifies a photo wherever it is in the grid, such as the hash of its identifier, or nil if
  /// photos have none. With it a grid finds out that photos were replaced without notice, as by `reloadData`.
  func identity(at place: Int) -> Int?

  /// Returns the size of the photo at a place of the grid, or nil if it is not known. Nil by default.
  ///
  /// Called once for each photo of unknown size, when it comes near the screen. From the sizes the driver predicts the
  /// memory of images; without them it goes by the images so far. Make no calls to the driver from here.
  func size(at place: Int) -> PhotoSize?

  /// Returns the bytes of an image or a thumbnail in memory: for a `CGImage`, rows times bytes per row. Results are
  /// limited to the range from 0 to just below 4 GiB.
  func bytes(of image: Image) -> Int

  /// Begins to make an image. Answer the request with `ImageRequest.answer(_:)`, at once or later, on the driver's
  /// thread or actor.
  func begin(_ request: ImageRequest<Image>)

  /// Cancels a request that ends without an answer: its time was up (`GridDriverOptions.answerLimit`), the grid outgrew
  /// its room, or the driver has stopped. A later answer is ignored.
  ///
  /// A begun request is not cancelled when its cell leaves the screen, like a decode of a replay.
  func cancel(_ request: ImageRequest<Image>)
}

extension ImageSource {
  public var thumbnailSize: PixelSize? { nil }
  public func identity(at place: Int) -> Int? { nil }
  public func size(at place: Int) -> PhotoSize? { nil }
}

/// The answer of a source to a request.
public enum ImageAnswer<Image> {
  /// An image of low quality, which a cell shows until the image arrives, or after a failure until it leaves the
  /// screen. The request goes on, unless it asked for a thumbnail.
  case thumbnail(Image)
  /// The image; ends the request.
  case image(Image)
  /// No image; ends the request. While a cell waits, the driver asks again, after 1 s, 2 s, 4 s and so on.
  case failure
  /// The photo is not on the device; ends the request, which does not count as a decode and frees its worker. When a
  /// download may begin (`GridDriverOptions.downloads`), the driver makes a request that is one
  /// (`ImageRequest.isDownload`). Counts as a failure for downloads and thumbnails.
  case inCloud
  /// The photo is now on the device; ends the download, and the driver requests its image when a worker is idle. A
  /// download may also end with the image itself. Counts as a failure for other requests.
  case downloaded
}

/// A request for one image of a grid.
public final class ImageRequest<Image> {
  /// The place of the photo in the grid when the request began. A photo that moves later keeps its request.
  public let place: Int
  /// The size in pixels that the image must cover; for a thumbnail, its own size.
  public let targetSize: PixelSize
  /// The tier: `thumbnail` for an image to show until the full one is there. Such a request ends with its first answer.
  public let tier: Tier
  /// True if a cell waits for the image.
  public let isUrgent: Bool
  /// True if the photo is to be downloaded, after the answer `ImageAnswer.inCloud`. A download may take long, and
  /// occupies no worker.
  public let isDownload: Bool

  let slot: Int32
  /// The time of its beginning by the driver's clock, in nanoseconds.
  let began: Int64
  /// The number of open requests of its kind when it began, including itself.
  let openCount: Int
  /// The receiver of answers, or nil once the request has ended.
  var receive: ((ImageRequest<Image>, ImageAnswer<Image>) -> Void)?

  init(
    place: Int, targetSize: PixelSize, tier: Tier, isUrgent: Bool, isDownload: Bool, slot: Int32, began: Int64,
    openCount: Int, receive: @escaping (ImageRequest<Image>, ImageAnswer<Image>) -> Void
  ) {
    self.place = place
    self.targetSize = targetSize
    self.tier = tier
    self.isUrgent = isUrgent
    self.isDownload = isDownload
    self.slot = slot
    self.began = began
    self.openCount = openCount
    self.receive = receive
  }

  /// Answers the request: with any number of thumbnails, then with an image or a failure. Later answers, and answers
  /// after `ImageSource.cancel(_:)`, are ignored.
  public func answer(_ answer: ImageAnswer<Image>) { receive?(self, answer) }
}
