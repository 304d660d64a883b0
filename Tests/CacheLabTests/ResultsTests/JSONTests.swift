import LabSystem
import Testing

@testable import CacheLab
@testable import LabRecords

@Suite struct JSONTests {
  private let document = JSON.object([
    "zebra": .null, "a": .array([.integer(1), .number(0.5), .string("x")]), "empty": .object([:]), "none": .array([]),
    "nested": .array([.object(["b": .bool(true), "a": .bool(false)])]),
    "big": .integer(170_141_183_460_469_231_731_687_303_715_884_105_727),
  ])

  @Test func thePrettyFormatIsFrozen() {
    let golden = """
      {
        "a": [1,0.5,"x"],
        "big": 170141183460469231731687303715884105727,
        "empty": {},
        "nested": [
          {
            "a": false,
            "b": true
          }
        ],
        "none": [],
        "zebra": null
      }

      """
    #expect(document.prettyText == golden)
  }

  @Test func theCompactFormatIsFrozen() {
    #expect(
      document.compactText
        == #"{"a":[1,0.5,"x"],"big":170141183460469231731687303715884105727,"empty":{},"#
        + #""nested":[{"a":false,"b":true}],"none":[],"zebra":null}"#)
  }

  @Test func lettersThatJSONForbidsAreEscaped() throws {
    let text = "quote \" backslash \\ newline \n tab \t return \r bell \u{7} unit \u{1F} é 漢 👩‍👧"
    let written = JSON.string(text).compactText
    #expect(written == #""quote \" backslash \\ newline \n tab \t return \r bell \u0007 unit \u001f é 漢 👩‍👧""#)
    #expect(try JSON.parse(written) == .string(text))
  }

  @Test(arguments: [
    Int128.min, .max, Int128(Int64.max) + 1, Int128(Int64.min) - 1, Int128(UInt64.max) + 1, 0, -1, 1 << 53 + 1,
  ])
  func wholeNumbersOf128BitsSurvive(_ value: Int128) throws {
    #expect(try JSON.parse(JSON.array([.integer(value)]).compactText) == .array([.integer(value)]))
  }

  @Test func documentsSurviveBothFormats() throws {
    #expect(try JSON.parse(document.prettyText) == document && JSON.parse(document.compactText) == document)
  }

  @Test func numbersThatAreNotFiniteBecomeNull() {
    #expect(JSON.array([.number(.nan), .number(.infinity), .number(0.1)]).compactText == "[null,null,0.1]")
  }

  @Test(arguments: [
    "", "\"", "\"\\", "\"\\u12\"", "\"\\u+123\"", "\"\\x\"", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
    "{a:1}", "[", "[1", "[1,", "[1,]", "[,]", "tru", "truex", "True", "nul", "1.", ".1", "-", "1e", "1e+", "01", "-01",
    "1 2", "+1", "{\"a\":1}}",
  ])
  func whatIsNotJSONIsRefused(_ text: String) {
    #expect(throws: (any Error).self) { try JSON.parse(text) }
  }

  @Test func accessorsAnswerOnlyForTheirKind() {
    #expect(document["a"]?.array?.count == 3 && document["a"]?.string == nil)
    #expect(document["missing"] == nil && JSON.integer(1)["a"] == nil)
    #expect(JSON.integer(3).number == 3 && JSON.number(0.5).integer == nil)
  }

  @Test(arguments: [
    (Int128(Int64.max), true), (Int128(Int64.max) + 1, false), (Int128(Int64.min), true),
    (Int128(Int64.min) - 1, false), (Int128.max, false), (0, true),
  ])
  func anIntegerThatDoesNotFitIsNil(_ value: Int128, _ fits: Bool) {
    #expect(JSON.integer(value).integer.map { Int128($0) } == (fits ? value : nil))
    #expect(JSON.integer(value).wideInteger == value)
  }

