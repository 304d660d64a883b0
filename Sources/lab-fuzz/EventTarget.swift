import CacheLab
import LabBase
import LabJudge
import LabPictures
import LabRecords
import Strategies

/// Reads damaged event files and makes of them pictures, explanations and comparisons.
struct EventTarget: FuzzTarget {
  static let kind = (plural: "event files", suffix: "jsonl")

  let seeds: [[UInt8]]

  /// Ranges of more items are read and not walked: that takes a second each, and ends.
  private static let itemsMax = 100_000

  init(_ corpus: Corpus) throws { seeds = try corpus.files("jsonl") }

  static func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    if random.chance(30) { mutateLine(&input, &random) } else { TraceMutator.mutate(&input, other: other, &random) }
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

  mutating func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    let text = String(decoding: input, as: UTF8.self)
    let isDrawn = try refusal { draw(try EventTimeline(text: text, name: "fuzz")) } == nil
    let isFollowed = try refusal { try follow(text) } == nil
    let seed = String(decoding: seeds[0], as: UTF8.self)
    for (old, new) in [(seed, text), (text, seed), (text, text)] { _ = try? compare(old, new) }
    return isDrawn || isFollowed ? ["read": 1, "followed": isFollowed ? 1 : 0] : [:]
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
    while let next = try reader.next(), EventTarget.isShort(next.event) { comparison.take(next.event, at: next.time) }
    _ = comparison.finish()
  }

  private func draw(_ replay: EventTimeline) {
    for plot in [Plot.memory(replay), .outcomes(replay), .waits([replay, replay])] {
      _ = (plot.script(command: "fuzz"), plot.data)
    }
  }

  private func follow(_ text: String) throws {
    var reader = try EventReader(text: text, name: "fuzz")
    let selections: [VisitSelection] = [.all, .worst(3), .item(1), .frame(1)]
    var collectors = selections.map { VisitCollector(header: reader.header, selection: $0) }
    let header = reader.header
    while let next = try reader.next(), EventTarget.isShort(next.event) {
      for index in collectors.indices { collectors[index].take(next.event, at: next.time) }
    }
    for index in collectors.indices {
      collectors[index].finish(end: nil)
      let report = WhyReport(
        header: header, collector: collectors[index], whatIf: .failure(LackOfReplay("it is damaged")))
      _ = (report.text, report.markdown, report.json.prettyText)
    }
  }
}
