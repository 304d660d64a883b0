public import CacheLab
import GridEngine
import LabRecords
public import StrategyKit

/// Replays a run with something changed, to find what would have saved a visit's image from being late.
public final class WhatIf: Sendable {
  private let replay: Replay
  private let strategy: StrategySpec
  private let registry: StrategyRegistry
  /// The same replay on a device with one more worker.
  private let widened: Replay
  /// Times of the frames, by index.
  private let frames: [Int64]

  /// - Parameter registry: where a strategy with other parameters is looked up.
  public init(_ replay: Replay, strategy: StrategySpec, registry: StrategyRegistry) {
    self.replay = replay
    var widened = replay
    widened.table.device.workers += 1
    self.widened = widened
    self.strategy = strategy
    self.registry = registry
    frames = replay.script.steps.filter { $0.kind == .frame }.map { $0.time }
  }

  /// The first visit that a replay of the run sees otherwise than its events tell; nil when it repeats them.
  public func firstDifference(from visits: [Visit]) -> Visit? {
    let findings = probe(visits, replay, strategy)
    return visits.first { findings[$0.id] != $0.finding }
  }

  /// What would have become of each visit that was no hit: an earlier start, a free worker, more memory, in this order;
  /// none for hits.
  public func rescues(of visits: [Visit], layoutChanges: [Int64]) -> [[Rescue]] {
    let missed = visits.filter { $0.outcome != .hit }
    guard !missed.isEmpty else { return visits.map { _ in [] } }
    let withWorker = probe(missed, widened, strategy)
    let unlimited = strategy.withoutMemoryLimit(registry: registry)
    let withMemory = unlimited.map { probe(missed, replay, $0) }
    return visits.map { visit in
      guard visit.outcome != .hit else { return [] }
      // What knows the trace decides by what is to come: to start for it at other times asks about another strategy.
      // Where photos come and go, a start in an earlier frame would name another one.
      let asksEarlier = !strategy.isOffline && !replay.script.changesContent
      var rescues = asksEarlier ? [earlierStart(visit, layoutChanges)] : []
      if let found = withWorker[visit.id] {
        rescues.append(Rescue(change: .workers(widened.table.device.workers), result: found.result))
      }
      // Only where memory had a part in it: the strategy has a limit, or had the image and lost it.
      let hasPart = visit.lost != nil || visit.refused != nil || !strategy.drivesPhotos
      if hasPart, let unlimited, let found = withMemory?[visit.id] {
        rescues.append(Rescue(change: .memory(unlimited.shortText), result: found.result))
      }
      return rescues
    }
  }

  /// Where nothing can be replayed: the visit's queue and decode moved ahead by its wait.
  public static func estimate(_ visit: Visit) -> [Rescue] {
    guard visit.outcome != .hit, visit.shown != nil else { return [] }
    let start = min(visit.requested, visit.started ?? visit.requested) - visit.wait
    return start < 0 ? [] : [Rescue(change: .estimatedStart(at: start), result: .hit)]
  }

  /// The latest frame from which a start makes the visit a hit: doubled steps back until one does, then halved.
  private func earlierStart(_ visit: Visit, _ layoutChanges: [Int64]) -> Rescue {
    let layout = layoutChanges.last { $0 <= visit.requested } ?? 0
    let first = frames.firstIndex { $0 >= layout } ?? 0
    let most = visit.frame - first
    guard most > 0, visit.frame < frames.count else {
      return Rescue(change: .noEarlierFrame, result: visit.finding.result)
    }
    let cut = replay.until(visit.requested)
    func isHit(_ count: Int) -> Bool { probe(visit, startedBefore: count, cut)?.outcome == .hit }
    var (missing, hitting) = (0, 1)
    while !isHit(hitting) {
      missing = hitting
      if hitting == most {
        let missed = probe(visit, startedBefore: most, replay)?.result ?? .neverShown(wait: visit.wait)
        return Rescue(change: .noStart(frames: most), result: missed)
      }
      hitting = min(most, hitting * 2)
    }
    while hitting - missing > 1 {
      let middle = (missing + hitting) / 2
      if isHit(middle) { hitting = middle } else { missing = middle }
    }
    return Rescue(change: .earlierStart(frames: hitting, at: frames[visit.frame - hitting]), result: .hit)
  }

  private func probe(
    _ visits: [Visit], _ replay: Replay, _ strategy: StrategySpec
  ) -> [VisitProbe.ID: VisitProbe.Finding] {
    var probe = replay.runOnce(strategy, observer: VisitProbe(visits)).observer
    probe.finish(end: replay.script.end)
    return probe.findings
  }

  private func probe(_ visit: Visit, startedBefore count: Int, _ replay: Replay) -> VisitProbe.Finding? {
    let held = visit.frame - count...visit.frame
    let started = erased(strategy.makeStrategy(), startedEarlier: visit.item, frames: held)
    let evictionPolicy = replay.evictionPolicy(of: strategy)
    var probe = observed(by: VisitProbe([visit])) {
      replay.replay(started, evictionPolicy, showsThumbnails: strategy.showsThumbnails, watchedBy: $0)
    }.observer
    probe.finish(end: replay.script.end)
    return probe.findings[visit.id]
  }
}
