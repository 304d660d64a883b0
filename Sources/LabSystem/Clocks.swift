import CLabSystem
import CacheLab

/// The machine's clocks, the only place where the lab asks for the time.
public enum Clocks {
  /// Returns the CPU time of the calling thread in nanoseconds.
  public static func threadCPU() -> Int64 { lab_thread_cpu() }

  /// Returns the CPU time of all threads of the process in nanoseconds.
  public static func processCPU() -> Int64 { lab_process_cpu() }

  /// Returns the time of a clock that only goes forward, in nanoseconds since an unspecified start.
  public static func monotonic() -> Int64 { lab_monotonic() }

  /// Waits until `monotonic()` has reached `time`; returns at once if it has.
  public static func wait(until time: Int64) { lab_wait_until(time) }

  /// Returns the seconds since 1970, UTC.
  public static func wallSeconds() -> Int64 { lab_seconds_since_1970() }
}

/// A moment in UTC, to the second.
public struct UTCTime: Sendable {
  /// Seconds since 1970.
  public let seconds: Int64
  private let date: CivilDate
  /// 0 to 86,399.
  private let secondOfDay: Int

  public init(seconds: Int64) {
    self.seconds = seconds
    let days = Int((seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400)
    date = CivilDate(daysSince1970: days)
    secondOfDay = Int(seconds) - days * 86_400
  }

  /// `20260131T120000Z`, for file names.
  public var fileStamp: String { text("", "T", "") + "Z" }

  /// `2026-01-31T12:00:00Z`, for people.
  public var text: String { text("-", "T", ":") + "Z" }

  /// `2026:01:31 12:00:00`, as EXIF has it.
  package var exifText: String { text(":", " ", ":") }

  private func text(_ dates: String, _ gap: String, _ times: String) -> String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let day = [padded(date.year, 4), padded(date.month, 2), padded(date.day, 2)].joined(separator: dates)
    let time = [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60].map { padded($0, 2) }
    return day + gap + time.joined(separator: times)
  }
}
