@testable import CacheLab
@testable import LabRecords

/// Records written by hand, so that tables and sentences can be tested without a run.
enum SampleRecord {
  /// The record with members of its configuration replaced, and others of its own.
  static func changed(
    _ record: RunRecord, _ configuration: [String: JSON?] = [:], environment: JSON? = nil, created: String? = nil,
    moved: MovedFrames? = nil, without metrics: String? = nil
  ) -> RunRecord {
    var own = record.configuration.json.object ?? [:]
    for (name, value) in configuration { own[name] = value }
    return RunRecord(
      configuration: RunConfiguration(.object(own)),
      environment: environment.map { RunEnvironment($0) } ?? record.environment,
      counts: record.runCounts, values: record.values.filter { id, _ in metrics.map { !id.hasPrefix($0) } ?? true },
      notes: record.notes, created: created ?? record.created, moved: moved ?? record.movedFrames, words: record.words)
  }

  /// The text of a file of runs.
  static func file(_ records: [RunRecord]) throws -> String {
    try RunPlan(records.map(\.configurationDigest), environment: records[0].environment, program: nil).text(records)
  }

  /// One of a trace that shares its name with others.
  static func record(strategy: String, trace: String, sha256: String, blank: Int128 = 1) -> RunRecord {
    changed(
      record(strategy: strategy, trace: trace, blank: blank),
      ["trace": .object(["name": .string(trace), "sha256": .string(sha256)])])
  }

  static func record(
    strategy: String = "none", trace: String = "fastscroll", hits: Int128 = 3,
    blank: Int128 = 1, peak: Int64 = 12_345_678, repeats: Int64 = 0, load: Int128 = 13, worst: Int128 = 34,
    canDrivePhotos: Bool = true, isMeasured: Bool = true, late: Int64 = 23, decode: [Int64]? = nil,
    notes: [String] = [],
    scale: Int128 = 3000, thumbnails: Int128? = nil, workers: Int128? = 2,
    overdrafts: Int64 = 0
  ) -> RunRecord {
    let waits = Distribution(samples: [0, 0, 0, 9_440_000])
    let decodes = Distribution(samples: decode ?? [2_000_000, 3_000_000, 4_000_000])
    var deterministic: [String: MetricValue] = [
      "requests": .integer(4), "hits": .integer(Int64(hits)), "late": .integer(late), "hit-rate": .ratio(hits, 4),
      "warm-hit-rate": .ratio(hits, 4), "blank-ratio": .ratio(blank, 100), "warm-blank-ratio": .ratio(blank, 100),
      "sharp-ratio": .ratio(100 - blank - (thumbnails ?? 0), 100),
      "warm-sharp-ratio": .ratio(100 - blank - (thumbnails ?? 0), 100),
      "first-screen-time": .integer(16_000_000), "first-screen-sharp-time": .integer(247_000_000),
      "peak-bitmap-bytes": .integer(peak), "mean-bitmap-bytes": .ratio(1, 34_600_000_000),
      "time-to-image": .distribution(waits), "decodes": .integer(4_000),
      "decodes-per-request": .ratio(8, 4), "preheat-accuracy": .ratio(9, 10), "wasted-decodes": .integer(7),
      "repeat-requests": .integer(repeats), "overdrafts": .integer(overdrafts), "noticed-waits": .ratio(blank, 1000),
      "load": .ratio(load, 100), "load-worst-second": .ratio(worst, 100),
      "preheat-ledger": .parts(["created": 3, "useful": 3]),
    ]
    if let thumbnails {
      deterministic["soft-ratio"] = .ratio(thumbnails, 100)
      deterministic["time-to-first-image"] = .distribution(Distribution(samples: [0, 0, 0, 1_240_000]))
    }
    let absent = MetricValue.absent("nothing was decoded: --decode none")
    let measured: [String: MetricValue] = [
      "decode-wall": isMeasured ? .distribution(decodes) : absent,
      "peak-rss": isMeasured ? .integer(31_900_000) : absent,
    ]
    var device: [String: JSON] = ["name": .string("decode-12ms")]
    if let workers { device["workers"] = .integer(workers) }
    let configuration = JSON.object([
      "strategy": .string(strategy), "strategy-short": .string(strategy), "drives-photos": .bool(canDrivePhotos),
      "cells": .string("cancel"), "decode": .string(isMeasured ? "real" : "none"), "fit": .string("fill"),
      "trace": .object(["name": .string(trace)]), "device": .object(device),
      "library": .object(["source": .object(["profile": .string("default"), "seed": .integer(1)])]),
      "screen": .object([
        "viewport-pt": .array([.string("390"), .string("844")]), "scale-thousandths": .integer(scale),
        "columns": .integer(4), "items": .integer(4000), "target-px": .array([.integer(288), .integer(288)]),
      ]),
    ])
    return RunRecord(
      configuration: RunConfiguration(configuration), environment: RunEnvironment(.null),
      counts: RunCounts(RunFacts(tally: ReplayTally())), values: deterministic.merging(measured) { $1 }, notes: notes,
      created: "", moved: nil, words: nil)
  }
}
