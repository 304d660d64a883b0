import FoundationEssentials
import Strategies
import StrategyKit
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// What event files may tell, so that a follower can add it up.
@Suite struct EventReaderTests {
  private static let header = #"{"events":1,"device":{"workers":2},"screen":{"target-px":[96,96]}}"# + "\n"

  /// Reads all of a file for an explanation and for a picture.
  private func read(_ lines: [String], header: String = EventReaderTests.header) -> [String] {
    let text = header + lines.joined(separator: "\n")
    var refusals: [String] = []
    do throws(ResultError) {
      var reader = try EventReader(text: text, name: "run.jsonl")
      var collector = VisitCollector(header: reader.header, selection: .all)
      try reader.feed(&collector)
      collector.finish(end: nil)
    } catch {
      refusals.append(error.description)
    }
    do throws(ResultError) {
      _ = Plot.memory(try EventTimeline(EventReader(text: text, name: "run.jsonl"))).data
    } catch {
      refusals.append(error.description)
    }
    return refusals
  }

  private func begin(_ item: Int, _ bytes: Int64) -> String {
    #"{"t":1,"e":"begin","item":\#(item),"size":[96,96],"cause":"demand","cost":1,"bytes":\#(bytes)}"#
  }

  @Test func bytesThatAddUpPastAnyReplayAreRefused() {
    let most = FieldKind.figureMax
    #expect(read([begin(1, most), begin(2, most)]) == [])
    let refusals = read([begin(1, most), begin(2, most), begin(3, 1)])
    #expect(refusals.count == 2)
    #expect(refusals.allSatisfy { $0.contains("line 4 begins more bytes than any replay decodes") })
  }

