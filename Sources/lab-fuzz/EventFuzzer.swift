import CacheLab
import LabBase
import LabJudge
import LabPictures
import LabRecords
import Strategies

/// Reads damaged event files and makes of them pictures, timelines, explanations and comparisons.
struct EventFuzzer: Fuzzer {
  static let kind = (plural: "event files", suffix: "jsonl")

  private let seeds: [[UInt8]]
  /// Files whose every line was followed.
  private(set) var followedCount = 0

  /// Ranges of more items are read and not walked: that takes a second each, and ends.
  private static let itemsMax = 100_000

  /// - Parameter seeds: Further event files to damage.
  init(seeds: [[UInt8]]) { self.seeds = EventSeeds.all + seeds }

  func input(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = seeds[random.next(below: seeds.count)]
    repeat {
      if random.chance(30) {
        EventFuzzer.mutateLine(&bytes, &random)
      } else {
        TraceMutator.mutate(&bytes, other: seeds[random.next(below: seeds.count)], &random)
      }
    } while random.chance(50)
    return bytes
  }

  /// One line damaged as a tree.
  private static func mutateLine(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    guard !lines.isEmpty else { return }
    let place = random.chance(30) ? 0 : random.next(below: lines.count)
    guard let json = try? JSON.parse(lines[place]) else { return }
    var text = JSONMutator.mutate(json, &random).compactText
    // The first line begins so, whatever else it says.
    if place == 0, json["events"] != nil, var members = try? JSON.parse(text).object {
      members["events"] = nil
      text = "{\"events\":1" + (members.isEmpty ? "}" : "," + JSON.object(members).compactText.dropFirst())
    }
    lines[place] = text
    bytes = Array(lines.joined(separator: "\n").utf8)
  }

  mutating func check(_ input: [UInt8]) throws(Finding) -> Bool {
    let text = String(decoding: input, as: UTF8.self)
    let isDrawn = try refusal { draw(try EventTimeline(text: text, name: "fuzz")) } == nil
    let isFollowed = try refusal { try follow(text) } == nil
    if isFollowed { followedCount += 1 }
    let seed = String(decoding: seeds[0], as: UTF8.self)
    for (old, new) in [(seed, text), (text, seed), (text, text)] { _ = try? compare(old, new) }
    return isDrawn || isFollowed
  }

  /// Ranges of so many items are read and not walked.
  private static func isShort(_ event: ReplayEvent) -> Bool {
    switch event {
    case .start(let ranges, _), .stop(let ranges, _): ranges.allSatisfy { $0.count <= itemsMax }
    default: true
    }
  }

  private func compare(_ old: String, _ new: String) throws {
    let comparison = EventComparison(old: try EventReader(text: old, name: "fuzz"))
    var reader = try EventReader(text: new, name: "fuzz")
    while let next = try reader.next(), EventFuzzer.isShort(next.event) { comparison.take(next.event, at: next.time) }
    _ = comparison.finish()
  }

  private func draw(_ replay: EventTimeline) {
    for plot in [Plot.memory(replay), .outcomes(replay), .waits([replay, replay])] {
      _ = (plot.script(command: "fuzz"), plot.data)
    }
    let lines = Sparklines(replay)
    _ = (lines.text(width: 80, isColoured: true), lines.text(width: 20, isColoured: false))
  }

  private func follow(_ text: String) throws {
    var reader = try EventReader(text: text, name: "fuzz")
    let selections: [VisitSelection] = [.all, .worst(3), .item(1), .frame(1)]
    var collectors = selections.map { VisitCollector(header: reader.header, selection: $0) }
    var written = ""
    let header = reader.header
    var writer = try TimelineWriter(header: header) { written += $0 }
    while let next = try reader.next(), EventFuzzer.isShort(next.event) {
      for index in collectors.indices { collectors[index].take(next.event, at: next.time) }
      writer.take(next.event, at: next.time)
    }
    try writer.finish(end: nil)
    if (try? JSON.parse(written)) == nil { throw Finding("a timeline is no JSON") }
    for index in collectors.indices {
      collectors[index].finish(end: nil)
      let report = WhyReport(
        header: header, collector: collectors[index], whatIf: .failure(LackOfReplay("it is damaged")))
      _ = (report.text, report.markdown, report.json.prettyText)
    }
  }
}

