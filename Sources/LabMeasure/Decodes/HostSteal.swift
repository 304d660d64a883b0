/// What the host of a virtual machine gave to others while this one wanted to run.
public struct HostSteal: Sendable {
  private let ticks: ProcessorTicks?

  /// Reads the counters now.
  public init() { ticks = ProcessorTicks.now() }

  /// The share of all cores' time that was taken since `earlier`, in steps of a millionth; nil where the system does
  /// not say, or no tick (10 ms) has passed.
  public func share(since earlier: HostSteal) -> Double? {
    guard let ticks, let before = earlier.ticks, ticks.all > before.all else { return nil }
    let share = Double(max(0, ticks.stolen - before.stolen)) / Double(ticks.all - before.all)
    return (share * 1e6).rounded() / 1e6
  }
}
