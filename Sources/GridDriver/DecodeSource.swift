#if !hasFeature(Embedded)
  public import StrategyKit

  /// Makes images with a function of yours: a decoder, an image library or a network request.
  ///
  ///     let source = DecodeSource { place, size in try await image(of: files[place], size) }
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
    private var open: [Int: (request: ImageRequest<Image>, task: Task<Void, Never>)] = [:]
    private var count = 0

    /// - Parameters:
    ///   - item: Returns the photo at a place of the grid, in any form that `decode` takes, or nil if there is none.
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

    /// The number of requests whose image is being made.
    public var openCount: Int { open.count }

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

  extension DecodeSource where Item == Int {
    /// - Parameters:
    ///   - size: Returns the size of the photo at a place, upright, without decoding it, or nil if it is not known.
    ///   - bytes: Returns the bytes of an image or a thumbnail in memory: for a `CGImage`, rows times bytes per row.
    ///   - thumbnail: Makes a thumbnail in much less time than an image takes; nil if there are none.
    ///   - decode: Makes the image of the photo at a place of the grid. For photos that come and go, use the initializer
    ///     that looks the photo up when its request begins.
    public convenience init(
      size: @escaping (Int) -> PhotoSize? = { _ in nil }, bytes: @escaping (Image) -> Int, thumbnail: Decode? = nil,
      decode: @escaping Decode
    ) {
      self.init(item: { $0 }, size: size, bytes: bytes, thumbnail: thumbnail, decode: decode)
    }
  }
#endif
