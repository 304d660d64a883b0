import CLabSystem

/// The use of the machine's time up to a moment, to find the share of other processes.
public struct MachineLoad: Sendable {
  /// The time of all cores since the system started, in its ticks of 10 ms, as the line `cpu user nice system idle iowait
  /// irq softirq steal` has it; nil if it does not tell.
  private let ticks: [Int64]?
  private let own = Clocks.processCPU()
  private let wall = Clocks.monotonic()

  /// Reads the counters.
  public init() {
    let line = SystemText.read("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("cpu ") }
    let ticks = line?.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }
    self.ticks = ticks?.count == 8 ? ticks : nil
  }

  /// Returns the share of the machine's cores that other processes, and other guests of the host, took since `earlier`,
  /// or nil if the system does not tell. It counts in ticks of 10 ms: over less than a second this is coarse.
  public func othersShare(since earlier: MachineLoad) -> Double? {
    guard let spent = spent(since: earlier), wall > earlier.wall else { return nil }
    let capacity = Double(wall - earlier.wall) * Double(Machine.processorCount)
    let busy = (spent.reduce(0, +) - spent[3] - spent[4]) * (1_000_000_000 / lab_ticks_per_second())
    return max(0, Double(busy - (own - earlier.own)) / capacity)
  }

  /// Returns the share of all cores' time that the host of a virtual machine gave to others while this one wanted to
  /// run, since `earlier`, in steps of a millionth, or nil if the system does not tell or no tick (10 ms) has passed.
  public func stolenShare(since earlier: MachineLoad) -> Double? {
    guard let spent = spent(since: earlier), spent.reduce(0, +) > 0 else { return nil }
    let share = Double(max(0, spent[7])) / Double(spent.reduce(0, +))
    return (share * 1e6).rounded() / 1e6
  }

  private func spent(since earlier: MachineLoad) -> [Int64]? {
    guard let ticks, let before = earlier.ticks else { return nil }
    return ticks.indices.map { ticks[$0] - before[$0] }
  }
}

/// The memory of this process as the system counts it: on Linux the resident memory, on macOS the physical footprint,
/// by which iOS and macOS judge an app. `Machine.memoryAccounting` says which; figures of the two are not compared.
enum ProcessMemory {
  /// Gives back pages of program code that start-up used and a run does not. Those that are still used come back from
  /// the system's page cache. Does nothing without /proc.
  static func releaseCode() {
    guard let maps = SystemText.read("/proc/self/smaps") else { return }
    var ends: [UInt] = []
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count >= 5, words[1].count == 4, words[0].contains("-") {
        // Mapped from a file, and not writable.
        let isFixed = words.count == 6 && words[5].hasPrefix("/") && words[1].hasPrefix("r-") && words[1].hasSuffix("p")
        ends = isFixed ? words[0].split(separator: "-").compactMap { UInt($0, radix: 16) } : []
      }
      // No page of it differs from the file: none was relocated, and no debugger wrote to one.
      guard words.first == "Anonymous:", words.dropFirst().first == "0", ends.count == 2,
        let start = unsafe UnsafeMutableRawPointer(bitPattern: ends[0])
      else { continue }
      unsafe lab_give_back(start, Int(ends[1] - ends[0]))
    }
  }

  static func reading(_ kind: lab_memory) -> MetricValue {
    let bytes = lab_memory_of(kind)
    if bytes >= 0 { return .integer(bytes) }
    return .absent("the system does not say \(unsafe String(cString: lab_memory_source(kind)))")
  }
}
