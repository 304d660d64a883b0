/// What the first line of a recorded trace says.
public struct ScrollTraceHeader: Sendable {
  public var geometry: ScrollTraceGeometry
  /// Pixels a point.
  public var scale: Double
  public var refreshHz: Int
  /// For people.
  public var title: String?
  public var device: String?
  /// The driver whose session it is: every frame is written then.
  public var session: ScrollTraceSession?

  public init(
    geometry: ScrollTraceGeometry, scale: Double, refreshHz: Int, title: String? = nil, device: String? = nil,
    session: ScrollTraceSession? = nil
  ) {
    self.geometry = geometry
    self.scale = scale
    self.refreshHz = refreshHz
    self.title = title
    self.device = device
    self.session = session
  }

  var json: String {
    let words = [("title", title), ("device", device)].compactMap { key, value in
      value.map { "\"\(key)\":\(ScrollTraceText.quoted($0))," }
    }
    return "{\"scrolltrace\":2,\(words.joined())\"unit\":\"pt\",\(geometry.json),"
      + "\"scale\":\(ScrollTraceText.decimal(scale)),\"refresh_hz\":\(refreshHz),\"clock\":\"frame\","
      + "\"source\":{\"kind\":\"recorded\",\"by\":\"ScrollTraceRecorder\"}"
      + (session.map { ",\"session\":\($0.json)" } ?? "") + "}"
  }
}
