/// What the host of a virtual machine gave to others while this one wanted to run.
public struct HostSteal: Sendable {
  private let ticks: (stolen: Int64, all: Int64)?

  /// Reads the counters now.
  public init() { ticks = SystemText.read("/proc/stat").flatMap { HostSteal.ticks($0) } }

  /// The share of all cores' time that was taken since `earlier`, in steps of a millionth; nil where the system does
  /// not say, or no tick (10 ms) has passed.
  public func share(since earlier: HostSteal) -> Double? {
    guard let ticks, let before = earlier.ticks, ticks.all > before.all else { return nil }
    let share = Double(max(0, ticks.stolen - before.stolen)) / Double(ticks.all - before.all)
    return (share * 1e6).rounded() / 1e6
  }

  /// Of the line `cpu user nice system idle iowait irq softirq steal`.
  static func ticks(_ text: String) -> (stolen: Int64, all: Int64)? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") }) else { return nil }
    let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }
    guard ticks.count == 8 else { return nil }
    return (ticks[7], ticks.reduce(0, +))
  }
}
