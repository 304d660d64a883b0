/// The first line of a recorded trace.
public struct ScrollTraceHeader: Sendable {
  public var geometry: ScrollTraceGeometry
  /// The pixels of a point.
  public var scale: Double
  public var refreshHz: Int
  /// A title for people.
  public var title: String?
  public var device: String?
  /// The settings of a driver, as JSON, if the trace is its session: every frame is written then.
  package var session: String?

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
    return "{\"scrolltrace\":2,\(words.joined())\"unit\":\"pt\",\(geometry.json),"
      + "\"scale\":\(ScrollTraceText.decimal(scale)),\"refresh_hz\":\(refreshHz),\"clock\":\"frame\","
      + "\"source\":{\"kind\":\"recorded\",\"by\":\"ScrollTraceRecorder\"}"
      + (session.map { ",\"session\":\($0)" } ?? "") + "}"
  }
}

/// Writes numbers and texts in the form of traces.
package enum ScrollTraceText {
  /// Returns thousandths with at most three decimals: 16700 is `16.7`.
  package static func decimal(_ thousandths: Int64) -> String { "\(MilliPoints(rawValue: thousandths))" }

  package static func decimal(_ value: Double) -> String { "\(MilliPoints.points(value.isFinite ? value : 0))" }

  /// Returns a JSON string with its quotes, cut to `limit` characters; control characters become spaces.
  package static func quoted(_ text: String, limit: Int = 200) -> String {
    var result = "\""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
