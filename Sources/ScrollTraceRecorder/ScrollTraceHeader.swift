/// What the first line of a recorded trace says.
public struct ScrollTraceHeader: Sendable {
  public var geometry: ScrollTraceGeometry
  /// Pixels a point.
  public var scale: Double
  public var refreshHz: Int
  /// For people.
  public var title: String?
  public var device: String?

  public init(
    geometry: ScrollTraceGeometry, scale: Double, refreshHz: Int, title: String? = nil, device: String? = nil
  ) {
    self.geometry = geometry
    self.scale = scale
    self.refreshHz = refreshHz
    self.title = title
    self.device = device
  }

  var json: String {
    let words = [("title", title), ("device", device)].compactMap { key, value in
      value.map { "\"\(key)\":\(ScrollTraceText.quoted($0))," }
    }
    return "{\"scrolltrace\":1,\(words.joined())\"unit\":\"pt\",\(geometry.json),"
      + "\"scale\":\(ScrollTraceText.decimal(scale)),\"refresh_hz\":\(refreshHz),\"clock\":\"frame\","
      + "\"source\":{\"kind\":\"recorded\",\"by\":\"ScrollTraceRecorder\"}}"
  }
}
