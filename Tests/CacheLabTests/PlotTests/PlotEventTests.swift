import CacheLab
import Strategies
import Testing

@testable import LabBase
@testable import LabPictures
@testable import LabRecords

@Suite struct PlotEventTests {
  private func parsed(_ line: String) -> PlotEvent? {
    let bytes = Array(line.utf8)
    return PlotEvent(bytes, 0..<bytes.count)
  }

  /// The general reader of JSON is the model.
  @Test func everyLineOfAReplayIsReadAsJSONReadsIt() throws {
    let folder = try TemporaryDirectory()
    let path = try PlotFixture.replay("preheat2x+lru:budget=20MB", "ios-overscroll", in: folder).path
    let text = try #require(try TextFile.read(path))
    let lines = text.split(separator: "\n").dropFirst()
    for line in lines {
      let json = try JSON.parse(String(line))
      let event = try #require(parsed(String(line)), "\(line)")
      #expect(event.time == json["t"]?.integer.map { Int64($0) })
      #expect(event.item == Int32(json["item"]?.integer ?? -1))
      #expect(event.size.map { Int64($0.width) } == json["size"]?.array?.first?.integer)
      #expect(event.bytes == Int64(json["bytes"]?.integer ?? 0))
      #expect(event.offset == Int64(json["y"]?.integer ?? 0))
      #expect(event.isKept == (json["kept"] == .bool(true)))
      #expect(event.outcome.rawValue == json["outcome"]?.string ?? "miss")
    }
    #expect(lines.count > 1000)
  }

  @Test func keysMayStandInAnyOrderAmongOthers() throws {
    let event = try #require(
      parsed(#" {"why": {"a\"b": [1, {"c": "]"}]}, "size" : [288, 96], "e": "end", "kept": true, "item":7, "t":12 } "#)
    )
    #expect(event.kind == .end && event.time == 12 && event.item == 7 && event.size?.width == 288 && event.isKept)
  }

  @Test(arguments: [
    "", "{", "{}", "[]", "x", #"{"t":1}"#, #"{"e":"end"}"#, #"{"t":1,"e":"end""#, #"{"t":1,"e":"end"}}"#,
    #"{"t":1.5,"e":"end"}"#, #"{"t":99999999999999999999,"e":"end"}"#, #"{"t":"1","e":"end"}"#, #"{"t":1,"e":7}"#,
    #"{"t":1,"e":"end","size":[]}"#, #"{"t":1,"e":"end","size":[1"#, #"{"t":1,"e":"request","outcome":"won"}"#,
    #"{"t":1,"e":"end","x":"\"#, #"{"t":1,,"e":"end"}"#, #"{"t":1000000000000000001,"e":"end"}"#,
    #"{"t":1,"e":"live","bytes":-1}"#, #"{"t":1,"e":"live","bytes":9223372036854775807}"#,
    #"{"t":1,"e":"frame","y":0,"visible":[0,9223372036854775807]}"#, #"{"t":1,"e":"frame","y":0,"visible":[4,2]}"#,
  ])
  func whatIsNoEventIsRefused(line: String) { #expect(parsed(line) == nil) }

  @Test func wordsThatOnlyBeginAlikeAreOthers() throws {
    #expect(try #require(parsed(#"{"t":1,"e":"lively12"}"#)).kind == .other)
    #expect(try #require(parsed(#"{"t":1,"e":"requests-of-another-kind"}"#)).kind == .other)
  }
}
