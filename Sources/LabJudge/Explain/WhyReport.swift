import CacheLab
public import LabBase
import LabRecords
import StrategyKit

/// The answer to "why was this image late": visits, what stood before them, and what would have saved them.
public struct WhyReport: Sendable {
  /// The run: strategy, trace, device.
  let strategy: String
  let trace: String
  let device: String
  /// What the run's events told.
  let collector: VisitCollector
  /// For each visit what would have saved it.
  let rescues: [[Rescue]]
  /// Why nothing could be replayed, so that what would have saved a visit is estimated; nil when it was.
  public let whyEstimated: String?
  /// Columns of the grid, where known: items stand in rows of so many.
  let columns: Int32?

  /// - Parameters:
  ///   - header: the configuration of the run.
  ///   - collector: what the events told; finished.
  ///   - whatIf: the run, made ready to be replayed, or why it cannot be.
  public init(header: JSON, collector: VisitCollector, whatIf: Result<WhatIf, LackOfReplay>) {
    let configuration = RunConfiguration(header)
    strategy = configuration.shortStrategy ?? "?"
    trace = configuration.traceName ?? "?"
    device = configuration.device.name ?? "?"
    columns = collector.movesPhotos ? nil : configuration.screen?.columns.flatMap { Int32(exactly: $0) }
    self.collector = collector
    switch whatIf {
    case .failure(let lack): whyEstimated = lack.reason
    case .success(let whatIf):
      whyEstimated = whatIf.firstDifference(from: collector.visits).map {
        "a replay of this run by this version parts from its events, first at item \($0.item) in frame \($0.frame)"
      }
      if whyEstimated == nil {
        rescues = whatIf.rescues(of: collector.visits, layoutChanges: collector.layoutChanges)
        return
      }
    }
    rescues = collector.visits.map { WhatIf.estimate($0) }
  }

  var requestCount: Int { collector.outcomes.values.reduce(0, +) }

  /// How many requests ended so.
  func count(_ outcome: RequestOutcome) -> Int { collector.outcomes[outcome] ?? 0 }
}

/// Why a run cannot be replayed.
public struct LackOfReplay: Error, Sendable {
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}

extension WhyReport {
  /// All of it; times in nanoseconds.
  public var json: JSON {
    var members: [String: JSON] = [
      "strategy": .string(strategy), "trace": .string(trace), "device": .string(device),
      "requests": WhyReport.whole(requestCount), "hits": WhyReport.whole(count(.hit)),
      "late": WhyReport.whole(count(.late)), "misses": WhyReport.whole(count(.miss)),
      "coarse": WhyReport.whole(count(.coarse)),
      "visits": .array(zip(collector.visits, rescues).map { WhyReport.json($0, $1) }),
      "estimated-because": whyEstimated.map { .string($0) } ?? .null,
    ]
    if case .frame(let index) = collector.selection {
      members["frame"] = .object([
        "index": WhyReport.whole(index), "time": WhyReport.whole(collector.frame?.time ?? 0),
        "offset-thousandths": WhyReport.whole(collector.frame?.offset ?? 0),
        "cells": .array(collector.cells.map(WhyReport.json)),
      ])
    }
    return .object(members)
  }

  /// Null where there is none.
  private static func whole(_ value: (some BinaryInteger)?) -> JSON { value.map { .integer(Int128($0)) } ?? .null }

  private static func json(_ visit: Visit, _ rescues: [Rescue]) -> JSON {
    var members: [String: JSON] = [
      "item": whole(visit.item), "visit": whole(visit.number), "size": json(visit.size), "frame": whole(visit.frame),
      "requested": whole(visit.requested), "outcome": .string(visit.outcome.rawValue), "started": whole(visit.started),
      "stopped": whole(visit.stopped), "running-before": .array(visit.running.map(json)),
      "requests-before": whole(visit.demandsBefore), "preheats-queued": whole(visit.preheatsQueued),
      "decode": visit.decode.map(json) ?? .null, "begun-before-it": .array(visit.passedBy.map(json)),
      "begun-before-it-count": whole(visit.passedByCount), "arrived": whole(visit.shown), "wait": whole(visit.wait),
      "left": whole(visit.left),
      "lost": visit.lost.map {
        .object(["since": whole($0.since), "until": whole($0.until), "why": .string($0.why.rawValue)])
      } ?? .null,
      "held-at-other-size": visit.otherSizeHeld.map(json) ?? .null, "refused": whole(visit.refused),
      "saved-by": .array(rescues.map { json($0) }),
    ]
    if let download = visit.download {
      members["download"] = .object(["begun": whole(download.begun), "ended": whole(download.ended)])
    }
    return .object(members)
  }

  private static func json(_ size: PixelSize) -> JSON { .array([whole(size.width), whole(size.height)]) }

  private static func json(_ decode: FollowedDecode) -> JSON {
    .object([
      "item": whole(decode.key.item), "size": json(decode.key.size),
      "tier": .string(decode.key.tier == .full ? "full" : "coarse"), "worker": whole(decode.worker + 1),
      "cause": .string(decode.cause.rawValue), "begun": whole(decode.begun), "cost": whole(decode.cost),
      "bytes": whole(decode.bytes), "ended": whole(decode.ended),
    ])
  }

  private static func json(_ cell: FrameCell) -> JSON {
    var members: [String: JSON] = [
      "item": whole(cell.item), "requested": whole(cell.requested), "shows-coarse": .bool(cell.showsCoarse),
    ]
    switch cell.state {
    case .image(let since): (members["state"], members["since"]) = (.string("image"), whole(since))
    case .decoding(let decode): (members["state"], members["decode"]) = (.string("decoding"), json(decode))
    case .queued(let before): (members["state"], members["requests-before"]) = (.string("queued"), whole(before))
    case .nothing: members["state"] = .string("nothing")
    }
    return .object(members)
  }

  private static func json(_ rescue: Rescue) -> JSON {
    let (result, wait): (String, Int64) =
      switch rescue.result {
      case .hit: ("hit", 0)
      case .shown(let wait): ("shown", wait)
      case .neverShown(let wait): ("never-shown", wait)
      }
    let (change, details): (String, [String: JSON]) =
      switch rescue.change {
      case .earlierStart(let frames, let time):
        ("earlier-start", ["frames-before": whole(frames), "start-at": whole(time)])
      case .estimatedStart(let time): ("earlier-start", ["start-at": whole(time)])
      case .noStart(let frames): ("earliest-start", ["frames-before": whole(frames)])
      case .noEarlierFrame: ("no-earlier-frame", [:])
      case .workers(let count): ("workers", ["workers": whole(count)])
      case .memory(let strategy): ("unlimited-memory", ["strategy": .string(strategy)])
      }
    var members: [String: JSON] = [
      "computed": .bool(rescue.isComputed), "change": .string(change), "result": .string(result), "wait": whole(wait),
    ]
    for (key, value) in details { members[key] = value }
    return .object(members)
  }
}
