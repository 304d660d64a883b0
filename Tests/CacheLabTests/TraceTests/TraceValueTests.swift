import Testing

@testable import CacheLab

@Suite struct TraceValueTests {
  @Test(arguments: [
    (#""\ud83d""#, "\"\u{FFFD}\""), (#""\ude00""#, "\"\u{FFFD}\""), (#""\ud83d\u0041""#, "\"\u{FFFD}A\""),
  ])
  func replacesHalfAPair(_ text: String, _ read: String) throws {
    var reader = JSONReader(Array(text.utf8), isLenient: true)
    #expect(try reader.traceValue().description == read)
  }
}
