import Testing

@testable import CacheLab

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
    #expect(
      written
        == #""quote \" backslash \\ newline \n tab \t return \r bell \u0007 unit \u001f é 漢 👩‍👧""#)
    #expect(try JSON.parse(written) == .string(text))
  }

  @Test(arguments: [
    Int128.min, .max, Int128(Int64.max) + 1, Int128(Int64.min) - 1, Int128(UInt64.max) + 1, 0, -1, 1 << 53 + 1,
  ])
  func wholeNumbersOf128BitsSurvive(_ value: Int128) throws {
    #expect(try JSON.parse(JSON.array([.integer(value)]).compactText) == .array([.integer(value)]))
  }

  @Test func documentsSurviveBothFormats() throws {
    #expect(try JSON.parse(document.prettyText) == document)
    #expect(try JSON.parse(document.compactText) == document)
  }

  @Test func numbersThatAreNotFiniteBecomeNull() {
    #expect(JSON.array([.number(.nan), .number(.infinity), .number(0.1)]).compactText == "[null,null,0.1]")
  }

  @Test(arguments: ["", "{", "{\"a\":}", "nul", "{\"a\":1}}"]) func whatIsNotJSONIsRefused(_ text: String) {
    #expect(throws: (any Error).self) { try JSON.parse(text) }
  }

  @Test func accessorsAnswerOnlyForTheirKind() {
    #expect(document["a"]?.array?.count == 3 && document["a"]?.string == nil)
    #expect(document["missing"] == nil && JSON.integer(1)["a"] == nil)
    #expect(JSON.integer(3).number == 3 && JSON.number(0.5).integer == nil)
  }
}
