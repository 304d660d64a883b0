import CLabSystem
import LabSystem

/// The memory of this process as the system counts it: on Linux the resident memory, on macOS the physical footprint,
/// by which iOS and macOS judge an app. `Machine.memoryAccounting` says which; figures of the two are not compared.
enum ProcessMemory {
  /// Returns the current count in some microseconds, so that a run may ask often, or nil if there is none.
  static func residentNow() -> Int64? {
    let bytes = lab_memory_now()
    return bytes < 0 ? nil : bytes
  }

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
