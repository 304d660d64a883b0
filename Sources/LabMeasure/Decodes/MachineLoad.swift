import LabSystem

/// Where the machine's time went up to a moment, to find out what others took of it.
public struct MachineLoad: Sendable {
  /// Nil where the system does not say.
  private let ticks = ProcessorTicks.now()
  private let own = Clocks.processCPU()
  private let wall = Clocks.monotonic()

  /// Reads the counters now.
  public init() {}

  /// The share of the machine's cores that other processes, and other guests of the host, took since `earlier`; nil
  /// where the system does not say. The system counts in ticks of 10 ms: over less than a second this is coarse.
  public func othersShare(since earlier: MachineLoad) -> Double? {
    guard let ticks, let before = earlier.ticks, wall > earlier.wall else { return nil }
    let capacity = Double(wall - earlier.wall) * Double(Machine.onlineProcessorCount)
    let busy = (ticks.busy - before.busy) * (1_000_000_000 / Int64(Machine.ticksPerSecond))
    return max(0, Double(busy - (own - earlier.own)) / capacity)
  }

  /// The share of all cores' time that the host of a virtual machine gave to others while this one wanted to run, since
  /// `earlier`, in steps of a millionth; nil where the system does not say, or no tick (10 ms) has passed.
  public func stolenShare(since earlier: MachineLoad) -> Double? {
    guard let ticks, let before = earlier.ticks, ticks.all > before.all else { return nil }
    let share = Double(max(0, ticks.stolen - before.stolen)) / Double(ticks.all - before.all)
    return (share * 1e6).rounded() / 1e6
  }
}

/// Where the time of all cores went since the system started, in the system's ticks of 10 ms.
struct ProcessorTicks {
  /// At work, for whomever, or taken away by the host.
  let busy: Int64
  /// Taken away by the host of this virtual machine, for others.
  let stolen: Int64
  /// All of it, idle time too.
  let all: Int64

  /// Reads the counters now; nil where the system does not say.
  static func now() -> ProcessorTicks? { SystemText.read("/proc/stat").flatMap { ProcessorTicks($0) } }

  /// Of the line `cpu user nice system idle iowait irq softirq steal`.
  init?(_ text: String) {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") }) else { return nil }
    let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }
    guard ticks.count == 8 else { return nil }
    all = ticks.reduce(0, +)
    busy = all - ticks[3] - ticks[4]
    stolen = ticks[7]
  }
}
