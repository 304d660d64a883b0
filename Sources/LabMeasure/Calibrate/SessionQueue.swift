import CacheLab
import StrategyKit

/// The requests of a session in the order of their begin, with the times at which they were served.
struct SessionQueue {
  struct Image {
    var took: Int64
    /// The number of open requests when it began, itself included.
    var open: Int
    /// The factor of the model's time for a pixel.
    var pixels: Double
    /// Its place in the order of all requests.
    var index: Int
  }

  private var requests: [(begin: Int64, end: Int64)] = []
  /// The images that a fit uses.
  private(set) var images: [Image] = []
  private(set) var hasSizes = false
  private(set) var openMax = 0
  private(set) var leftOut = (thumbnails: 0, failures: 0, atHand: 0)

  init(_ session: TraceSession) {
    // A thumbnail that stands in ends no request, and those that are asked for take no worker of images.
    leftOut.thumbnails = session.images.count { $0.result != .thumbnail && $0.tier == .coarse }
    let ended = session.images.filter { $0.result != .thumbnail && $0.tier == .full }
    let order = ended.indices.sorted { (ended[$0].begin, ended[$0].time, $0) < (ended[$1].begin, ended[$1].time, $1) }
    for index in order {
      let image = ended[index]
      openMax = max(openMax, image.open)
      requests.append((image.begin, image.time))
      if image.result == .failure {
        leftOut.failures += 1
      } else if image.took <= SessionFit.atHandMax {
        leftOut.atHand += 1
      } else {
        if image.photo != nil { hasSizes = true }
        images.append(
          Image(
            took: image.took, open: image.open, pixels: SessionQueue.pixels(of: image, session),
            index: requests.count - 1))
      }
    }
  }

  private static func pixels(of image: TraceSession.Image, _ session: TraceSession) -> Double {
    guard let photo = image.photo else { return 0 }
    let form = BitmapForm(of: photo, reaching: image.target, fit: session.fit)
    return Double(form.decoded.pixelCount) + Double(form.reducedPixels) / 2
  }

  /// The rounding of a session's times: a request that began with an answer may seem to come before it.
  private static let rounding: Int64 = 2_000

  /// Returns the time of each image by itself if so many are served at once, in nanoseconds.
  func serviceTimes(workers: Int) -> [Double] {
    var starts = [Int64](repeating: 0, count: requests.count)
    // The last answers still to come, ascending, no more than are served at once: the first of so many makes room.
    var open: [Int64] = []
    for (index, request) in requests.enumerated() {
      open.removeSubrange(..<(open.firstIndex { $0 > request.begin + SessionQueue.rounding } ?? open.count))
      starts[index] = open.count < workers ? request.begin : open[0]
      open.insert(request.end, at: open.lastIndex { $0 <= request.end }.map { $0 + 1 } ?? 0)
      if open.count > workers { open.removeFirst() }
    }
    return images.map { Double(max(0, requests[$0.index].end - starts[$0.index])) }
  }
}
