import CLabSystem
import LabSystem

/// The use of the machine's time up to a moment, to find the share of other processes.
public struct MachineLoad: Sendable {
  private let ticks = ProcessorTicks.now()
  private let own = Clocks.processCPU()
  private let wall = Clocks.monotonic()

  /// Reads the counters.
  public init() {}

  /// Returns the share of the machine's cores that other processes, and other guests of the host, took since `earlier`,
  /// or nil if the system does not tell. It counts in ticks of 10 ms: over less than a second this is coarse.
  public func othersShare(since earlier: MachineLoad) -> Double? {
    guard let ticks, let before = earlier.ticks, wall > earlier.wall else { return nil }
    let capacity = Double(wall - earlier.wall) * Double(Machine.onlineProcessorCount)
    let busy = (ticks.busy - before.busy) * (1_000_000_000 / lab_ticks_per_second())
    return max(0, Double(busy - (own - earlier.own)) / capacity)
  }

  /// Returns the share of all cores' time that the host of a virtual machine gave to others while this one wanted to
  /// run, since `earlier`, in steps of a millionth, or nil if the system does not tell or no tick (10 ms) has passed.
  public func stolenShare(since earlier: MachineLoad) -> Double? {
    guard let ticks, let before = earlier.ticks, ticks.all > before.all else { return nil }
    let share = Double(max(0, ticks.stolen - before.stolen)) / Double(ticks.all - before.all)
    return (share * 1e6).rounded() / 1e6
  }
}

/// The use of all cores' time since the system started, in the system's ticks of 10 ms.
struct ProcessorTicks {
  /// The ticks at work, for any process, or taken away by the host.
  let busy: Int64
  /// The ticks taken away by the host of this virtual machine, for others.
  let stolen: Int64
  let all: Int64

  static func now() -> ProcessorTicks? { SystemText.read("/proc/stat").flatMap { ProcessorTicks($0) } }

  /// Reads the line `cpu user nice system idle iowait irq softirq steal`.
  init?(_ text: String) {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") }) else { return nil }
    let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }
    guard ticks.count == 8 else { return nil }
    all = ticks.reduce(0, +)
    busy = all - ticks[3] - ticks[4]
    stolen = ticks[7]
  }
}
