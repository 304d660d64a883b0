import Testing

@testable import CacheLab

@Suite struct TraceValueTests {
  static func read(_ text: String) throws(JSONError) -> TraceValue {
    var reader = JSONReader(Array(text.utf8), isLenient: true)
    let value = try reader.traceValue()
    try reader.expectEnd()
    return value
  }

  @Test func readsNestedValues() throws {
    let value = try TraceValueTests.read(#" { "a" : [ 1 , { "b" : [] } , true , null ] , "c" : {} } "#)
    guard case .array(let elements)? = value["a"] else { throw JSONError(line: 1, problem: "no list") }
    #expect(elements.map(\.description) == ["1", "an object", "true", "null"])
    #expect(elements[1]["b"]?.description == "a list of 0")
    #expect(value["c"]?.description == "an object")
    #expect(value["d"] == nil)
  }

  @Test(arguments: [#""\ud83d""#, #""\ude00""#])
  func replacesHalfAPair(_ text: String) throws {
    #expect(try TraceValueTests.read(text).description == "\"\u{FFFD}\"")
  }

  @Test func keepsWhatFollowsHalfAPair() throws {
    #expect(try TraceValueTests.read(#""\ud83d\u0041""#).description == "\"\u{FFFD}A\"")
  }

  @Test func readsNoFurtherThanItsRange() throws {
    var reader = JSONReader(Array("[12345]".utf8))
    reader.read(1..<4)
    let number = try reader.decimal()
    let isAtEnd = reader.isAtEnd()
    #expect(number.scaled(decimals: 0) == 123)
    #expect(isAtEnd)
  }
}