/// Small event files that use every event there is: what event files are mutated from.
enum EventSeeds {
  static let all = [plain, coarse].map { Array($0.utf8) }

  private static let header = #"""
    {"events":1,"cells":"cancel","device":{"fixed-ns":500000,"name":"decode-12ms","ps-per-byte":50000,\#
    "ps-per-pixel":15000,"workers":2},"screen":{"cell-pt":["96","96"],"columns":4,"items":160,\#
    "scale-thousandths":3000,"target-px":[288,288],"viewport-pt":["390","844"]},"strategy":"preheat2x",\#
    "strategy-short":"preheat2x","time":"virtual","trace":{"name":"fuzz","sha256":"ab"}}
    """#

  private static let plain =
    header + "\n" + #"""
      {"t":0,"e":"frame","y":0,"visible":[0,4]}
      {"t":0,"e":"request","item":0,"size":[288,288],"outcome":"miss"}
      {"t":0,"e":"request","item":1,"size":[288,288],"outcome":"miss"}
      {"t":0,"e":"start","items":[[2,9]]}
      {"t":0,"e":"begin","item":0,"size":[288,288],"cause":"demand","cost":12000000,"bytes":331776}
      {"t":0,"e":"live","bytes":331776}
      {"t":0,"e":"begin","item":1,"size":[288,288],"cause":"demand","cost":12000000,"bytes":331776}
      {"t":0,"e":"live","bytes":663552}
      {"t":12000000,"e":"end","item":0,"size":[288,288],"kept":true}
      {"t":12000000,"e":"end","item":1,"size":[288,288],"kept":true}
      {"t":12000000,"e":"begin","item":2,"size":[288,288],"cause":"preheat","cost":9000000,"bytes":331776}
      {"t":16667000,"e":"frame","y":120500,"visible":[1,6]}
      {"t":16667000,"e":"release","item":0}
      {"t":16667000,"e":"drop","item":0,"size":[288,288],"bytes":331776,"why":"unwanted"}
      {"t":16667000,"e":"live","bytes":663552}
      {"t":16667000,"e":"request","item":2,"size":[288,288],"outcome":"late"}
      {"t":16667000,"e":"stop","items":[[7,8],[8,9]]}
      {"t":16667000,"e":"cancel","item":7}
      {"t":16667000,"e":"refuse","item":8}
      {"t":20000000,"e":"layout","target":[600,600]}
      {"t":21000000,"e":"end","item":2,"size":[288,288],"kept":false}
      {"t":22000000,"e":"content","items":[[0,3],[5,160]]}
      {"t":33334000,"e":"frame","y":-60000,"visible":[2,5]}
      {"t":33334000,"e":"request","item":1,"size":[288,288],"outcome":"hit"}
      {"t":40000000,"e":"live","bytes":331776}

      """#

  private static let coarse =
    header + "\n" + #"""
      {"t":0,"e":"frame","y":0,"visible":[0,3]}
      {"t":0,"e":"start","items":[[0,3]],"tier":"coarse"}
      {"t":0,"e":"download","item":1,"bytes":90000,"cost":186000000}
      {"t":0,"e":"begin","item":0,"size":[160,120],"cause":"preheat","cost":400000,"bytes":76800,"tier":"coarse"}
      {"t":400000,"e":"end","item":0,"size":[160,120],"kept":true,"tier":"coarse"}
      {"t":500000,"e":"request","item":0,"size":[288,288],"outcome":"coarse"}
      {"t":500000,"e":"request","item":1,"size":[288,288],"outcome":"miss"}
      {"t":186000000,"e":"downloaded","item":1}
      {"t":186000000,"e":"begin","item":1,"size":[288,288],"cause":"demand","cost":12000000,"bytes":331776}
      {"t":187000000,"e":"stop","items":[[0,3]],"tier":"coarse"}
      {"t":187000000,"e":"cancel","item":2,"tier":"coarse"}
      {"t":198000000,"e":"end","item":1,"size":[288,288],"kept":true}
      {"t":199000000,"e":"drop","item":0,"size":[160,120],"bytes":76800,"why":"evicted","tier":"coarse"}
      {"t":200000000,"e":"release","item":0}
      """#
}
