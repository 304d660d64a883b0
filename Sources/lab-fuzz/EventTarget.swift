import CacheLab
import LabBase
import LabJudge
import LabPictures
import LabRecords
import Strategies
import StrategyKit

/// Reads damaged event files and makes of them pictures, explanations and comparisons.
struct EventTarget: FuzzTarget {
  static let kind = (plural: "event files", suffix: "jsonl")
  static let trees = 30

  let seeds: [[UInt8]]

  init(_ corpus: Corpus) throws { seeds = try corpus.files("jsonl") }

  func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    let text = String(decoding: input, as: UTF8.self)
    let isDrawn = try isTaken {
      let replay = try EventTimeline(EventReader(text: text, name: "fuzz"))
      for plot in [Plot.memory(replay), .waits([replay, replay])] {
        _ = (plot.script(command: "fuzz"), plot.data)
      }
    }
    let isFollowed = try isTaken { try follow(text) }
    let seed = String(decoding: seeds[0], as: UTF8.self)
    for (old, new) in [(seed, text), (text, seed), (text, text)] {
      guard let comparison = try? EventComparison(old: EventReader(text: old, name: "fuzz")) else { continue }
      _ = try? walk(new) { comparison.take($0.event, at: $0.time) }
      _ = comparison.finish()
    }
    return isDrawn || isFollowed ? ["read": 1, "followed": isFollowed ? 1 : 0] : [:]
  }

  /// Ranges of more items are read and not walked: that takes a second each, and ends.
  private static let itemsMax = 100_000

  /// Passes on the events before the first of too many items.
  private func walk(_ text: String, _ take: (TimedEvent) -> Void) throws {
    var reader = try EventReader(text: text, name: "fuzz")
    while let next = try reader.next() {
      switch next.event {
      case .start(let ranges, _), .stop(let ranges, _):
        guard ranges.allSatisfy({ $0.count <= EventTarget.itemsMax }) else { return }
      default: break
      }
      take(next)
    }
  }

  private func follow(_ text: String) throws {
    let header = try EventReader(text: text, name: "fuzz").header
    let selections: [VisitSelection] = [.all, .worst(3), .item(1)]
    var collectors = selections.map { VisitCollector(header: header, selection: $0) }
    try walk(text) { next in
      for index in collectors.indices { collectors[index].take(next.event, at: next.time) }
    }
    for index in collectors.indices {
      collectors[index].finish(end: nil)
      let report = WhyReport(header: header, collector: collectors[index])
      _ = (report.text, report.markdown, report.json.prettyText)
    }
  }
}
