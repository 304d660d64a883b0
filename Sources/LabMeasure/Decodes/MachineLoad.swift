import LabSystem

/// CPU time that the whole machine has spent working, to find out what others took of it.
public struct MachineLoad: Sendable {
  /// All cores together, nanoseconds; nil where the system does not say.
  private let busy: Int64?
  private let own: Int64
  private let wall: Int64

  /// Reads the counters now.
  public init() {
    busy = ProcessorTicks.now().map { $0.busy * (1_000_000_000 / Int64(Machine.ticksPerSecond)) }
    own = Clocks.processCPU()
    wall = Clocks.monotonic()
  }

  /// The share of the machine's cores that other processes, and other guests of the host, took since `earlier`; nil
  /// where the system does not say. The system counts in ticks of 10 ms: over less than a second this is coarse.
  public func othersShare(since earlier: MachineLoad) -> Double? {
    guard let busy, let before = earlier.busy, wall > earlier.wall else { return nil }
    let capacity = Double(wall - earlier.wall) * Double(Machine.onlineProcessorCount)
    return max(0, Double(busy - before - (own - earlier.own)) / capacity)
  }
}