  @Test(arguments: [
    ("1.0", JSON.integer(1)), ("-0", .integer(0)), ("1e3", .integer(1000)), ("100e-2", .integer(1)),
    ("1.5", .number(1.5)), ("1E-2", .number(0.01)), ("1e30", .number(1e30)),
    ("170141183460469231731687303715884105728", .number(1.7014118346046923e38)), ("\u{FEFF}1", .integer(1)),
    (#""\ud83d\ude00\u0000\/\"\\\n\t\r\b\f\u00e9\u20ACé""#, .string("😀\0/\"\\\n\t\r\u{8}\u{C}é€é")),
    (" [ ] ", .array([])),
    ("{\"a\":{}}\n", .object(["a": .object([:])])),
  ])
  func whatFilesHoldIsReadAsItIsMeant(_ text: String, _ json: JSON) throws { #expect(try JSON.parse(text) == json) }

  @Test(arguments: [
    ("1e999", "line 1: the number 1e999 is larger than any that can be kept"),
    ("{\"a\":1,\n\"a\":2}", "line 2: the key \"a\" occurs twice in one object"),
    ("[1,]", "line 1: expected a value, found ']'"),
    ("[1", "line 1: expected a comma or the end of the array"),
    ("01", "line 1: the number 01 begins with a zero"), ("[\"a\nb\"]", "line 1: a text has a control character"),
    (#""\ud800""#, "line 1: an escape is half a letter"), ("1 2", "line 1: expected the end, found '2'"),
    ("\u{1B}", "line 1: expected a value, found the byte 27"), ("\"abc", "line 1: a text has no end"),
  ])
  func aRefusalNamesTheLine(_ text: String, _ says: String) {
    let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
    #expect(error?.description.hasPrefix(says) == true, "\(String(describing: error))")
  }

  /// What an app writes may be cut within a letter.
  @Test(arguments: [
    (#""\ud83d""#, "\"\u{FFFD}\""), (#""\ude00""#, "\"\u{FFFD}\""), (#""\ud83d\u0041""#, "\"\u{FFFD}A\""),
  ])
  func aLenientReaderReplacesHalfAPair(_ text: String, _ read: String) throws {
    var reader = JSONReader(Array(text.utf8), isLenient: true)
    #expect(try reader.traceValue().description == read)
  }

  @Test(arguments: ["[", "{\"a\":"]) func nestingHasALimit(_ open: String) throws {
    let close = open == "[" ? "]" : "}"
    func text(_ depth: Int) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    _ = try JSON.parse(text(JSONReader.depthMax))
    let error = #expect(throws: JSONError.self) { try JSON.parse(text(JSONReader.depthMax + 1)) }
    #expect(error?.problem == "arrays and objects lie more than 64 deep in each other")
    #expect(throws: JSONError.self) { try JSON.parse(String(repeating: open, count: 100_000)) }
  }

  @Test func aRatioShowsItsQuotientToo() {
    #expect(MetricValue.ratio(1, 4).json["value"] == .number(0.25) && MetricValue.ratio(0, 0).json["value"] == .null)
    #expect(MetricValue.ratio(0, 0).number == nil)
  }

  /// The columns that a value makes of a metric, with what stands in them.
  private func cells(_ value: MetricValue) -> [String] {
    Column.all(of: .hits, value).map { "\($0.id)=\($0.cell(value))" }
  }

  @Test func theColumnsOfAFlatFileHoldTheExactNumbers() {
    #expect(cells(.integer(7)) == ["hits=7"] && cells(.ratio(1, 4)) == ["hits=0.25"])
    #expect(cells(.ratio(0, 0)) == ["hits="] && cells(.absent("no")).isEmpty)
    #expect(cells(.parts(["b": 2, "a": 1])) == ["hits-a=1", "hits-b=2"])
    #expect(
      cells(.distribution(Distribution(samples: [1, 2, 3])))
        == ["hits-mean=2.0", "hits-p50=2", "hits-p90=3", "hits-p95=3", "hits-p99=3", "hits-max=3"])
  }

  @Test func aColumnOfEveryNameIsFoundAgain() {
    for column in Column.all(of: Metric.all) where !column.isNamed {
      #expect(Column.named(column.id) == column, "\(column.id)")
    }
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z", "19700101T000000Z"),
      (951_827_696, "2000-02-29T12:34:56Z", "20000229T123456Z"),
      (1_798_761_599, "2026-12-31T23:59:59Z", "20261231T235959Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z", "21000301T000000Z"),
      (-1, "1969-12-31T23:59:59Z", "19691231T235959Z"),
    ] as [(Int64, String, String)])
  func secondsBecomeDates(_ seconds: Int64, _ text: String, _ stamp: String) {
    #expect(UTCTime(seconds: seconds).text == text && UTCTime(seconds: seconds).fileStamp == stamp)
  }
}
