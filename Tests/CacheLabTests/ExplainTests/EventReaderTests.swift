import CacheLab
import FoundationEssentials
import Strategies
import Testing

@testable import LabRecords

@Suite struct EventReaderTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func read(_ text: String) throws -> [ReplayEvent] {
    let path = folder.path + "/e.jsonl"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var reader = try EventReader(path: path)
    var kinds: [ReplayEvent] = []
    while let next = try reader.next() { kinds.append(next.event) }
    return kinds
  }

  @Test func everyKindIsReadAndThoseOfALaterVersionPassedOver() throws {
    let size = PixelSize(width: 288, height: 216)
    let kinds = try read(
      """
      {"events":1,"cells":"cancel"}
      {"t":0,"e":"frame","y":-5,"visible":[0,36]}
      {"t":0,"e":"start","items":[[0,4]]}
      {"t":0,"e":"start","items":[[4,8]],"tier":"coarse"}
      {"t":0,"e":"stop","items":[[1,2],[3,4]]}
      {"t":0,"e":"request","item":7,"size":[288,216],"outcome":"coarse"}
      {"t":1,"e":"begin","item":7,"size":[288,216],"tier":"full","cause":"demand","cost":12,"bytes":34}
      {"t":2,"e":"end","item":7,"size":[288,216],"kept":true}
      {"t":2,"e":"end","item":7,"size":[288,216],"tier":"coarse","kept":false}
      {"t":3,"e":"drop","item":7,"size":[288,216],"bytes":34,"why":"evicted"}
      {"t":3,"e":"release","item":7}
      {"t":3,"e":"cancel","item":8}
      {"t":3,"e":"refuse","item":9,"tier":"coarse"}
      {"t":3,"e":"download","item":7,"bytes":200000,"cost":80}
      {"t":3,"e":"downloaded","item":7}
      {"t":4,"e":"layout","target":[96,96]}
      {"t":4,"e":"live","bytes":99}
      {"t":5,"e":"of-a-later-version","more":[1,[2,3]],"other":null}

      """)
    let key = BitmapKey(item: 7, size: size)
    #expect(
      kinds == [
        .frame(offset: -5, visible: ItemRange(lower: 0, upper: 36)), .start([ItemRange(lower: 0, upper: 4)], .full),
        .start([ItemRange(lower: 4, upper: 8)], .coarse),
        .stop([ItemRange(lower: 1, upper: 2), ItemRange(lower: 3, upper: 4)], .full), .request(7, size, .coarse),
        .begin(key, cause: .demand, cost: 12, bytes: 34), .end(key, kept: true),
        .end(BitmapKey(item: 7, size: size, tier: .coarse), kept: false), .drop(key, bytes: 34, why: .evicted),
        .release(7), .cancel(8, .full), .refuse(9, .coarse), .download(7, bytes: 200_000, cost: 80), .downloaded(7),
        .layout(PixelSize(width: 96, height: 96)), .live(99),
      ])
  }

  @Test func linesAcrossPartsOfTheFileAreWhole() throws {
    let lines = (0..<40_000).map { "{\"t\":\($0),\"e\":\"release\",\"item\":\($0 * 7)}" }
    let kinds = try read("{\"events\":1}\n" + lines.joined(separator: "\n"))
    let releases: [ReplayEvent] = (0..<40_000).map { .release(Int32($0 * 7)) }
    #expect(kinds == releases)
  }

  @Test(arguments: [
    "{\"t\":0,\"e\":\"release\"}", "{\"t\":0,\"e\":\"release\",\"item\":1", "{\"e\":\"live\",\"bytes\":1}", "x", "",
    "{\"t\":0,\"e\":\"live\",\"bytes\":99999999999999999999}", "{\"t\":0,\"e\":\"start\",\"items\":[[4,2]]}",
    "{\"t\":0,\"e\":\"request\",\"item\":1,\"size\":[1,2],\"outcome\":\"perhaps\"}", "{\"t\":-1,\"e\":\"live\"}",
  ]) func aLineThatIsNoEventIsNamed(line: String) throws {
    let error = #expect(throws: ResultError.self) {
      try read("{\"events\":1}\n{\"t\":0,\"e\":\"live\",\"bytes\":1}\n\(line)\n")
    }
    #expect(error.map { "\($0)".contains("line 3") } == true, "\(String(describing: error))")
  }

  @Test(arguments: ["", "{}", "{\"events\":2}\n", "{\"events\":1"]) func whatIsNoEventFileIsRefused(text: String) {
    #expect(throws: ResultError.self) { try read(text) }
  }
}
