#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// CPU time that the whole machine has spent working, to find out what others took of it.
public struct MachineLoad: Sendable {
  /// All cores together, nanoseconds; nil where the system does not say.
  private let busy: Int64?
  private let own: Int64
  private let wall: Int64

  /// Reads the counters now.
  public init() {
    busy = SystemText.read("/proc/stat").flatMap { MachineLoad.busy($0) }
    own = Clocks.processCPU()
    wall = Clocks.monotonic()
  }

  /// The share of the machine's cores that other processes, and other guests of the host, took since `earlier`; nil
  /// where the system does not say. The system counts in ticks of 10 ms: over less than a second this is coarse.
  public func othersShare(since earlier: MachineLoad) -> Double? {
    guard let busy, let before = earlier.busy, wall > earlier.wall else { return nil }
    let capacity = Double(wall - earlier.wall) * Double(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return max(0, Double(busy - before - (own - earlier.own)) / capacity)
  }

  /// Busy time of the line `cpu user nice system idle iowait irq softirq steal`, in nanoseconds.
  static func busy(_ text: String) -> Int64? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") }) else { return nil }
    let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }
    guard ticks.count == 8 else { return nil }
    let working = ticks.enumerated().filter { $0.offset != 3 && $0.offset != 4 }.reduce(0) { $0 + $1.element }
    return working * (1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
  }
}
