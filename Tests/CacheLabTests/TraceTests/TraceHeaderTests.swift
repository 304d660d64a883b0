import CacheLab
import Strategies
import Testing

@Suite struct TraceHeaderTests {
  static func refusal(_ header: String) -> InputError? { TraceText.refusal(of: header + "\n[0,0]\n") }

  @Test func laysTheDefaultGridWhereThereIsNone() throws {
    let trace = try TraceText.parse(["[0,0]"], header: #"{"scrolltrace":1,"viewport":[390,844],"content":[390,97998]}"#)
    let expected = GridLayout(
      count: 4000, columns: 4, cellWidth: .points(96), cellHeight: .points(96), spacingX: .points(2),
      spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 1000)
    #expect(trace.layouts == [expected])
    #expect(trace.header.scaleThousandths == 1000)
  }

  @Test func laysTheDefaultGridOverTheContentOfALayout() throws {
    let trace = try TraceText.parse(
      ["[0,0]", #"[5,"layout",{"viewport":[844,390],"content":[806,2018]}]"#],
      header: #"{"scrolltrace":1,"viewport":[390,844],"content":[390,97998]}"#)
    #expect(trace.layouts[1].cellWidth == .points(200))
    #expect(trace.layouts[1].count == 40)
    #expect(trace.layouts[1].viewportWidth == .points(844))
  }

  @Test func readsEveryKey() throws {
    let header = #"""
      {"scrolltrace":1,"title":"a \"b\" \u00e9 \ud83d\ude00","unit":"pt","viewport":[390,844.5],"content":[391,1000],\#
      "scale":2.5,"refresh_hz":120,"clock":"frame","device":"d","recorded_at":"r",\#
      "duration_ms":5,"source":{"kind":"physics","by":"b","model":"m",\#
      "fingers":"f","seed":9223372036854775807,"license":"l"},\#
      "grid":{"count":7,"columns":3,"cell":[128.667,100],"spacing":[1,2],\#
      "inset":[3,4,5,6]},"new":[{}]}
      """#
    let trace = try TraceText.parse(["[0,0]"], header: header)
    #expect(trace.header.title == "a \"b\" é 😀")
    #expect(trace.layouts[0].viewportHeight == MilliPoints(rawValue: 844_500))
    #expect(trace.header.scaleThousandths == 2500)
    #expect(trace.header.refreshHz == 120)
    #expect(trace.header.device == "d")
    let source = trace.header.source
    #expect([source.kind, source.by, source.model, source.fingers] == ["physics", "b", "m", "f"])
    #expect(source.seed == .max)
    let grid = trace.layouts[0]
    #expect(grid.count == 7 && grid.columns == 3)
    #expect(grid.cellWidth == MilliPoints(rawValue: 128_667))
    #expect(grid.spacingX == .points(1) && grid.insetTop == .points(3) && grid.insetBottom == .points(5))
  }

  @Test func takesNullForAbsent() throws {
    let header = #"{"scrolltrace":1,"viewport":[390,844],"content":[390,97998],"grid":null,"title":null,"scale":null}"#
    let trace = try TraceText.parse(["[0,0]"], header: header)
    #expect(trace.header.title == nil)
    #expect(trace.layouts[0].count == 4000)
  }

  @Test func readsAnEmptyGrid() throws {
    let header = #"{"scrolltrace":1,"viewport":[390,844],"content":[390,0]}"#
    #expect(try TraceText.parse(["[0,-844]", "[1,844]"], header: header).layouts[0].count == 0)
  }

  @Test(arguments: [
    (#"{"scrolltrace":1,"content":[1,2]}"#, "", #""viewport" is missing"#),
    (#"{"scrolltrace":1,"viewport":[1,2]}"#, "", #""content" is missing"#),
    (#"{"scrolltrace":1,"viewport":[1],"content":[1,2]}"#, "a list of 1", #""viewport": it must be two numbers"#),
    (#"{"scrolltrace":1,"viewport":[1,"2"],"content":[1,2]}"#, "\"2\"", #""viewport": it must be a number"#),
    (#"{"scrolltrace":1,"viewport":[0,5],"content":[1,2]}"#, "0", #""viewport": it must be from 0.001 to 1000000 pt"#),
    (
      #"{"scrolltrace":1,"viewport":[1e400,5],"content":[1,2]}"#, "1e400",
      #""viewport": it must be from 0.001 to 1000000 pt"#
    ),
    (
      #"{"scrolltrace":1,"viewport":[390,844],"content":[390,844],"scale":0}"#, "0",
      #""scale": it must be from 0.1 to 16"#
    ),
    (#"{"scrolltrace":1,"viewport":[390,844],"content":[6,844]}"#, "4 columns in a content width of 6", "fits no cell"),
    (
      #"{"scrolltrace":1,"viewport":[390,844],"content":[6.004,1e9]}"#, "1000000000",
      #""content": it must be at most 100,000,000 cells"#
    ),
    (#"{"scrolltrace":1,"viewport":[390,NaN],"content":[6,844]}"#, "NaN", "finite number"),
    (#"{"scrolltrace":1,"viewport":[390,844],"content":[390,844],"title":5}"#, "5", #""title": it must be a text"#),
    (
      #"{"scrolltrace":1,"viewport":[390,844],"content":[390,844],"recorded_at":7}"#, "7",
      #""recorded_at": it must be a text"#
    ),
    (
      #"{"scrolltrace":1,"viewport":[390,844],"content":[390,844],"source":{"license":7}}"#, "7",
      #""license": it must be a text"#
    ),
  ])
  func namesTheKeyThatIsWrong(_ header: String, _ value: String, _ says: String) {
    let error = TraceHeaderTests.refusal(header)
    #expect(error?.line == 1 && (error?.value ?? "") == value, "\(error as Any)")
    #expect(error?.description.contains(says) == true, "\(error as Any)")
  }
}
