import LabJudge
import LabMeasure
import LabSystem

/// Runs two binaries over the same decodes in pairs of opposite order, old new new old, until the judge has a verdict.
///
/// Every arm is a process of its own, so that none has what another left in memory, and layout differs from arm to arm
/// as it does from run to run.
struct LatencyPairs {
  /// When to stop.
  struct Bounds {
    /// Processes of the old binary whose times do not count.
    var burnIn = 5
    /// Pairs before the first look at the verdict; the judge's least unless told otherwise.
    var pairsFirst: Int?
    /// Seconds after which no more pairs are begun, once there are as many as the judge's least.
    var secondsMax: Int64 = 180
    /// Decodes an arm, at most.
    var decodesMax = 200
  }

  /// Strategy and trace, as rows call it.
  let cell: String
  let base: ArmProcess
  let head: ArmProcess
  var judge = LatencyJudge()
  /// Gated latency rows of the whole gate, this cell's among them.
  var family = 0
  var bounds = Bounds()
  /// Told the pairs that are done and how many there will be as far as is known.
  var progress: (_ done: Int, _ of: Int) -> Void = { _, _ in }

  /// Runs the pairs.
  ///
  /// - Throws: `ArmMismatch` when the two are not comparable.
  func collect() throws -> LatencyEvidence {
    let old = try base.listing(decodesMax: bounds.decodesMax)
    let new = try head.listing(decodesMax: bounds.decodesMax)
    guard old.library == new.library else { throw ArmMismatch.otherLibrary }
    guard let slice = old.slice.text else {
      throw ArmMismatch.cannotReplay(base.name, complaint: "it decodes nothing there, so there is no time to compare")
    }
    let count = old.slice.items.count
    let (load, began) = (MachineLoad(), Clocks.monotonic())
    var burnIn: [Int64] = []
    for _ in 0..<bounds.burnIn { burnIn.append(try base.decode(slice, decodes: count)[.cpuP50]) }
    var evidence = LatencyEvidence(
      cell: cell, decodes: count, baseList: old.list, headList: new.list, baseWork: old.work, headWork: new.work,
      burnIn: burnIn)
    let pairsBegan = Clocks.monotonic()
    var wanted = bounds.pairsFirst ?? judge.settings.pairsMin
    while evidence.pairs.count < wanted {
      while evidence.pairs.count < wanted {
        progress(evidence.pairs.count, wanted)
        evidence.pairs.append(try pair(evidence.pairs.count % 2 == 0, slice, count))
      }
      evidence.wall = Clocks.monotonic() - pairsBegan
      evidence.steal = MachineLoad().stolenShare(since: load)
      let isOverTime = Clocks.monotonic() - began > bounds.secondsMax * 1_000_000_000
      wanted = isOverTime ? evidence.pairs.count : next(evidence)
    }
    return evidence
  }

  /// Pairs to go on to; as many as there are when no more would help.
  private func next(_ evidence: LatencyEvidence) -> Int {
    let done = evidence.pairs.count
    guard let needed = judge.judge([evidence], family: family).pairsToDecide.values.max() else { return done }
    // Each look at an open verdict is another chance to be wrong: few, and no further than the bound.
    return max(done, min(max(needed, done + 10), done + 30, judge.settings.pairsMax))
  }

  private func pair(_ baseFirst: Bool, _ slice: String, _ count: Int) throws -> LatencyEvidence.Pair {
    let first = try (baseFirst ? base : head).decode(slice, decodes: count)
    let second = try (baseFirst ? head : base).decode(slice, decodes: count)
    return LatencyEvidence.Pair(
      base: baseFirst ? first : second, head: baseFirst ? second : first, baseFirst: baseFirst)
  }
}
