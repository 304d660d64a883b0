import Strategies

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// Replays told by their event files.
enum ExplainFixture {
  static func header(_ replay: Replay, _ strategy: String, cells: CellPolicy = .cancel) -> JSON {
    let layout = replay.script.layouts[0]
    return .object([
      "strategy-short": .string(strategy), "trace": .object(["name": .string("by hand")]),
      "cells": .string(cells.rawValue), "device": replay.table.device.json,
      "screen": .object([
        "target-px": .array([
          .integer(Int128(layout.targetSize.width)), .integer(Int128(layout.targetSize.height)),
        ]), "columns": .integer(Int128(layout.columns)),
      ]),
    ])
  }

  /// The events of a replay as its event file tells them.
  static func events(
    _ replay: Replay, _ strategy: String, cells: CellPolicy = .cancel
  ) throws -> (header: JSON, events: [TimedEvent], tally: ReplayTally) {
    let folder = TemporaryDirectory()
    let path = folder.path + "/e.jsonl"
    let tally = try write(replay, strategy, cells: cells, to: path)
    return (try EventReader(path: path).header, try read(path), tally)
  }

  /// Writes the event file of a replay, and returns what that counted.
  @discardableResult
  static func write(
    _ replay: Replay, _ strategy: String, cells: CellPolicy = .cancel, to path: String
  ) throws -> ReplayTally {
    let file = try EventFile(path: path, configuration: header(replay, strategy, cells: cells))
    let (tally, _) = replay.leaving(cells).run(try StrategySpec(strategy), observer: file)
    try file.finish()
    return tally
  }

  static func read(_ path: String) throws -> [TimedEvent] {
    var reader = try EventReader(path: path)
    var events: [TimedEvent] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  static func collect(
    _ replay: Replay, _ strategy: String, _ selection: VisitSelection = .all, cells: CellPolicy = .cancel
  ) throws -> VisitCollector {
    let (header, events, _) = try events(replay, strategy, cells: cells)
    var collector = VisitCollector(header: header, selection: selection)
    for next in events { collector.take(next.event, at: next.time) }
    collector.finish(end: replay.script.end.rawValue)
    return collector
  }

  /// At rest for a second, then a row further in one of the frames of a slow start: 9 rows of 4 are visible, row 9 comes
  /// at 1000 ms.
  static let rowAfterASecond = ReplayFixture.script([(0, 0), (985, 0), (995, 0), (1000, 98), (1100, 98)], end: 1200)
}
