import Testing

@testable import CacheLab

@Suite struct TraceCursorTests {
  static func read(_ text: String) throws(TraceCursor.Failure) -> TraceValue {
    var cursor = TraceCursor(Array(text.utf8))
    let value = try cursor.value()
    guard cursor.isAtEnd() else { throw .unexpected }
    return value
  }

  static func isRefused(_ text: String) -> Bool { (try? read(text)) == nil }

  @Test func readsNestedValues() throws {
    let value = try TraceCursorTests.read(#" { "a" : [ 1 , { "b" : [] } , true , null ] , "c" : {} } "#)
    guard case .array(let elements)? = value["a"] else { throw TraceCursor.Failure.unexpected }
    #expect(elements.map(\.description) == ["1", "an object", "true", "null"])
    #expect(elements[1]["b"]?.description == "a list of 0")
    #expect(value["c"]?.description == "an object")
    #expect(value["d"] == nil)
  }

  @Test func readsEscapes() throws {
    let value = try TraceCursorTests.read(#""\"\\\/\n\t\r\b\f\u00e9\u20AC\ud83d\ude00é""#)
    #expect(value.description == "\"\"\\/\n\t\r\u{8}\u{C}é€😀é\"")
  }

  @Test(arguments: [#""\ud83d""#, #""\ude00""#])
  func replacesHalfAPair(_ text: String) throws {
    #expect(try TraceCursorTests.read(text).description == "\"\u{FFFD}\"")
  }

  @Test func keepsWhatFollowsHalfAPair() throws {
    #expect(try TraceCursorTests.read(#""\ud83d\u0041""#).description == "\"\u{FFFD}A\"")
  }

  @Test(arguments: [
    "", "\"", "\"\\", "\"\\u12\"", "\"\\u+123\"", "\"\\x\"", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
    "{a:1}", "[", "[1", "[1,", "[1,]", "[,]", "tru", "truex", "True", "nul", "1.", ".1", "-", "1e", "1e+", "01", "-01",
    "1 2", "+1",
  ])
  func refusesWhatIsNotJSON(_ text: String) {
    #expect(TraceCursorTests.isRefused(text))
  }

  @Test func readsThirtyTwoLevelsAndNoMore() {
    let deepest = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(!TraceCursorTests.isRefused(deepest))
    #expect(TraceCursorTests.isRefused("[" + deepest + "]"))
    #expect(TraceCursorTests.isRefused(String(repeating: "{\"a\":", count: 100_000)))
  }

  @Test(arguments: ["NaN", "nan", "-NaN", "Infinity", "-Infinity", "inf", "-inf", "INF"])
  func namesNumbersThatAreNotFinite(_ word: String) {
    do throws(TraceCursor.Failure) {
      _ = try TraceCursorTests.read("[1, \(word)]")
      Issue.record("\(word) was read")
    } catch {
      guard case .notFinite(let found) = error, found == word else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func readsNoFurtherThanItsRange() throws {
    var cursor = TraceCursor(Array("[12345]".utf8))
    cursor.read(1..<4)
    let number = try cursor.number()
    let isAtEnd = cursor.isAtEnd()
    #expect(number.scaled(decimals: 0) == 123)
    #expect(isAtEnd)
  }
}
