public import CacheLab
public import LabLibrary
public import LabRecords
public import LabSystem
public import StrategyKit

/// Counts the instructions of decodes, of a strategy's calls and of a replay, each without its set-up, once all of it is
/// warm.
public struct InstructionRun {
  /// Sums are 0 under callgrind, which writes each to a file of its own under the kind's name.
  public private(set) var parts: [InstructionCount.Part] = []

  /// - Parameter slice: What is decoded, which may be nothing.
  /// - Precondition: the library has every asset of the slice, in a size that the slice's bitmaps can be made of.
  public init(
    _ replay: Replay, _ strategy: StrategySpec, slice: DecodeSlice, library: PhotoLibrary, counter: InstructionCounter
  ) throws {
    // The decodes first: what warms them up is executed before the counter is prepared.
    if !slice.items.isEmpty, let counted = try DecodeSliceRun(slice, library: library, counter: counter).counter {
      try take(.decode, of: slice.items.count, counted)
    }
    _ = replay.run(strategy)
    counter.prepare()
    let frames = replay.script.steps.count { $0.kind == .frame }
    if frames > 0 {
      let watched = replay.run(strategy, observer: StrategyInstructions(counter))
      try take(.frame, of: frames, watched.observer.counter)
    }
    var whole = counter
    whole.restart()
    whole.begin()
    let tally = replay.run(strategy)
    whole.end()
    if tally.requests.count > 0 { try take(.request, of: Int(tally.requests.count), whole) }
  }

  private mutating func take(_ kind: InstructionKind, of units: Int, _ counter: InstructionCounter) throws {
    parts.append(
      InstructionCount.Part(kind: kind, units: Int64(units), sum: try counter.finish(kind.rawValue)))
  }
}

/// Counts each call of the strategy.
private struct StrategyInstructions: ReplayObserver {
  private(set) var counter: InstructionCounter

  init(_ counter: InstructionCounter) {
    self.counter = counter
    self.counter.restart()
  }

  mutating func take(_ event: ReplayEvent, at time: Int64) {}

  mutating func strategyWillPlan() { counter.begin() }

  mutating func strategyDidPlan() { counter.end() }
}
