import Testing

/// Traces at the limits of every field of their format, tiny in all else.
struct ExtremeTrace: CustomTestStringConvertible, Sendable {
  let name: String
  let text: String

  var testDescription: String { name }

  private static let days = 2_592_000_000.0
  private static let phone =
    #""viewport":[390,844],"scale":3,"content":[390,97998],"#
    + #""grid":{"count":4000,"columns":4,"cell":[96,96],"spacing":[2,2]}"#

  private init(_ name: String, _ header: String, _ lines: [String], end: Double = days) {
    self.name = name
    text = (["{\"scrolltrace\":1,\(header)}"] + lines + ["[\(end),\"end\"]"]).joined(separator: "\n") + "\n"
  }

  private static func sample(_ milliseconds: Double, _ points: Double) -> String { "[\(milliseconds),\(points)]" }

  /// The largest screen, scale and content around a grid.
  private static func vast(_ grid: String, scale: String = "16") -> String {
    "\"viewport\":[1000000,1000000],\"scale\":\(scale),\"content\":[1000000000,1000000000],\"grid\":{\(grid)}"
  }

  private static func layout(_ milliseconds: Double, viewport: Double, _ grid: String) -> String {
    "[\(milliseconds),\"layout\",{\"viewport\":[\(viewport),\(viewport)],\"content\":[1000000000,1000000000],"
      + "\"grid\":{\(grid)}}]"
  }

  /// Two frames, so far apart that the area of one row over time passes 64 bits.
  static let rest = ExtremeTrace("a rest of a month", phone, [sample(0, 0), sample(days, 0)])

  private static func samples(_ count: Int, _ frame: (Double) -> (milliseconds: Double, points: Double)) -> [String] {
    (0..<count).map { index in
      let (milliseconds, points) = frame(Double(index))
      return sample(milliseconds, points)
    }
  }

  private static func event(_ milliseconds: Double, _ code: String, _ details: String = "{}") -> String {
    "[\(milliseconds),\"\(code)\",\(details)]"
  }

  static let all: [ExtremeTrace] = scrolls + screens + leaps + changes

  private static let scrolls: [ExtremeTrace] = [
    rest,
    ExtremeTrace(
      "a scroll of a month", phone,
      samples(41) { (days / 40 * $0, ($0 * 293_003).truncatingRemainder(dividingBy: 97_000)) }),
  ]

  private static let screens: [ExtremeTrace] = [
    ExtremeTrace(
      "the largest cells", vast(#""count":300,"columns":1,"cell":[1000000,1000000]"#),
      [sample(0, 0), sample(1, 999_000_000), sample(2, 0), sample(days / 2, 5e8), sample(days - 1, 1e9)]),
    ExtremeTrace(
      "the largest gaps and insets",
      vast(
        #""count":300,"columns":1,"cell":[1000000,1000000],"spacing":[1000000,1000000],"#
          + #""inset":[1000000,1000000,1000000,1000000]"#),
      [sample(0, 0), sample(1, 1e9), sample(2, -1e6), sample(days / 2, 5e8), sample(days - 1, 1e9)]),
    ExtremeTrace(
      "the most columns, of the narrowest and highest cells",
      vast(#""count":60,"columns":10000,"cell":[0.001,1000000]"#, scale: "0.1"),
      [sample(0, 0), sample(1, 5e5), sample(2, -999_999), sample(days / 2, 999_999), sample(days - 1, 3)]),
    ExtremeTrace(
      "the most in view", vast(#""count":80,"columns":8,"cell":[1000000,100000]"#),
      [sample(0, 0), sample(1, 5e5), sample(2, 999_999), sample(days / 4, 0), sample(days - 1, 999_999)]),
    ExtremeTrace(
      "the smallest screen, in the fastest scroll there is",
      #""viewport":[0.001,0.001],"scale":0.1,"content":[1,1000000000],"#
        + #""grid":{"count":4000,"columns":1,"cell":[0.001,0.001]}"#,
      samples(60) { ($0 / 1e6, ($0 * 1e8).truncatingRemainder(dividingBy: 1e9)) }),
  ]

  private static let leaps: [ExtremeTrace] = [
    ExtremeTrace(
      "leaps over all of the content within nanoseconds",
      #""viewport":[390,844],"scale":3,"content":[390,1000000000],"#
        + #""grid":{"count":4000,"columns":1,"cell":[390,200000],"spacing":[0,50000]}"#,
      samples(40) { ($0 / 1e6, $0.truncatingRemainder(dividingBy: 2) * 1e9) }
        + samples(40) { (days - 1 + $0 / 1e6, $0 * 16e6) }),
    ExtremeTrace("a first frame at the end", phone, [sample(days - 0.000001, 0), sample(days, 90_000)]),
    ExtremeTrace(
      "no cell in view at first", phone,
      [sample(0, -844), sample(days / 2, 0)] + samples(9) { (days / 2 + 1 + $0, $0 * 5000) }),
    ExtremeTrace("nothing but a frame", phone, [sample(0, 0)], end: 0),
    ExtremeTrace(
      "an empty grid", #""viewport":[390,844],"content":[0,0],"grid":{"count":0,"columns":4,"cell":[96,96]}"#,
      [sample(0, 0), sample(days, 0)]),
    ExtremeTrace("overscroll for weeks", phone, [sample(0, 0), sample(days / 3, -844), sample(days / 2, 97_998)]),
  ]

  private static let changes: [ExtremeTrace] = [
    ExtremeTrace(
      "layouts from the smallest to the largest", phone,
      [
        sample(0, 0), layout(1, viewport: 1_000_000, #""count":60,"columns":10000,"cell":[0.001,0.001]"#), sample(1, 0),
        layout(
          days / 4, viewport: 1_000_000,
          #""count":60,"columns":1,"cell":[1000000,1000000],"spacing":[1000000,1000000]"#),
        sample(days / 4, 1e9), event(days / 3, "memory_warning"),
        layout(days / 2, viewport: 0.001, #""count":60,"columns":1,"cell":[0.001,0.001]"#), sample(days / 2, 0.4),
      ]),
    ExtremeTrace(
      "photos that come and go over weeks", phone,
      [
        sample(0, 0), event(1, "insert", #"{"items":[0,[5,10]]}"#),
        event(days / 4, "remove", #"{"items":[[0,3000]]}"#), sample(days / 4, 0),
        event(days / 3, "access", #"{"items":[[0,3999]]}"#), event(days / 2, "access", #"{"items":[]}"#),
        sample(days - 5, 0),
      ]),
  ]
}
