import CacheLab
import LabJudge
import LabMeasure
import LabRecords
import LabSystem

extension GateBase {
  /// Runs this program and another over the same case in pairs of opposite order, old new new old, until the judge has a
  /// verdict.
  ///
  /// Each run has a process of its own, so that none is affected by another's memory, and layout varies between runs.
  ///
  /// - Parameter family: The number of latency rows of the whole gate.
  /// - Throws: `LabError` if the two cannot be compared.
  func pairs(
    with head: GateProgram, _ words: [String], cell: String, in folder: String, judge: LatencyJudge, family: Int = 0,
    isQuiet: Bool = true
  ) throws -> LatencyEvidence {
    defer { Terminal.clearProgress() }
    let (load, began, settings) = (MachineLoad(), Clocks.monotonic(), judge.settings)
    func arm(_ program: GateProgram, _ record: RunRecord) throws -> LatencyEvidence.Arm {
      guard !record.samples.decodeCPU.isEmpty else {
        throw LabError("\(program.name) decodes nothing there, so there is no time to compare", exitCode: 5)
      }
      return LatencyEvidence.Arm(record.samples.decodeCPU)
    }
    func run(_ program: GateProgram) throws -> LatencyEvidence.Arm {
      try arm(program, try program.record(words, in: folder))
    }
    let (new, old) = (try head.record(words, in: folder), try program.record(words, in: folder))
    let differences = CaseDifferences(old: old.configuration, new: new.configuration).settings
    guard differences.isEmpty else {
      throw LabError(
        "the two programs do not run the same case: \(differences.joined(separator: "; ")): take a base that does, or "
          + "gate without one", exitCode: 5)
    }
    var burnIn = [try arm(program, old)[.cpuP50]]
    for _ in 0..<settings.burnIn { burnIn.append(try run(program)[.cpuP50]) }
    var evidence = LatencyEvidence(
      cell: cell, decodes: Int(new.count("decodes")), baseWork: old.declaredCost, headWork: new.declaredCost,
      burnIn: burnIn)
    var wanted = settings.pairsMin
    while evidence.pairs.count < wanted {
      if !isQuiet { Terminal.progress("\(cell): pair \(evidence.pairs.count + 1) of \(wanted)") }
      let baseFirst = evidence.pairs.count % 2 == 0
      let (first, second) = (try run(baseFirst ? program : head), try run(baseFirst ? head : program))
      evidence.pairs.append(baseFirst ? (base: first, head: second) : (base: second, head: first))
      guard evidence.pairs.count == wanted else { continue }
      evidence.steal = MachineLoad().stolenShare(since: load)
      let isOverTime = Clocks.monotonic() - began > settings.secondsMax * 1_000_000_000
      guard !isOverTime, judge.judge([evidence], family: family).isOpen else { break }
      // Each interim verdict is another chance to be wrong, so there are few.
      wanted = min(wanted + 20, settings.pairsMax)
    }
    return evidence
  }
}

extension RunRecord {
  fileprivate func count(_ name: String) -> Int64 { counts[name]?.integer ?? 0 }

  /// The declared cost of a decode in nanoseconds.
  fileprivate var declaredCost: Int64 { count("worker-time") / max(1, count("decodes")) }
}
