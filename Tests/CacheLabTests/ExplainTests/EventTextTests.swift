import Strategies
import Testing

@testable import LabRecords
@testable import CacheLab

/// Events become lines, and lines events.
@Suite struct EventTextTests {
  private func parsed(_ line: String) -> TimedEvent? {
    let bytes = Array(line.utf8)
    guard let fields = EventFields(bytes, bytes.indices), case .known(let event)? = fields.parsed else { return nil }
    return TimedEvent(time: fields.time, event: event)
  }

  private func line(_ next: TimedEvent) -> String {
    var text = EventText()
    text.write(next.event, at: next.time)
    return String(decoding: text.bytes, as: UTF8.self)
  }

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
    for event in EventTextTests.examples {
      let line = EventText.line(event, at: 12)
      #expect(parsed(line) == TimedEvent(time: 12, event: event), "\(line)")
      names.insert(try #require(try JSON.parse(line)["e"]?.string))
    }
    #expect(names == Set(EventName.allCases.map(\.rawValue)), "an example of every event")
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
      let bytes = Array(#"{"t":1,"e":"\#(word)"}"#.utf8)
      guard case .unknown? = EventFields(bytes, bytes.indices)?.parsed else {
        Issue.record("\(word)")
        continue
      }
    }
    #expect(parsed(#"{"t":1,"e":"downloaded","item":4}"#)?.event == .downloaded(4))
  }

  @Test func listsInEachOtherEndSomewhere() {
    let (open, close) = (String(repeating: "[", count: 100_000), String(repeating: "]", count: 100_000))
    #expect(parsed(#"{"t":1,"e":"live","bytes":1,"x":\#(open)\#(close)}"#) == nil)
  }
}
