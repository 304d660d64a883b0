/// The open requests of an image manager that answers by handlers, on the thread or actor of the driver. A source calls
/// it in `begin` and `cancel`, and passes it the results of handlers.
///
/// A handler may be called before the manager has returned the request's id, several times, and after the end. Each
/// request is answered with thumbnails, then once with an image or a failure.
public final class PhotosRequests<Image> {
  struct Open {
    let request: ImageRequest<Image>
    let isOnly: Bool
    let canDownload: Bool
    /// The id, or nil until the manager has returned it.
    var id: Int32?
  }

  private let cancelRequest: (Int32) -> Void
  private(set) var open: [Int: Open] = [:]
  /// The requests that were cancelled before their id was known.
  private var withdrawn: Set<Int> = []
  private var count = 0

  /// - Parameter cancel: Cancels a request of the manager.
  public init(cancel: @escaping (Int32) -> Void) {
    cancelRequest = cancel
  }

  /// - Parameters:
  ///   - request: The request of the driver.
  ///   - isOnly: True if the delivery mode gives one result: any but `opportunistic`.
  ///   - canDownload: True if the manager may download a photo when the driver asks for that.
  ///   - ask: Asks the manager, and returns its id; a request of id 0 cannot be cancelled. The results of its handler
  ///     belong to the number that `ask` is given.
  public func begin(
    _ request: ImageRequest<Image>, isOnly: Bool, canDownload: Bool = false, ask: (_ number: Int) -> Int32
  ) {
    count += 1
    let number = count
    open[number] = Open(request: request, isOnly: isOnly, canDownload: canDownload)
    let id = ask(number)
    if withdrawn.remove(number) != nil && id != 0 { cancelRequest(id) }
    open[number]?.id = id
  }

  public func cancel(_ request: ImageRequest<Image>) {
    guard let (number, entry) = open.first(where: { $0.value.request === request }) else { return }
    open[number] = nil
    guard let id = entry.id else {
      withdrawn.insert(number)
      return
    }
    if id != 0 { cancelRequest(id) }
  }

  /// Takes a result of a handler.
  public func hear(_ image: Image?, _ result: PhotosResult, of number: Int) {
    guard let entry = open[number] else { return }
    if entry.id == nil { open[number]?.id = result.requestID }
    for answer in result.answers(with: image, isOnly: entry.isOnly) {
      if case .thumbnail = answer {} else { open[number] = nil }
      if case .inCloud = answer, !entry.canDownload {
        entry.request.answer(.failure)
      } else {
        entry.request.answer(answer)
      }
    }
  }
}

/// The information that Photos gives a result handler beside the image, without the types of Photos.
public struct PhotosResult: Hashable, Sendable {
  /// True if the image is less than what was asked for.
  public var isDegraded = false
  public var isCancelled = false
  public var hasError = false
  /// True if the photo is not on the device and the request may not download it.
  public var isInCloud = false
  /// The id of the request, or nil if it is not told.
  public var requestID: Int32?

  public init() {}

  /// Returns the answers to a request: a thumbnail, the end of the request, both, or none while another call follows.
  ///
  /// A degraded image is a thumbnail, and another call follows. If the delivery mode gives one result alone, it is the
  /// image. No image of a photo in the cloud calls for a download. An error, a cancellation by Photos, and a missing
  /// image that no other follows are failures.
  ///
  /// - Parameters:
  ///   - image: The image that the handler got.
  ///   - isOnly: True if the delivery mode gives one result: any but `opportunistic`.
  public func answers<Image>(with image: Image?, isOnly: Bool) -> [ImageAnswer<Image>] {
    let isThumbnail = isDegraded && !isOnly
    if let image, !isThumbnail { return [.image(image)] }
    // Photos may have no thumbnail at hand; the image follows.
    let thumbnails = image.map { [ImageAnswer.thumbnail($0)] } ?? []
    if isThumbnail && !hasError && !isCancelled { return thumbnails }
    return thumbnails + [isInCloud && !isCancelled ? .inCloud : .failure]
  }
}
