import LabSystem

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
