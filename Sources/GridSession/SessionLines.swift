import GridDriver
import ScrollTraceRecorder

/// The lines of a driver's session, which `docs/trace-format.md` defines.
extension ScrollTraceRecorder {
  /// The most runs of photos in a line, so that none is longer than a reader takes.
  private static let runsMax = 96

  static func session<Source>(_ driver: GridDriver<Source>) -> String {
    "{\"version\":1,\"strategy\":\(ScrollTraceText.quoted(driver.strategy.canonicalText, limit: 1500)),"
      + "\"workers\":\(driver.options.workers),\"fit\":\(ScrollTraceText.quoted(driver.options.fit.rawValue)),"
      + "\"pixels\":\"bgra\"}"
  }

  mutating func image(_ answer: GridDriverAnswer, isTurned: Bool, at seconds: Double) {
    func pair(_ size: PixelSize) -> String {
      isTurned ? "[\(size.height),\(size.width)]" : "[\(size.width),\(size.height)]"
    }
    var text = "\"image\",{\"place\":\(answer.place),\"target\":\(pair(answer.targetSize))"
    if let photo = answer.photo, ScrollTraceRecorder.isKnown(photo) { text += ",\"photo\":\(pair(photo))" }
    text += ",\"ms\":\(ScrollTraceText.decimal(answer.took.seconds * 1000))"
    if case .image(let bytes) = answer.result { text += ",\"bytes\":\(bytes)" }
    text += ",\"open\":\(answer.open)"
    if answer.isUrgent { text += ",\"urgent\":true" }
    if answer.tier == .thumbnail { text += ",\"tier\":\"coarse\"" }
    switch answer.result {
    case .image: break
    case .thumbnail: text += ",\"result\":\"thumbnail\""
    case .failure: text += ",\"result\":\"failure\""
    }
    note(text + "}", at: seconds)
  }

  /// Writes the counts up to a time, all of that time included. Later ones replace earlier ones.
  mutating func counters(_ counters: GridCounters, at seconds: Double) {
    /// Points x milliseconds.
    func area(_ sum: WideSum) -> String { ScrollTraceText.decimal(sum.divided(by: 1_000_000)) }
    /// Milliseconds.
    func time(_ nanoseconds: Int64) -> String { ScrollTraceText.decimal(nanoseconds / 1000) }
    let (screens, later) = (counters.screens.sums, counters.screens.later.count)
    note(
      "\"counters\",{\"requests\":\(counters.requests),\"hits\":\(counters.hits),\"late\":\(counters.late),"
        + "\"misses\":\(counters.misses),\"decodes\":\(counters.decodes),\"failures\":\(counters.failures),"
        + "\"peak\":\(counters.peak.rawValue),\"visible\":\(area(counters.area)),"
        + "\"blank\":\(area(counters.blankArea)),\"cells\":\(counters.cells),"
        + "\"thumbnails\":\(counters.thumbnails),\"preheats\":\(counters.preheats),"
        + "\"shown\":\(counters.shownPreheats),\"soft\":\(area(counters.thumbnailArea)),"
        + "\"first-filled\":\(time(screens.first.filled)),\"first-sharp\":\(time(screens.first.sharp)),"
        + "\"screens\":\(later),\"filled\":\(time(screens.later.filled)),\"sharp\":\(time(screens.later.sharp)),"
        + "\"noticed\":\(counters.noticedWaits)}",
      at: seconds)
  }

  /// Writes the phase that the strategy is told from here on, and where the scroll will stop, if that is known.
  mutating func told(_ phase: ScrollPhase, target: MilliPoints?, at seconds: Double) {
    let end = target.map { ",\"target\":\(ScrollTraceText.decimal($0.points))" } ?? ""
    note("\"phase\",{\"is\":\"\(phase.word)\"\(end)}", at: seconds)
  }

  /// Writes the sizes of photos in pixels, by their numbers from `first` on.
  mutating func photos(from first: Int, _ photos: [PhotoSize?], at seconds: Double) {
    var (begin, index) = (first, 0)
    var texts: [String] = []
    while index < photos.count {
      let (photo, start) = (ScrollTraceRecorder.known(photos[index]), index)
      while index < photos.count, ScrollTraceRecorder.known(photos[index]) == photo { index += 1 }
      var text = "[\(photo.pixels.width),\(photo.pixels.height),\(index - start)"
      if let size = photo.thumbnail, size.width > 0, size.height > 0 { text += ",\(size.width),\(size.height)" }
      texts.append(text + "]")
      if texts.count == ScrollTraceRecorder.runsMax || index == photos.count {
        note("\"photos\",{\"from\":\(begin),\"sizes\":[\(texts.joined(separator: ","))]}", at: seconds)
        (begin, texts) = (first + index, [])
      }
    }
  }

  private static func known(_ photo: PhotoSize?) -> PhotoSize {
    let none = PixelSize(width: 0, height: 0)
    guard let photo else { return PhotoSize(none, thumbnail: none) }
    return PhotoSize(isKnown(photo.pixels) ? photo.pixels : none, thumbnail: photo.thumbnail ?? none)
  }

  private static func isKnown(_ size: PixelSize) -> Bool {
    let sides: ClosedRange<Int32> = 1...65_535
    return sides.contains(size.width) && sides.contains(size.height)
  }
}

extension Nanoseconds {
  var seconds: Double { Double(rawValue) / 1e9 }
}

extension MilliPoints {
  var points: Double { Double(rawValue) / 1000 }
}
