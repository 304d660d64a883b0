import Strategies

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// Replays and records of shipped traces for pictures.
enum PlotFixture {
  /// A replay's event file, its path, and its exact counts; the file goes with the folder.
  static func replay(
    _ strategy: String, _ trace: String, in folder: TemporaryDirectory
  ) throws -> (path: String, tally: ReplayTally) {
    let replay = try ReplayFixture.shipped(trace)
    let spec = try StrategySpec(strategy)
    let path = "\(folder.path)/\(trace).jsonl"
    let file = try EventFile(path: path, configuration: configuration(strategy, trace))
    let (tally, _) = replay.run(spec, observer: file)
    try file.finish()
    return (path, tally)
  }

  static func timeline(_ strategy: String, _ trace: String) throws -> EventTimeline {
    let folder = TemporaryDirectory()
    return try EventTimeline(EventReader(path: replay(strategy, trace, in: folder).path))
  }

  static func configuration(_ strategy: String, _ trace: String) -> JSON {
    .object([
      "strategy-short": .string(strategy), "trace": .object(["name": .string(trace)]),
      "device": .object(["name": .string("decode-12ms")]), "cells": .string("cancel"),
      "screen": .object(["viewport-pt": .array([.string("390"), .string("844")]), "scale-thousandths": .integer(3000)]),
    ])
  }
}
