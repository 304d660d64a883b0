public import StrategyKit

/// Makes the images of a grid: the system's image manager, your own decoder, a network. A `GridDriver` asks it for at most
/// as many images at once as it has workers, in the order that the strategy says, and beside them for thumbnails.
public protocol ImageSource<Image>: AnyObject {
  associatedtype Image

  /// About how large its thumbnails are, in pixels, for photos whose `PhotoSize` does not say it. Read once, when the driver
  /// is made.
  ///
  /// A source that has a size here is asked for the thumbnail of each cell that waits, at once and beside the images, by
  /// requests of tier `coarse`. Nil, as it is unless a source says otherwise: it has none.
  var thumbnailSize: PixelSize? { get }

  /// The same number for a photo wherever it stands, and another one for any other photo: the hash of its identifier. By it
  /// a grid finds that its photos were replaced without a word, as by `reloadData`. Nil where photos have none.
  func identity(at place: Int) -> Int?

  /// The size of the photo at a place of the grid; nil where it is not known, as unless a source says otherwise.
  ///
  /// Asked once for each photo whose size the driver was not told, when it comes near the screen. With sizes the driver
  /// foresees what images take; without, it goes by the images that came. Neither tell nor ask the driver from here.
  func size(at place: Int) -> PhotoSize?

  /// Returns the bytes of an image or a thumbnail in memory: of a `CGImage`, its rows times the bytes of a row. Negative
  /// numbers count as 0, 4 GiB and more as a byte less than that.
  func bytes(of image: Image) -> Int

  /// Begins to make an image. Answer the request by `ImageRequest.answer(_:)`, at once or later, on the thread or actor
  /// that the driver lives on.
  func begin(_ request: ImageRequest<Image>)

  /// The request is over without an answer: its time was up (`GridDriverOptions.answerLimit`), the grid outgrew its room,
  /// or the driver has stopped. An answer that comes all the same is ignored.
  ///
  /// A request that has begun is not cancelled because its cell has left the screen, as no decode of a replay is.
  func cancel(_ request: ImageRequest<Image>)
}

extension ImageSource {
  public var thumbnailSize: PixelSize? { nil }
  public func identity(at place: Int) -> Int? { nil }
  public func size(at place: Int) -> PhotoSize? { nil }
}

/// The answer of a source to a request.
public enum ImageAnswer<Image> {
  /// An image of low quality, which a cell shows until the image is there. The request goes on, unless a thumbnail is what
  /// it asked for. After a failure the cell shows it until it leaves the screen.
  case thumbnail(Image)
  /// The image. The request is over.
  case image(Image)
  /// There is none. The request is over. While a cell waits, the driver asks again, after 1 s, 2 s, 4 s and so on.
  case failure
  /// The photo is not on the device. The request is over, and was no decode: its worker takes another one. When one of the
  /// places for downloads is free (`GridDriverOptions.downloads`), the driver begins a request for the photo that is a
  /// download (`ImageRequest.isDownload`). A failure where an image is downloaded, or a thumbnail is wanted.
  case inCloud
  /// The photo is on the device now, and the driver asks for its image when a worker is idle. The download is over. One may
  /// end with the image itself, too. A failure where nothing is downloaded.
  case downloaded
}

/// A grid's wish for one image.
public final class ImageRequest<Image> {
  /// The place of the photo in the grid when the request began. A photo that moves later keeps its request.
  public let place: Int
  /// In pixels: what the cell covers; for a thumbnail its own size.
  public let targetSize: PixelSize
  /// `coarse` where a thumbnail is wanted that stands in for the image. Such a request is over with its first answer.
  public let tier: Tier
  /// True if a cell waits for it.
  public let isUrgent: Bool
  /// True if the photo is to be brought to the device, after the answer `ImageAnswer.inCloud`: it may take long, and takes
  /// no worker.
  public let isDownload: Bool

  let slot: Int32
  /// Nanoseconds of the driver's clock.
  let began: Int64
  /// Requests of its kind that were open when it began, itself included.
  let openCount: Int
  /// The receiver of answers; nil once the request is over.
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

  /// Thumbnails, then an image or a failure. What comes after that, or after `ImageSource.cancel(_:)`, is ignored.
  public func answer(_ answer: ImageAnswer<Image>) { receive?(self, answer) }
}
