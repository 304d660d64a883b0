/// One decode, or one reading of a file, waiting or running.
struct ImageJob: Sendable {
  enum Kind: Hashable, Sendable {
    /// The image itself; shared by all that want the same key.
    case final
    /// The thumbnail, for one request.
    case degraded
    /// A small decode, for one request.
    case secondary
    /// The thumbnail for a caching request, while high quality is not allowed.
    case lowQuality
    /// The whole file, for one request.
    case data
  }

  enum Queue: Int, CaseIterable, Sendable {
    case degraded
    case demand
    case preheat
  }

  let number: Int
  let kind: Kind
  let wish: ImageWish
  var queue: Queue
  var isRunning = false
  /// Requests that wait for it, in the order of their coming.
  var requests: [ImageRequestID] = []
}