  @Test func timeGoesOn() {
    let refusals = read([#"{"t":5,"e":"live","bytes":1}"#, #"{"t":4,"e":"live","bytes":1}"#])
    #expect(refusals.count == 2 && refusals.allSatisfy { $0.contains(" is not in the order of time") })
  }

  @Test func theFirstLineIsACheckedConfiguration() {
    let header = #"{"events":1,"device":{"fixed-ns":9223372036854775808}}"# + "\n"
    let refusals = read([], header: header)
    #expect(refusals.count == 2)
    #expect(refusals.allSatisfy { $0.contains("its field device.fixed-ns is 9223372036854775808, where") })
  }

  @Test func aComparisonSaysWhichLineItCannotRead() throws {
    let text = EventReaderTests.header + #"{"t":1,"e":"start","items":[[0,9223372036854775807],[-5,2],[7,3]]}"# + "\n"
    let comparison = EventComparison(old: try EventReader(text: text, name: "old.jsonl"))
    comparison.take(.start([ItemRange(lower: 0, upper: 4)], .full), at: 1)
    let found = try #require(comparison.finish())
    #expect(found.contains("is not known: old.jsonl") && found.contains("line 2 is no event"), "\(found)")
  }

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

  @Test func aByteOrderMarkBeginsAFileAndNoEvent() throws {
    let (header, event) = (#"{"events":1}"#, #"{"t":1,"e":"live","bytes":9}"#)
    #expect(try read("\u{FEFF}\(header)\n\(event)") == [.live(9)])
    #expect(throws: ResultError.self) { try read("\(header)\n\u{FEFF}\(event)") }
  }

  private func parsed(_ line: String) -> TimedEvent? {
    guard let (time, event) = EventFields.read(Array(line.utf8)) else { return nil }
    return event.map { TimedEvent(time: time, event: $0) }
  }

  private func line(_ next: TimedEvent) -> String { next.event.line(at: next.time) }

  /// One of every kind, and of those of two tiers one of each; each number is another one.
  static let examples: [ReplayEvent] = {
    let (range, size) = (ItemRange(lower: 2, upper: 5), PixelSize(width: 292, height: 384))
    let (key, thumbnail) = (BitmapKey(item: 3, size: size), BitmapKey(item: 3, size: size, tier: .thumbnail))
    return [
      .frame(offset: -7, visible: range), .start([range], .full), .start([range], .thumbnail), .stop([range], .full),
      .stop([range], .thumbnail), .release(3), .request(3, size, .hit), .request(3, size, .late), .cancel(3, .full),
      .cancel(3, .thumbnail), .refuse(3, .full), .refuse(3, .thumbnail), .begin(key, cause: .demand, cost: 8, bytes: 6),
      .begin(thumbnail, cause: .preheat, cost: 8, bytes: 6), .end(key, kept: true), .end(thumbnail, kept: false),
      .drop(key, bytes: 6, why: .unwanted), .drop(thumbnail, bytes: 6, why: .evicted), .download(3, bytes: 6, cost: 8),
      .downloaded(3), .layout(size), .content([range, ItemRange(lower: 9, upper: 11)]), .content([]), .live(4),
    ]
  }()

  @Test func aLineSaysAllOfItsEvent() throws {
    var names: Set<String> = []
    for event in EventReaderTests.examples {
      let line = event.line(at: 12)
      #expect(parsed(line) == TimedEvent(time: 12, event: event), "\(line)")
      names.insert(try #require(try JSON.parse(line)["e"]?.string))
    }
    #expect(names == Set(EventName.allCases.map(\.rawValue)), "an example of every event")
  }

  @Test(arguments: [
    #"{"t":1,"e":"request","item":3,"size":[292,384],"outcome":"coarse"}"#,
    #"{"t":1,"e":"cancel","item":3,"tier":"coarse"}"#,
  ])
  func aThumbnailIsCoarseInFiles(line: String) throws {
    let next = try #require(parsed(line))
    #expect(self.line(next) == line + "\n")
    switch next.event {
    case .request(3, _, .thumbnail), .cancel(3, .thumbnail): break
    default: Issue.record("\(next.event)")
    }
  }

  private static let strategies = [
    "preheat2x+lru:budget=20MB", "budget-priority+opportunistic", "none+opportunistic", "lru:budget=20MB",
  ]

  /// What is followed as it runs is what its file tells; the general reader of JSON is the model of its lines.
  @Test(arguments: strategies) func aReplayComesBackFromItsFile(_ strategy: String) throws {
    var cloud = CloudModel(sharePercent: 50)
    cloud.latency = .milliseconds(20)
    let script = RandomContent(seed: 3).script
    let away = Replay(
      script: script, assets: ReplayFixture.mixedAssets(script.itemCapacity), device: DeviceProfile.all[0],
      settings: ReplayFixture.eighths(cloud: cloud))
    for replay in [try ReplayFixture.shipped("ios-overscroll"), try ReplayFixture.shipped("zoom"), away] {
      let told = replay.run(try StrategySpec(strategy), observer: Gathered()).observer.events
      #expect(told.count > 1000)
      for next in told {
        let line = line(next)
        #expect(parsed(String(line.dropLast())) == next, "\(line)")
        let json = try JSON.parse(line)
        #expect(json["t"]?.integer == next.time)
      }
    }
  }

  private struct Gathered: ReplayObserver {
    var events: [TimedEvent] = []
    mutating func take(_ event: ReplayEvent, at time: Int64) { events.append(TimedEvent(time: time, event: event)) }
  }

  @Test func numbersAreWrittenAsTheyAre() {
    for number in [0, 7, 10, 99, 100, -1, -10, 1_234_567_890_123, Int64.max, Int64.min] {
      let text = line(TimedEvent(time: 0, event: .frame(offset: number, visible: .empty)))
      #expect(text == "{\"t\":0,\"e\":\"frame\",\"y\":\(number),\"visible\":[0,0]}\n")
    }
  }

  @Test func keysMayStandInAnyOrderAmongOthers() throws {
    let line = #" {"of": {"a\"b": [1, {"c": "]"}]}, "size" : [288, 96], "e": "end", "kept": true, "item":7, "t":12 } "#
    let key = BitmapKey(item: 7, size: PixelSize(width: 288, height: 96))
    #expect(parsed(line) == TimedEvent(time: 12, event: .end(key, kept: true)))
  }

  @Test(arguments: [
    "", "{", "{}", "[]", "x", #"{"t":1}"#, #"{"e":"live","bytes":1}"#, #"{"t":1,"e":"live","bytes":1"#,
    #"{"t":1,"e":"live","bytes":1}}"#, #"{"t":1.5,"e":"live","bytes":1}"#,
    #"{"t":99999999999999999999,"e":"live","bytes":1}"#, #"{"t":"1","e":"live","bytes":1}"#,
    #"{"t":1,"e":7,"bytes":1}"#, #"{"t":1,"e":"layout","target":[]}"#, #"{"t":1,"e":"layout","target":[1"#,
    #"{"t":1,"e":"layout","target":[1,2,3]}"#, #"{"t":1,"e":"request","item":1,"size":[1,1],"outcome":"won"}"#,
    #"{"t":1,"e":"live","bytes":1,"x":"\"#, #"{"t":1,,"e":"live","bytes":1}"#,
    #"{"t":1000000000000000001,"e":"live","bytes":1}"#, #"{"t":1,"e":"live","bytes":-1}"#,
    #"{"t":1,"e":"live","bytes":9223372036854775807}"#, #"{"t":1,"e":"live","bytes":1,"x":[1,}"#,
    #"{"t":1,"e":"live","bytes":1,"x":}"#, #"{"t":1,"e":"live","bytes":1,"x":{1:2}}"#,
    #"{"t":-1,"e":"live","bytes":1}"#, #"{"t":0,"e":"start","items":[[4,2]]}"#,
    #"{"t":1,"e":"start","items":[[0,2147483647]]}"#, #"{"t":0,"e":"release"}"#,
    #"{"t":1,"e":"frame","y":0,"visible":[0,9223372036854775807]}"#, #"{"t":1,"e":"frame","y":0,"visible":[4,2]}"#,
    #"{"t":1,"e":"end","item":1,"size":[1,1],"kept":maybe}"#, #"{"t":1,"e":"end","item":-1,"size":[1,1],"kept":true}"#,
  ])
  func whatIsNoEventIsRefused(line: String) { #expect(parsed(line) == nil) }

  @Test func wordsThatOnlyBeginOrEndAlikeAreOthers() throws {
    for word in ["lively12", "requests-of-another-kind", "xxxxxxxxxxxxxxxxxxxlive", "undownloaded", "wnloaded"] {
      let read = try #require(EventFields.read(Array(#"{"t":1,"e":"\#(word)"}"#.utf8)))
      #expect(read.event == nil, "\(word)")
    }
    #expect(parsed(#"{"t":1,"e":"downloaded","item":4}"#)?.event == .downloaded(4))
  }

  @Test func listsInEachOtherEndSomewhere() {
    let (open, close) = (String(repeating: "[", count: 100_000), String(repeating: "]", count: 100_000))
    #expect(parsed(#"{"t":1,"e":"live","bytes":1,"x":\#(open)\#(close)}"#) == nil)
  }
}
