/// A download, waiting for its turn or under way.
struct ImageDownload: Sendable {
  /// Tells its timers from those of an earlier, cancelled download of the same asset.
  let number: Int
  let fileBytes: Int32
  var stepsDone = 0
  var isUnderWay = false
  /// Requests that wait for it.
  var requests: [ImageRequestID] = []
  /// Caching requests that wait for it.
  var starts: [ImageWish] = []

  var isWanted: Bool { !requests.isEmpty || !starts.isEmpty }
}
