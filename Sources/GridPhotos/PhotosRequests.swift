public import GridDriver

/// The open requests of an image manager that answers by handlers, on the thread or actor of the driver. A source asks it
/// in `begin` and `cancel`, and hands it what handlers hear.
///
/// A handler may be called before the manager has returned the request's id, several times, and after the end. Each
/// request is answered with thumbnails, then once with an image or a failure.
public final class PhotosRequests<Image> {
  private struct Open {
    let request: ImageRequest<Image>
    /// One result is all that comes.
    let isOnly: Bool
    let canDownload: Bool
    /// The id; nil until the manager has returned it.
    var id: Int32?
  }

  private let cancelRequest: (Int32) -> Void
  private var open: [Int: Open] = [:]
  /// Cancelled before their id was known.
  private var withdrawn: Set<Int> = []
  private var count = 0

  /// - Parameter cancel: Cancels a request of the manager.
  public init(cancel: @escaping (Int32) -> Void) {
    cancelRequest = cancel
  }

  public var openCount: Int { open.count }

  /// - Parameters:
  ///   - request: What the driver wishes for.
  ///   - isOnly: The delivery mode gives one result: any but `opportunistic`.
  ///   - canDownload: The manager may download a photo, where the driver asks for that.
  ///   - ask: Asks the manager, and returns its id; one of 0 cannot be cancelled. What its handler hears belongs to the
  ///     number that `ask` is given.
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

  /// Takes what a handler has heard.
  public func hear(_ image: Image?, _ result: PhotosResult, of number: Int) {
    guard let entry = open[number] else { return }
    if entry.id == nil { open[number]?.id = result.requestID }
    let meaning = result.meaning(of: image, isOnly: entry.isOnly)
    if let thumbnail = meaning.thumbnail { entry.request.answer(.thumbnail(thumbnail)) }
    switch meaning.end {
    case nil: return
    case .image(let image):
      open[number] = nil
      entry.request.answer(.image(image))
    case .inCloud, .failure:
      open[number] = nil
      if case .inCloud = meaning.end, entry.canDownload {
        entry.request.answer(.inCloud)
      } else {
        entry.request.answer(.failure)
      }
    }
  }
}
