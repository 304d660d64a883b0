public import CacheLab
import LabSystem
import SystemPackage

/// What Linux says of this process's memory.
public enum ProcessMemory {
  /// Sets the high-water mark of resident memory to what is resident now; false where that is not allowed.
  public static func resetHighWaterMark() -> Bool {
    guard let file = try? OpenFile("/proc/self/clear_refs", .writeOnly) else { return false }
    return (try? file.write([UInt8(ascii: "5")])) != nil
  }

  /// High-water mark of resident memory (VmHWM).
  public static func highWaterMark() -> Measurements.Reading { statusLine("VmHWM") }

  /// Resident memory (VmRSS).
  public static func resident() -> Measurements.Reading { statusLine("VmRSS") }

  /// Resident memory as the shortest file has it: some microseconds, so that a run may ask often. Nil where there is none.
  public static func residentNow() -> Int64? {
    guard let words = SystemText.read("/proc/self/statm")?.split(separator: " "), words.count > 1,
      let pages = Int64(words[1])
    else { return nil }
    return pages * Int64(Machine.pageSize)
  }

  /// Gives back pages of program code that start-up used and a run does not. What is still used comes back from the
  /// system's page cache. Nothing happens where there is no /proc.
  static func releaseCode() {
    guard let maps = SystemText.read("/proc/self/smaps") else { return }
    var ends: [UInt] = []
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count >= 5, words[1].count == 4, words[0].contains("-") {
        // What is mapped from a file and cannot be written to.
        let isFixed = words.count == 6 && words[5].hasPrefix("/") && words[1].hasPrefix("r-") && words[1].hasSuffix("p")
        ends = isFixed ? words[0].split(separator: "-").compactMap { UInt($0, radix: 16) } : []
      }
      // No page of it differs from the file: none was relocated, and no debugger wrote to one.
      guard words.first == "Anonymous:", words.dropFirst().first == "0", ends.count == 2,
        let start = unsafe UnsafeMutableRawPointer(bitPattern: ends[0])
      else { continue }
      unsafe Pages.giveBack(start, byteCount: Int(ends[1] - ends[0]))
    }
  }

  /// Anonymous resident memory (RssAnon).
  public static func anonymous() -> Measurements.Reading { statusLine("RssAnon") }

  /// The same of another process of this user's.
  static func anonymous(of process: Int32) -> Measurements.Reading { statusLine("RssAnon", of: "\(process)") }

  /// Resident pages of shared memory (RssShmem).
  static func shared() -> Measurements.Reading { statusLine("RssShmem") }

  private static func statusLine(_ key: String, of process: String = "self") -> Measurements.Reading {
    guard let text = SystemText.read("/proc/\(process)/status") else {
      return .unavailable("this system has no /proc/\(process)/status: memory is measured on Linux")
    }
    for line in text.split(separator: "\n") where line.hasPrefix("\(key):") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if words.count == 3, words[2] == "kB", let kibibytes = Int64(words[1]) { return .bytes(kibibytes * 1024) }
    }
    return .unavailable("/proc/\(process)/status has no \(key)")
  }
}
