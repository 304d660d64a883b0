public import GridDriver

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
