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

#if !hasFeature(Embedded)
  /// Makes images with a function of yours: a decoder, an image library or a network request.
  ///
  ///     let source = DecodeSource(item: { files[$0] }, bytes: { $0.bytesPerRow * $0.height }) { file, size in
  ///       try await image(of: file, size)
  ///     }
  ///
  /// The function runs off the main actor, in one task for each request. The task is cancelled when its time is up
  /// (`GridDriverOptions.answerLimit`) or the driver stops; a later result is ignored. A thrown error is a failure:
  /// while a cell waits, the driver asks again. `PhotoInCloud` means that the photo must be downloaded first, which
  /// occupies no worker.
  @MainActor
  public final class DecodeSource<Item: Sendable, Image: Sendable>: @MainActor ImageSource {
    /// Makes an image of a photo that covers a size in pixels.
    public typealias Decode = @Sendable (Item, PixelSize) async throws -> Image

    public let thumbnailSize: PixelSize?
    private let item: (Int) -> Item?
    private let size: (Item) -> PhotoSize?
    private let bytes: (Image) -> Int
    private let thumbnail: Decode?
    private let decode: Decode
    private let download: Decode?
    private(set) var open: [Int: (request: ImageRequest<Image>, task: Task<Void, Never>)] = [:]
    private var count = 0

    /// - Parameters:
    ///   - item: Returns the photo at a place of the grid, in any form that `decode` takes, or nil if there is none;
    ///     `{ $0 }` for the place itself.
    ///   - size: Returns the size of a photo, upright, without decoding it, or nil if it is not known.
    ///   - bytes: Returns the bytes of an image or a thumbnail in memory: for a `CGImage`, rows times bytes per row.
    ///   - thumbnailSize: The usual size of thumbnails in pixels; by default that of camera files (DCF).
    ///   - thumbnail: Makes a thumbnail in much less time than an image takes, from the photo's file or a server; nil if
    ///     there are none.
    ///   - download: Makes the image of a photo for which `decode` threw `PhotoInCloud`; nil makes that a failure.
    ///   - decode: Makes the image of a photo that covers a size in pixels.
    public init(
      item: @escaping (Int) -> Item?, size: @escaping (Item) -> PhotoSize? = { _ in nil },
      bytes: @escaping (Image) -> Int, thumbnailSize: PixelSize = PhotoSize.cameraThumbnail, thumbnail: Decode? = nil,
      download: Decode? = nil,
      decode: @escaping Decode
    ) {
      self.download = download
      self.item = item
      self.size = size
      self.bytes = bytes
      self.thumbnailSize = thumbnail == nil ? nil : thumbnailSize
      self.thumbnail = thumbnail
      self.decode = decode
    }

    /// Returns the hash of a photo that is `Hashable`, or nil for any other.
    public func identity(at place: Int) -> Int? { (item(place) as? any Hashable)?.hashValue }

    public func size(at place: Int) -> PhotoSize? { item(place).flatMap(size) }

    public func bytes(of image: Image) -> Int { bytes(image) }

    public func begin(_ request: ImageRequest<Image>) {
      guard let item = item(request.place) else { return request.answer(.failure) }
      count += 1
      let (number, size) = (count, request.targetSize)
      let maker = request.isDownload ? download : request.tier == .thumbnail ? thumbnail : nil
      let (decode, canDownload) = (maker ?? decode, download != nil)
      let task = Task.detached(priority: request.isUrgent ? .userInitiated : .utility) { [weak self] in
        let answer: ImageAnswer<Image>
        do {
          answer = .image(try await decode(item, size))
        } catch is PhotoInCloud where canDownload {
          answer = .inCloud
        } catch {
          answer = .failure
        }
        await self?.end(number, answer)
      }
      open[number] = (request, task)
    }

    public func cancel(_ request: ImageRequest<Image>) {
      guard let number = open.first(where: { $0.value.request === request })?.key else { return }
      open.removeValue(forKey: number)?.task.cancel()
    }

    private func end(_ number: Int, _ answer: sending ImageAnswer<Image>) {
      open.removeValue(forKey: number)?.request.answer(answer)
    }
  }

  /// The error that the function of a `DecodeSource` throws if a photo is not on the device.
  public struct PhotoInCloud: Error, Hashable, Sendable {
    public init() {}
  }
#endif
