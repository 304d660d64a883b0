import CacheLab
import FoundationEssentials
import Strategies
import Testing

@testable import LabRecords

@Suite struct EventReaderTests {
  private let folder = TemporaryDirectory()

  private func read(_ text: String) throws -> [ReplayEvent] {
    let path = folder.path + "/e.jsonl"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var reader = try EventReader(path: path)
    var kinds: [ReplayEvent] = []
    while let next = try reader.next() { kinds.append(next.event) }
    return kinds
  }

  @Test func eventsOfALaterVersionArePassedOver() throws {
    let text = #"{"events":1}\#n{"t":4,"e":"of-a-later-version","more":[1,[2,3]]}\#n{"t":5,"e":"live","bytes":99}"#
    #expect(try read(text) == [.live(99)])
  }

  @Test func linesAcrossPartsOfTheFileAreWhole() throws {
    let lines = (0..<40_000).map { "{\"t\":\($0),\"e\":\"release\",\"item\":\($0 * 7)}" }
    let kinds = try read("{\"events\":1}\n" + lines.joined(separator: "\n"))
    let releases: [ReplayEvent] = (0..<40_000).map { .release(Int32($0 * 7)) }
    #expect(kinds == releases)
  }

  @Test(arguments: ["", "{}", "{\"events\":2}\n", "{\"events\":1"]) func whatIsNoEventFileIsRefused(text: String) {
    #expect(throws: ResultError.self) { try read(text) }
  }
}
