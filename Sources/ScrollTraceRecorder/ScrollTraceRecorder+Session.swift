/// Lines of a driver's session.
extension ScrollTraceRecorder {
  /// Runs of photos in a line, so that none is longer than a reader takes.
  private static let runsMax = 96

  /// An image source has answered.
  public mutating func image(_ image: ScrollTraceImage, at seconds: Double) { note(image.text, at: seconds) }

  /// What was counted up to a time, all of that time included. Later ones replace earlier ones.
  public mutating func counters(_ counters: ScrollTraceCounters, at seconds: Double) {
    note(counters.text, at: seconds)
  }

  /// What the strategy is told of the finger from here on, as the driver tells it: `still`, `tracking`, `dragging`,
  /// `decelerating`, `animated` or `scrubbing`.
  ///
  /// - Parameter target: Where the scroll will stop, in points; nil where that is not known.
  public mutating func told(_ phase: String, target: Double?, at seconds: Double) {
    let end = target.map { ",\"target\":\(ScrollTraceText.decimal($0))" } ?? ""
    note("\"phase\",{\"is\":\(ScrollTraceText.quoted(phase))\(end)}", at: seconds)
  }

  /// The sizes of photos in pixels, by their numbers from `first` on; 0 x 0 where one is not known.
  public mutating func photos(
    from first: Int, _ sizes: some Sequence<ScrollTracePhoto>, at seconds: Double
  ) {
    var (number, begin) = (first, first)
    var texts: [String] = []
    var run: (photo: ScrollTracePhoto, count: Int)?
    func flush(_ recorder: inout ScrollTraceRecorder) {
      if texts.isEmpty { return }
      recorder.note("\"photos\",{\"from\":\(begin),\"sizes\":[\(texts.joined(separator: ","))]}", at: seconds)
      texts.removeAll(keepingCapacity: true)
      begin = number
    }
    for size in sizes {
      if let current = run, current.photo == size {
        run = (size, current.count + 1)
        continue
      }
      if let (photo, count) = run {
        texts.append(photo.text(count))
        number += count
        if texts.count == ScrollTraceRecorder.runsMax { flush(&self) }
      }
      run = (size, 1)
    }
    if let (photo, count) = run {
      texts.append(photo.text(count))
      number += count
    }
    flush(&self)
  }
}

/// A photo's size and its thumbnail's, in pixels; 0 x 0 where there is none, or it is not known.
public struct ScrollTracePhoto: Hashable, Sendable {
  public var width: Int32
  public var height: Int32
  public var thumbnailWidth: Int32
  public var thumbnailHeight: Int32

  public init(width: Int32, height: Int32, thumbnailWidth: Int32 = 0, thumbnailHeight: Int32 = 0) {
    self.width = width
    self.height = height
    self.thumbnailWidth = thumbnailWidth
    self.thumbnailHeight = thumbnailHeight
  }

  /// A run of such photos.
  func text(_ count: Int) -> String {
    thumbnailWidth > 0 && thumbnailHeight > 0
      ? "[\(width),\(height),\(count),\(thumbnailWidth),\(thumbnailHeight)]" : "[\(width),\(height),\(count)]"
  }
}
