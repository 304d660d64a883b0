import CacheLab
public import LabBase
import LabRecords
import StrategyKit

/// The answer to "why was this image late": visits, what stood before them, and what would have saved them.
public struct WhyReport: Sendable {
  /// The run: strategy, trace, device.
  public let strategy: String
  public let trace: String
  public let device: String
  public let selection: VisitSelection
  public let requests: Int
  public let hits: Int
  public let late: Int
  public let coarse: Int
  public let frame: (time: Int64, offset: Int64)?
  public let cells: [FrameCell]
  public let visits: [Visit]
  /// For each visit what would have saved it.
  public let rescues: [[Rescue]]
  /// Why nothing could be replayed, so that what would have saved a visit is estimated; nil when it was.
  public let whyEstimated: String?
  /// Columns of the grid, where known: items stand in rows of so many.
  let columns: Int32?

  /// - Parameters:
  ///   - header: the configuration of the run.
  ///   - collector: what the events told; finished.
  ///   - whatIf: the run, made ready to be replayed, or why it cannot be.
  public init(header: JSON, collector: VisitCollector, whatIf: Result<WhatIf, LackOfReplay>) {
    let configuration = RecordedConfiguration(header)
    strategy = configuration.shortStrategy ?? "?"
    trace = configuration.traceName ?? "?"
    device = configuration.device.name ?? "?"
    columns = collector.movesPhotos ? nil : configuration.screen?.columns.flatMap { Int32(exactly: $0) }
    selection = collector.selection
    (requests, hits) = (collector.requests, collector.hits)
    (late, coarse) = (collector.late, collector.coarse)
    frame = collector.frame
    cells = collector.cells
    visits = collector.visits
    switch whatIf {
    case .failure(let lack):
      whyEstimated = lack.reason
      rescues = collector.visits.map { WhatIf.estimate($0) }
    case .success(let whatIf):
      if let other = whatIf.firstDifference(from: collector.visits) {
        whyEstimated =
          "a replay of this run by this version parts from its events, first at item \(other.item) in frame \(other.frame)"
        rescues = collector.visits.map { WhatIf.estimate($0) }
      } else {
        whyEstimated = nil
        rescues = whatIf.rescues(of: collector.visits, layoutChanges: collector.layoutChanges)
      }
    }
  }

  var misses: Int { requests - hits - late - coarse }
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
      "requests": .integer(Int128(requests)), "hits": .integer(Int128(hits)), "late": .integer(Int128(late)),
      "misses": .integer(Int128(misses)), "coarse": .integer(Int128(coarse)),
      "visits": .array(zip(visits, rescues).map { WhyReport.json($0, $1) }),
      "estimated-because": whyEstimated.map { .string($0) } ?? .null,
    ]
    if case .frame(let index) = selection {
      members["frame"] = .object([
        "index": .integer(Int128(index)), "time": .integer(Int128(frame?.time ?? 0)),
        "offset-thousandths": .integer(Int128(frame?.offset ?? 0)), "cells": .array(cells.map(WhyReport.json)),
      ])
    }
    return .object(members)
  }

  private static func integer(_ value: Int64?) -> JSON { value.map { .integer(Int128($0)) } ?? .null }

  private static func json(_ visit: Visit, _ rescues: [Rescue]) -> JSON {
    var members: [String: JSON] = [
      "item": .integer(Int128(visit.item)), "visit": .integer(Int128(visit.number)), "size": json(visit.size),
      "frame": .integer(Int128(visit.frame)), "requested": integer(visit.requested),
      "outcome": .string(visit.outcome.rawValue), "started": integer(visit.started),
      "stopped": integer(visit.stopped), "running-before": .array(visit.running.map(json)),
      "requests-before": .integer(Int128(visit.demandsBefore)),
      "preheats-queued": .integer(Int128(visit.preheatsQueued)), "decode": visit.decode.map(json) ?? .null,
      "begun-before-it": .array(visit.passedBy.map(json)),
      "begun-before-it-count": .integer(Int128(visit.passedByCount)), "arrived": integer(visit.shown),
      "wait": integer(visit.wait), "left": integer(visit.left),
      "lost": visit.lost.map {
        .object(["since": integer($0.since), "until": integer($0.until), "why": .string($0.why.rawValue)])
      } ?? .null,
      "held-at-other-size": visit.otherSizeHeld.map(json) ?? .null, "refused": integer(visit.refused),
      "saved-by": .array(rescues.map { json($0, of: visit) }),
    ]
    if let download = visit.download {
      members["download"] = .object(["begun": integer(download.begun), "ended": integer(download.ended)])
    }
    return .object(members)
  }

  private static func json(_ size: PixelSize) -> JSON {
    .array([.integer(Int128(size.width)), .integer(Int128(size.height))])
  }

  private static func json(_ decode: FollowedDecode) -> JSON {
    .object([
      "item": .integer(Int128(decode.key.item)), "size": json(decode.key.size),
      "tier": .string(decode.key.tier == .full ? "full" : "coarse"), "worker": .integer(Int128(decode.worker + 1)),
      "cause": .string(decode.cause.rawValue), "begun": integer(decode.begun), "cost": integer(decode.cost),
      "bytes": integer(decode.bytes), "ended": integer(decode.ended),
    ])
  }

  private static func json(_ cell: FrameCell) -> JSON {
    var members: [String: JSON] = [
      "item": .integer(Int128(cell.item)), "requested": integer(cell.requested),
      "shows-coarse": .bool(cell.showsCoarse),
    ]
    switch cell.state {
    case .image(let since): (members["state"], members["since"]) = (.string("image"), integer(since))
    case .decoding(let decode): (members["state"], members["decode"]) = (.string("decoding"), json(decode))
    case .queued(let before):
      (members["state"], members["requests-before"]) = (.string("queued"), .integer(Int128(before)))
    case .nothing: members["state"] = .string("nothing")
    }
    return .object(members)
  }

  private static func json(_ rescue: Rescue, of visit: Visit) -> JSON {
    var members: [String: JSON] = ["computed": .bool(rescue.isComputed)]
    switch rescue.change {
    case .earlierStart(let frames, let time):
      members["change"] = .string("earlier-start")
      members["frames-before"] = .integer(Int128(frames))
      members["start-at"] = integer(time)
    case .estimatedStart(let time):
      members["change"] = .string("earlier-start")
      members["start-at"] = integer(time)
    case .noStart(let frames):
      members["change"] = .string("earliest-start")
      members["frames-before"] = .integer(Int128(frames))
    case .noEarlierFrame: members["change"] = .string("no-earlier-frame")
    case .workers(let count): (members["change"], members["workers"]) = (.string("workers"), .integer(Int128(count)))
    case .memory(let strategy):
      (members["change"], members["strategy"]) = (.string("unlimited-memory"), .string(strategy))
    }
    switch rescue.result {
    case .hit: (members["result"], members["wait"]) = (.string("hit"), .integer(0))
    case .shown(let wait): (members["result"], members["wait"]) = (.string("shown"), integer(wait))
    case .neverShown(let wait): (members["result"], members["wait"]) = (.string("never-shown"), integer(wait))
    }
    return .object(members)
  }
}
